import { io } from 'socket.io-client';
import { describe, expect, it } from 'vitest';
import { useHall } from '../support/hall.js';
import { RawClient } from '../support/raw-client.js';

const plain = useHall();
const measuring = useHall({ ECHO: 'true' });
/** More than the burst that other transports may send. */
const MANY = 3_000;

async function enter(at: typeof plain): Promise<RawClient> {
  const client = await RawClient.open(at.app.url);
  client.send('40/echo,');
  await client.wait((frame) => frame.startsWith('4') && frame.includes('/echo,'));
  return client;
}

describe('the namespace /echo', () => {
  it('does not exist by default', async () => {
    const client = await enter(plain);
    expect(client.frames.at(-1)).toBe('44/echo,{"message":"Invalid namespace"}');
    client.close();
  });

  it('sends back whatever comes, without a limit of messages', async () => {
    const client = await enter(measuring);
    for (let n = 0; n < MANY; n++) client.send(`42/echo,["echo","${n}"]`);
    await client.wait((frame) => frame === `42/echo,["echo","${MANY - 1}"]`);
    const echoes = client.frames.filter((frame) => frame.startsWith('42'));
    expect(echoes).toEqual(Array.from({ length: MANY }, (_, n) => `42/echo,["echo","${n}"]`));
    expect(client.isOpen).toBe(true);
    client.close();
  });

  it('answers in the acknowledgement where one is asked for', async () => {
    const socket = io(`${measuring.app.url}/echo`, { transports: ['websocket'], forceNew: true });
    const message = { text: '마당', bytes: Buffer.from([0, 255]), list: [1, null] };
    expect(await socket.emitWithAck('echo', message)).toEqual(message);
    socket.disconnect();
  });

  it('leaves the limits of everybody else as they are', async () => {
    const flooder = await RawClient.open(measuring.app.url);
    await flooder.enter();
    for (let n = 0; n < MANY; n++) flooder.send('42/game,["nobody","listens"]');
    const stranger = await RawClient.open(measuring.app.url);
    stranger.send('40');
    await stranger.wait((frame) => frame.startsWith('40'));
    for (let n = 0; n < MANY; n++) stranger.send('42["nobody","listens"]');
    for (const client of [flooder, stranger]) expect(await client.closed).toBeGreaterThan(0);
  });

  it('does not lift the limits of the game for those who are in both', async () => {
    const client = await enter(measuring);
    await client.enter();
    for (let n = 0; n < MANY; n++) client.send(`42/game,["syncTime",{"t0":${n}}]`);
    await client.closed;
    const refusals = client.frames.filter((frame) => frame.includes('RATE_LIMITED'));
    expect(refusals.length).toBeGreaterThan(0);
  });
});
