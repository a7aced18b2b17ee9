import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';

/** Networks within the machine or of a tunnel, as Hyper-V, WSL, Docker and VPNs add them. */
const NOT_OF_THE_HALL =
  /^(?:br-|bridge|cni|docker|lxc|podman|tailscale|tap|tun|utun|vboxnet|veth|virbr|vmnet|wg|zt)|bluetooth|hyper-v|loopback|virtual|vmware|vethernet|wsl/i;

type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

/** IPv4 addresses under which phones in the same network may find this machine, the likeliest first. */
export function lanAddresses(interfaces: Interfaces = networkInterfaces()): string[] {
  return Object.entries(interfaces)
    .flatMap(([name, addresses = []]) => addresses.map((one) => ({ name, ...one })))
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .toSorted((a, b) => doubts(a.name, a.address) - doubts(b.name, b.address))
    .map(({ address }) => address);
}

function doubts(name: string, address: string): number {
  // What a machine gives itself where nobody else gave it an address.
  const isOwnChoice = address.startsWith('169.254.');
  return Number(NOT_OF_THE_HALL.test(name)) + 2 * Number(isOwnChoice);
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/i;

/** Whether an address leads to this machine alone. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/**
 * The address to print and to put into QR codes: the public one, else the LAN's; localhost where there is none, or
 * `host`, where the server listens, lets nobody else in.
 */
export function joinBase(
  publicUrl: string | undefined,
  port: number,
  host: string,
  addresses: readonly string[] = lanAddresses(),
): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/$/, '');
  const address = isLoopback(host) ? undefined : addresses[0];
  return `http://${address ?? 'localhost'}:${port}`;
}
