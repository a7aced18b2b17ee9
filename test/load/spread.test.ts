import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { DEFAULT_OPTIONS, type Networks } from '../../load-test/swarm/options.js';
import { runSwarm } from '../../load-test/swarm/swarm.js';

/** The addresses that players claim towards a server that lets nobody in. */
async function claimedAddresses(networks: Networks): Promise<(string | undefined)[]> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const claimed: (string | undefined)[] = [];
  server.on('connection', (socket, { headers, url }) => {
    if (url?.includes('game-id')) claimed.push(headers['x-forwarded-for'] as string | undefined);
    socket.send('0{}');
    socket.on('message', () => socket.close());
  });
  await runSwarm({
    ...DEFAULT_OPTIONS,
    target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rooms: 2,
    players: 150,
    pin: '123456',
    joinSeconds: 0,
    warmupSeconds: 0,
    networks,
  });
  server.close();
  await once(server, 'close');
  return claimed;
}

it('spreads players over networks, as ip_hash tells them apart by three numbers', async () => {
  const addresses = await claimedAddresses('player');
  const networks = new Set(addresses.map((address) => address?.split('.').slice(0, 3).join('.')));
  expect(addresses).toHaveLength(300);
  expect(networks.size).toBe(300);
  for (const address of addresses) expect(address).toMatch(/^10(\.\d{1,3}){3}$/);
});

it('gives each room an address of its own', async () => {
  const claimed = await claimedAddresses('room');
  const count = (address: string): number => claimed.filter((one) => one === address).length;
  expect(['10.0.0.1', '10.0.1.1'].map(count)).toEqual([150, 150]);
});

it('claims nothing unless it is told to', async () => {
  expect(new Set(await claimedAddresses('machine'))).toEqual(new Set([undefined]));
});
