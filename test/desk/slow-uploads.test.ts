import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { HttpError } from '../../src/protocol/index.js';
import { DeskApp, refusal } from './desk-app.js';

/** What a body that trickles says it has. */
const BYTES = 200_000;

/** R18.8: who sends slowly keeps nobody else's pictures and archives out. */
describe('uploads that trickle', () => {
  const desk = new DeskApp('SQLite', { HOSTS: 'anyone' });
  let picture: Buffer;
  beforeAll(async () => {
    await desk.open();
    picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
  });
  afterAll(() => desk.close());

  /** A body of which some bytes come every 50 ms. */
  function trickle(path: string, { cookie }: { cookie: string }, address: string): ClientRequest {
    const headers = {
      cookie,
      origin: desk.app.url,
      'x-forwarded-for': address,
      'content-length': BYTES,
    };
    const sent = request(`${desk.app.url}/api/desk${path}`, { method: 'POST', headers });
    sent.on('error', () => {});
    const timer = setInterval(() => sent.write('x'.repeat(20)), 50);
    sent.once('close', () => clearInterval(timer));
    onTestFinished(() => {
      clearInterval(timer);
      sent.destroy();
    });
    return sent;
  }

  async function answerOf(sent: ClientRequest): Promise<[number | undefined, string]> {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return [response.statusCode, (JSON.parse(text) as HttpError).error.code];
  }

  it.each(['/images', '/archive'])(
    'R18.8 keep neither an account nor a guest out of %s',
    async (path) => {
      const host = await desk.signIn();
      const guests = await Promise.all(Array.from({ length: 10 }, () => desk.visitor()));
      for (const guest of guests) trickle(path, guest, '10.9.9.9').flushHeaders();
      await sleep(1_500);
      const body = path === '/images' ? picture : Buffer.from('no archive');
      const expected = path === '/images' ? 201 : 400;
      expect((await desk.send('POST', path, host, body)).status).toBe(expected);
      expect((await desk.send('POST', path, await desk.visitor(), body)).status).toBe(expected);
    },
  );

  it('R18.8 get TOO_SLOW after five seconds, and the connection ends', async () => {
    const sent = trickle('/images', await desk.visitor(), '10.9.9.8');
    expect(await answerOf(sent)).toEqual([408, 'TOO_SLOW']);
    if (!sent.destroyed) await once(sent, 'close');
  });

  it('R18.8 of one account: the second has to wait for the first', async () => {
    const host = await desk.signIn();
    const first = trickle('/images', host, '10.9.9.7');
    first.flushHeaders();
    await sleep(200);
    expect(await refusal(desk.send('POST', '/images', host, picture))).toEqual([
      429,
      'RATE_LIMITED',
    ]);
    first.destroy();
    await expect
      .poll(async () => (await desk.send('POST', '/images', host, picture)).status)
      .toBe(201);
  });
});
