import { networkInterfaces } from 'node:os';

/** IPv4 addresses under which phones in the same network find this machine. */
function lanAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}

/** The address to print and to put into QR codes: the public one, else the LAN's, else localhost. */
export function joinBase(publicUrl: string | undefined, port: number): string {
  return publicUrl?.replace(/\/$/, '') ?? `http://${lanAddresses()[0] ?? 'localhost'}:${port}`;
}
