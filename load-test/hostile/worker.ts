/**
 * The programs beside a hostile run: `sink` tells its port; `floods` when each that it is told of begins and, when it is
 * told to end, its toll; `attackers` when they are ready, and then after each attack its toll.
 */

import { on, once } from 'node:events';
import { setPriority } from 'node:os';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { endWithParent, tell } from '../swarm/worker.js';
import { Attackers, type FloodToll } from './attackers.js';
import type { DearAttack, DearOrder } from './floods.js';
import { flood, type FloodOrder } from './flood.js';

const REFUSED_MS = 1000;

endWithParent();
const [role = '', text = '{}', niceness = '0'] = process.argv.slice(2);

if (role === 'sink') tell({ port: await openSink() });
else if (role === 'floods') await runFloods();
else await runAttacks(JSON.parse(text) as DearOrder);

type Messages<Order> = AsyncIterable<[Order | { end: true }]>;

async function runFloods(): Promise<void> {
  const messages = on(process, 'message') as Messages<FloodOrder>;
  tell({ ready: true });
  await inTurn(messages, async (order, signal) => {
    let begin = (): void => {
      begin = () => {};
      tell({ begun: true });
    };
    // It has also begun if the server refuses everybody.
    setTimeout(() => begin(), REFUSED_MS);
    return flood(order, signal, () => begin());
  });
}

async function runAttacks(order: DearOrder): Promise<void> {
  const messages = on(process, 'message') as Messages<DearAttack>;
  const attackers = await Attackers.prepare(order);
  tell({ ready: true });
  await inTurn(messages, (attack, signal) => attackers.attack(attack, signal));
}

/** Does what it is told to until it is told to end that, and tells the toll. */
async function inTurn<Order extends object>(
  messages: Messages<Order>,
  work: (order: Order, signal: AbortSignal) => Promise<FloodToll>,
): Promise<void> {
  let end = new AbortController();
  // Loading and preparing are no attack, and would take minutes where others use the machine.
  setPriority(Number(niceness));
  for await (const [message] of messages) {
    end.abort();
    if ('end' in message) continue;
    end = new AbortController();
    void work(message, end.signal).then(tell);
  }
}

const SWITCHED =
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
const BODY = '0{"sid":"sink"}';
const ANSWER = `HTTP/1.1 200 OK\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

/** Resolves with the port that it listens at, on loopback. */
export async function openSink(): Promise<number> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {});
    socket.once('data', (first: Buffer) => {
      const isUpgrade = first.toString('latin1').includes('Upgrade: websocket');
      socket.write(isUpgrade ? SWITCHED : ANSWER);
      socket.resume();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
