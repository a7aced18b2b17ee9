import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { limits, type HttpError } from '../../src/protocol/index.js';
import { kahoot } from '../quiz/templates.js';
import type { TestClient } from '../support/client.js';
import { goTo, settle, SLOW, useHall } from '../support/hall.js';

const hall = useHall({ ...SLOW, TRUST_PROXY: 'true' });
/** Files from one address are limited, and these all come from this machine. */
let senders = 0;

const CSV = '문제,정답,보기1,보기2,시간\n"하늘, 색?",2,빨강,파랑,5\n땅 색?,갈색,갈색,초록,\n';
const JSON_FILE = JSON.stringify({
  title: 'My own',
  questions: [{ quiz: 'Sky?', choices: ['red', 'blue'], answer: 'blue', limitTime: 20 }],
});

interface Sending {
  token?: string;
  cookie?: string;
  origin?: string;
  type?: string;
  encoding?: string;
  language?: string;
  query?: string;
}

function send(pin: string, body: string | Buffer, by: Sending = {}): Promise<Response> {
  const headers: Record<string, string> = {
    'content-type': by.type ?? 'text/csv',
    'x-forwarded-for': `10.0.0.${++senders}`,
  };
  if (by.token !== undefined) headers['authorization'] = `Bearer ${by.token}`;
  if (by.cookie !== undefined) headers['cookie'] = `theme=dark; madang=${by.cookie}`;
  if (by.origin !== undefined) headers['origin'] = by.origin;
  if (by.encoding !== undefined) headers['content-encoding'] = by.encoding;
  if (by.language !== undefined) headers['accept-language'] = by.language;
  const url = `${hall.app.url}/api/rooms/${pin}/quiz-set${by.query ?? ''}`;
  return fetch(url, { method: 'POST', headers, body: new Uint8Array(Buffer.from(body)) });
}

async function refusal(response: Promise<Response>): Promise<[number, HttpError['error']]> {
  const { status, ...rest } = await response.then(async (one) => ({
    status: one.status,
    ...((await one.json()) as HttpError),
  }));
  return [status, rest.error];
}

const MOODLE = `<?xml version="1.0"?><quiz>${['Sun?', 'Moon?'].map((quiz) => `<question type="truefalse"><questiontext><text>${quiz}</text></questiontext><answer fraction="100"><text>true</text></answer></question>`).join('')}</quiz>`;
const AS_JSON = { type: 'application/json; charset=utf-8' };
const CHOICE = { quizSetId: 'custom', quizCount: 2, title: expect.any(String) };

describe.concurrent('POST /api/rooms/:pin/quiz-set', () => {
  it('R3.3 takes a CSV by token, tells the room, and plays it', async () => {
    const room = await hall.openRoom({}, 1);
    const { host, players, pin } = room;
    const response = await send(pin, `\uFEFF${CSV}`, { token: host.token });
    expect(response.status).toBe(200);
    const choice = await response.json();
    expect(choice).toEqual(CHOICE);
    for (const player of players)
      expect(await player.wait('updateRoomQuizset', (one) => one.quizSetId === 'custom')).toEqual(
        choice,
      );
    await goTo(room, 'question');
    const asked = host.last('startQuizTime')!;
    const isSky = asked.quiz === '하늘, 색?';
    expect(asked.endTime - asked.startTime).toBe(isSky ? 5_000 : 15_000);
    expect(asked.choiceList.map(({ content }) => content).toSorted()).toEqual(
      isSky ? ['빨강', '파랑'] : ['갈색', '초록'],
    );
    await goTo(room, 'reveal');
    const { answer } = host.last('endQuizTime')!;
    expect(asked.choiceList[answer - 1]?.content).toBe(isSky ? '파랑' : '갈색');
  });

  it.each([
    ['?title=%EC%9A%B0%EB%A6%AC%20%EB%B0%98', CSV, 'text/csv', '우리 반'],
    ['?title=Not%20this', JSON_FILE, 'application/json', 'My own'],
    ['?title=GIFT', 'Sky? {~red =blue}\n\nSun? {T}\n', 'text/plain', 'GIFT'],
    ['?title=XML', MOODLE, 'application/xml', 'XML'],
    ['?title=XML', MOODLE, 'text/xml', 'XML'],
    ['?title[]=a&title[]=b', CSV, 'text/csv', 'Custom quiz'],
    ['?title=%ff', CSV, 'text/csv', expect.any(String)],
  ])('calls the set as it is called in %s, or in the file', async (query, file, type, title) => {
    const { host, pin } = await hall.openRoom();
    const response = await send(pin, file, { token: host.token, query, type });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ title });
  });

  it.each([limits.SHEET_TYPE, 'text/csv', 'application/octet-stream'])(
    'takes a workbook as %s, and tells what it left out and changed',
    async (type) => {
      const { host, pin } = await hall.openRoom();
      const sheet = kahoot([
        ['Sky?', 'red', 'blue', undefined, undefined, 240, 2],
        ['Both?', 'red', 'blue', undefined, undefined, 20, '1,9'],
      ]);
      const response = await send(pin, sheet, { token: host.token, type, language: 'ko' });
      expect(await response.json()).toEqual({
        ...CHOICE,
        quizCount: 1,
        unit: 'row',
        skipped: [{ row: 10, message: expect.stringContaining('"1,9" 값은') }],
        notes: [{ row: 9, message: '시간 "240" 대신 120초로 했어요' }],
      });
      expect(
        (await host.wait('updateRoomQuizset', (one) => one.quizSetId === 'custom')).quizCount,
      ).toBe(1);
    },
  );

  it('takes a text, and refuses one without a question by its lines', async () => {
    const { host, pin } = await hall.openRoom();
    const by = { token: host.token, type: 'text/plain; charset=utf-8' };
    const response = await send(pin, '1. Sky?\n*a) blue\nb) red', by);
    expect(await response.json()).toEqual({ ...CHOICE, quizCount: 1 });
    const [status, { unit, rows }] = await refusal(send(pin, '\nhello', by));
    expect(status).toBe(400);
    expect({ unit, rows }).toEqual({
      unit: 'line',
      rows: [{ row: 2, message: 'has no choices below it' }],
    });
  });

  it('R3.3 takes JSON by cookie, from its own page, and again after a game', async () => {
    const room = await hall.openRoom();
    const by = { cookie: room.host.token, origin: hall.app.url, ...AS_JSON };
    for (let round = 0; round < 2; round++) {
      const response = await send(room.pin, JSON_FILE, by);
      expect(await response.json()).toEqual({ ...CHOICE, quizCount: 1, title: 'My own' });
      await goTo(room, 'question');
      expect(room.host.last('startQuizTime')?.quiz).toBe('Sky?');
      await room.host.do('endGame', {});
    }
    expect(await room.host.fail('updateRoomQuizset', { quizSetId: 'test-set' })).toBe('ok');
    expect(await room.host.fail('updateRoomQuizset', { quizSetId: 'custom' })).toBe('ok');
  });

  it('R3.3 takes it from the host of now only, and a wrong PIN looks like a foreign room', async () => {
    const { host, players, pin } = await hall.openRoom({}, 1);
    const guest = players[1]!;
    const by: Sending[] = [{}, { token: guest.token }, { cookie: guest.token }];
    by.push({ token: host.playerId }, { token: '' }, { token: `${host.token.slice(0, -4)}AAAA` });
    const bodies = new Set<string>();
    for (const sender of by) bodies.add(JSON.stringify(await refusal(send(pin, CSV, sender))));
    bodies.add(JSON.stringify(await refusal(send('000000', CSV, { token: host.token }))));
    bodies.add(JSON.stringify(await refusal(send('x', CSV, { token: host.token }))));
    expect([...bodies].map((body) => (JSON.parse(body) as [number, unknown])[0])).toEqual([403]);
    expect(host.all('updateRoomQuizset')).toHaveLength(1);
    // A good token beats a missing cookie, but a bad one is not rescued by a good cookie.
    expect((await send(pin, CSV, { token: guest.token, cookie: host.token })).status).toBe(403);
    await host.do('handOverHost', { playerId: guest.playerId });
    await guest.wait('updateHost');
    expect((await send(pin, CSV, { token: host.token })).status).toBe(403);
    expect((await send(pin, CSV, { token: guest.token })).status).toBe(200);
  });

  it('R10.1 refuses a foreign page, though the cookie is the host’s', async () => {
    const { host, pin } = await hall.openRoom();
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
      const [status, { code }] = await refusal(send(pin, CSV, { cookie: host.token, origin }));
      expect([status, code]).toEqual([403, 'FORBIDDEN']);
    }
  });

  it('R3.3 is for the lobby', async () => {
    const room = await hall.openRoom();
    for (const kind of ['countdown', 'question', 'reveal'] as const) {
      await goTo(room, kind);
      const [status, { code }] = await refusal(send(room.pin, CSV, { token: room.host.token }));
      expect([status, code]).toEqual([409, 'WRONG_PHASE']);
    }
    await goTo(room, 'question', 1);
    expect(room.host.last('startQuizTime')?.quiz).toMatch(/^Question/);
  });
});

describe.concurrent('quiz files that cannot be used', () => {
  async function bad(host: TestClient, pin: string, body: string | Buffer, by: Sending = {}) {
    const [status, error] = await refusal(send(pin, body, { token: host.token, ...by }));
    expect([status, error.code]).toEqual([400, 'BAD_QUIZ_FILE']);
    return error;
  }

  it('R10.1 names the rows of a CSV as a spreadsheet numbers them', async () => {
    const { host, pin } = await hall.openRoom();
    const file =
      'question,answer,choice1,choice2,seconds\nA?,1,x,y,5\n\nB?,3,x,y,5\nC?,1,x,x,5\nD?,1,x,y,1\n';
    const { rows } = await bad(host, pin, file);
    expect(rows?.map(({ row }) => row)).toEqual([4, 5, 6]);
    for (const { message } of rows ?? []) expect(message).not.toBe('');
  });

  it('R10.1 names the questions of a JSON file', async () => {
    const { host, pin } = await hall.openRoom();
    const good = { quiz: 'A?', choices: ['x', 'y'], answer: 1 };
    const questions = [good, { ...good, quiz: '' }, { ...good, quiz: 'C?', answer: 9 }, 7];
    const { rows } = await bad(host, pin, JSON.stringify({ questions }), AS_JSON);
    expect(rows?.map(({ row }) => row)).toEqual([2, 3, 4]);
  });

  it.each([
    [undefined, 'answer: is empty', 'The file is empty'],
    ['en', 'answer: is empty', 'The file is empty'],
    ['tlh, ko;q=0.5, en;q=0.7', 'answer: is empty', 'The file is empty'],
    ['tlh, ko;q=0.5', '정답: 비어 있어요', '파일이 비어 있어요'],
    ['ko', '정답: 비어 있어요', '파일이 비어 있어요'],
    ['ko-KR,ko;q=0.9,en;q=0.8', '정답: 비어 있어요', '파일이 비어 있어요'],
  ])('R10.1 tells them in the language asked for: %s', async (language, fault, whole) => {
    const { host, pin } = await hall.openRoom();
    const by = language === undefined ? {} : { language };
    const { rows } = await bad(host, pin, '문제,정답,보기1,보기2\n색?,,빨강,파랑\n', by);
    expect(rows).toEqual([{ row: 2, message: fault }]);
    expect((await bad(host, pin, '', by)).message).toBe(whole);
  });

  const hostile: [what: string, body: () => string | Buffer, by?: Sending][] = [
    ['an empty file', () => ''],
    ['blank lines', () => '\n \n'],
    ['a header alone', () => 'question,answer,choice1,choice2\n'],
    ['no header', () => 'A?,1,x,y\n'],
    ['an open quote', () => 'question,answer,choice1,choice2\n"A?,1,x,y\n'],
    ['a picture', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe, 0, 1])],
    ['201 questions', () => `question,answer,choice1,choice2\n${'A?,1,x,y\n'.repeat(201)}`],
    ['line breaks by the hundred thousand', () => CSV + '\n'.repeat(250_000)],
    ['broken JSON', () => '{"questions": [', AS_JSON],
    ['JSON null', () => 'null', AS_JSON],
    ['JSON that is deep', () => '['.repeat(100_000) + ']'.repeat(100_000), AS_JSON],
    ['JSON with a prototype', () => '{"__proto__":{"questions":[]},"questions":[]}', AS_JSON],
    ['a CSV called JSON', () => CSV, AS_JSON],
    ['JSON called CSV', () => JSON_FILE],
  ];

  it.each(hostile)('R10.1 refuses %s with a code and no stack', async (_what, body, by = {}) => {
    const { host, pin } = await hall.openRoom();
    const error = await bad(host, pin, body(), by);
    expect(JSON.stringify(error)).not.toMatch(/node_modules|\.js|\\n\s+at /);
    await settle(host, [host]);
    expect(host.all('updateRoomQuizset')).toHaveLength(1);
  });

  it('R10.1 takes 256 kB and not a byte more, packed or not', async () => {
    const { host, pin } = await hall.openRoom();
    const by = { token: host.token };
    const fill = (bytes: number): string => CSV + ' '.repeat(bytes - Buffer.byteLength(CSV));
    expect((await send(pin, fill(256 * 1024), by)).status).toBe(200);
    const tooLarge = send(pin, fill(256 * 1024 + 1), { ...by, language: 'ko' });
    const [status, { code, message }] = await refusal(tooLarge);
    expect([status, code]).toEqual([413, 'BAD_QUIZ_FILE']);
    expect(message).toBe('파일이 256 kB보다 커요');
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const [bombed] = await refusal(send(pin, bomb, { ...by, encoding: 'gzip' }));
    expect(bombed).toBe(413);
    const packed = await send(pin, gzipSync(CSV), { ...by, encoding: 'gzip' });
    expect(packed.status).toBe(200);
    const asSheet = { ...by, type: limits.SHEET_TYPE };
    const [sheetStatus, sheetError] = await refusal(
      send(pin, Buffer.alloc(limits.QUIZ_SHEET_MAX_BYTES + 1), asSheet),
    );
    expect([sheetStatus, sheetError.message]).toEqual([413, 'The file is larger than 1024 kB']);
    const [textStatus] = await refusal(send(pin, fill(256 * 1024 + 1), asSheet));
    expect(textStatus).toBe(400);
    for (const encoding of ['gzip', 'br', 'nonsense']) {
      const [broken] = await refusal(send(pin, CSV, { ...by, encoding }));
      expect(broken).toBeGreaterThanOrEqual(400);
      expect(broken).toBeLessThan(500);
    }
  });
});
