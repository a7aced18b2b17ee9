import { expect, it } from 'vitest';
import { ROOM_SCHEMA } from '../../src/game/room-change.js';
import { runServer } from '../support/child.js';
import { TestClient } from '../support/client.js';

it('tells in the log which program it is, and once how many were sent away', async () => {
  const server = await runServer({ HOST: '127.0.0.1', LOG_LEVEL: 'info', METRICS: 'local' });
  const clients = Array.from({ length: 3 }, () => TestClient.withToken(server.url));
  await Promise.all(clients.map((client) => client.wait('session')));
  await clients[0]!.do('createRoom', {});
  await server.stop();
  const lines = server.output().split('\n');
  const told = (message: string) =>
    lines
      .filter((line) => line.includes(`"msg":"${message}"`))
      .map((line) => JSON.parse(line) as unknown);
  expect(told('started')).toMatchObject([{ schema: ROOM_SCHEMA, port: server.port }]);
  expect(told('started')).toHaveProperty('[0].version', expect.stringMatching(/^\d+\.\d+\.\d+/));
  expect(told('drain begun')).toMatchObject([{ rooms: 1, clients: 3 }]);
  expect(told('drain ended')).toMatchObject([{ clientsLeft: 0, tookMs: expect.any(Number) }]);
});
