import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { certificate } from './certificate.js';

export interface TlsProxy {
  port: number;
  close: () => Promise<void>;
}

/** Takes TLS off what comes for a port of this machine, as a proxy in front does. */
export async function tlsProxy(port: number): Promise<TlsProxy> {
  const open = new Set<TLSSocket>();
  const server = createServer(certificate, (outside) => {
    open.add(outside);
    outside.on('close', () => open.delete(outside));
    const inside = connect(port, '127.0.0.1');
    outside.pipe(inside).pipe(outside);
    outside.on('error', () => inside.destroy()).on('close', () => inside.destroy());
    inside.on('error', () => outside.destroy()).on('close', () => outside.destroy());
  });
  await once(server.listen(0), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      for (const outside of open) outside.destroy();
      await once(server, 'close');
    },
  };
}
