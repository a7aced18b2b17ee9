import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Hall } from '../support/hall.js';
import { DeskApp } from './desk-app.js';

const BODY = Buffer.from(JSON.stringify({ questions: [] }) + ' '.repeat(50_000));

it('R10.9 who goes away in the middle of a body is no error of the server, whatever it was', async () => {
  const desk = new DeskApp('SQLite');
  const hall = new Hall();
  await desk.open();
  hall.use(desk.app);
  const by = await desk.signIn();
  const { pin, host } = await hall.openRoom();
  const { port, host: name } = new URL(desk.app.url);
  const others = `cookie: ${by.cookie}`;
  const owner = `authorization: Bearer ${host.token}`;
  const sendings: [path: string, by: string, headers: string, body: Buffer][] = [
    ['POST /api/desk/images', others, '', BODY],
    ['POST /api/desk/archive', others, '', BODY],
    ['POST /api/desk/sets', others, 'content-type: application/json', BODY],
    ['POST /api/desk/sets', others, 'content-encoding: gzip', gzipSync(BODY)],
    ['POST /api/desk/read', others, 'content-type: text/plain', BODY],
    ['POST /api/desk/drafts', others, 'content-type: application/json', BODY],
    ['PUT /api/desk/sets/x', others, 'if-match: "1"', BODY],
    ['POST /api/desk/session', others, 'content-type: application/json', BODY],
    ['POST /api/desk/shared', others, 'content-type: application/json', BODY],
    [`POST /api/rooms/${pin}/quiz-set`, owner, 'content-type: text/csv', BODY],
    [`POST /api/rooms/${pin}/quiz-set`, owner, 'content-encoding: gzip', gzipSync(BODY)],
  ];
  for (const [n, [path, who, headers, body]] of sendings.entries()) {
    const socket = connect(Number(port), '127.0.0.1');
    const head = [
      `${path} HTTP/1.1`,
      `host: ${name}`,
      `origin: ${desk.app.url}`,
      `x-forwarded-for: 10.9.0.${n}`,
      `content-length: ${body.length}`,
      who,
      ...(headers === '' ? [] : [headers]),
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    // The server answers this in turn, so by then it waits for the rest of the body.
    socket.write(body.subarray(0, body.length / 2));
    await desk.read('', by);
    socket.resetAndDestroy();
    await once(socket, 'close');
    await desk.read('', by);
  }
  // The places of who has gone are free again.
  const again = await desk.send('POST', '/images', by, BODY);
  expect(again.status).toBe(400);
  expect(desk.app.logs).toEqual([]);
  for (const client of hall.clients) client.close();
  await desk.close();
});
