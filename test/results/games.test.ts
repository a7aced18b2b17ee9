import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { GameReport, KeptGame, RoomDoor } from '../../src/protocol/index.js';
import { JSON_TYPE, refusal } from '../desk/desk-app.js';
import { ENGINES } from '../database/engines.js';
import { HALL, ResultsApp, Table, tableIn, tableOf } from './results-app.js';

const RULING = JSON.stringify({ isVoid: true, rights: null });

describe.each(ENGINES)('results of games, with %s', (kind) => {
  const desk = new ResultsApp(kind);
  let table: Table;
  let by: { cookie: string };

  beforeAll(async () => {
    await desk.open();
    by = await desk.signIn();
  });
  afterAll(() => desk.close());
  afterEach(() => table.close());

  async function seat(
    names: string[],
    title: string = HALL.title,
    cookie = by.cookie,
  ): Promise<Table> {
    table = new Table(desk.app.url);
    await table.open(cookie, names, { ...HALL, title });
    return table;
  }

  const put = (id: string, path: string, body: string, headers = by): Promise<Response> =>
    desk.send('PUT', `/results/${id}${path}`, { ...JSON_TYPE, ...headers }, body);

  it('R17.1 R17.3 keeps what players saw, question by question, with those who left', async () => {
    await seat(['Ann', 'Bob', 'Cid']);
    await table.host.do('startGame', {});
    await table.question((player) => player < 2);
    const running = await desk.report(by, ({ questions }) => questions.length === 1);
    expect(running).toMatchObject({ endedAt: null, players: { length: 4 } });
    await table.clients.pop()?.do('exitRoom', {});
    await table.host.until(() => table.host.all('exitRoom').length > 0);
    await table.question((player) => player === 1);
    const told = await table.end();
    const report = await desk.report(by, ({ endedAt }) => endedAt !== null);
    const { players, questions, link } = report;
    expect(tableOf(report).slice(0, 3)).toEqual(tableIn(told.results));
    expect(tableOf(report)[3]).toEqual(['Cid', 0, null]);
    expect(link).toBeNull();
    expect(questions.map(({ shown, rights }) => [shown?.quiz.slice(0, 8), rights.length])).toEqual(
      Array.from({ length: 2 }, () => ['Question', 1]),
    );
    expect(questions[0]?.answers).toHaveLength(4);
    expect(players[0]).toMatchObject({ name: 'Ann', played: 2, rights: 2 });
    const [game] = await desk.games(by);
    expect(game).toMatchObject({ players: 3, asked: 2, setTitle: 'Test set', hasNames: true });
  });

  it('R17.3 follows what the host corrects while the room is there', async () => {
    await seat(['Ann'], 'Corrected');
    await table.host.do('startGame', {});
    await table.question((player) => player === 0);
    await table.end();
    const version = table.host.last('phase')?.version ?? 0;
    await table.host.do('correctQuestion', { version, question: 0, isVoid: true, rights: null });
    const report = await desk.report(
      by,
      ({ questions }) => questions[0]?.isVoid === true,
      'Corrected',
    );
    expect(report.players.map(({ score }) => score)).toEqual([0, 0]);
  });

  it('R17.4 R17.5 are for their host only, who corrects them and takes that back', async () => {
    await seat(['Ann'], 'Own');
    await table.host.do('startGame', {});
    await table.question((player) => player === 1);
    const told = await table.end();
    const before = await desk.report(by, ({ endedAt }) => endedAt !== null, 'Own');
    expect(tableOf(before)).toEqual(tableIn(told.results));
    const { id } = before;
    const stranger = await desk.visitor();
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['DELETE', '/names'],
      ['DELETE', '/link'],
      ['GET', '/file?format=csv'],
    ] as const)
      expect(await refusal(desk.send(method, `/results/${id}${path}`, stranger))).toEqual([
        401,
        'NOT_SIGNED_IN',
      ]);
    const corrected = (await (await put(id, '/questions/0.0.0', RULING)).json()) as GameReport;
    expect(corrected.players.map(({ score }) => score)).toEqual([0, 0]);
    // The room does not change it any more.
    const version = table.host.last('phase')?.version ?? 0;
    await table.host.do('correctQuestion', { version, question: 0, isVoid: false, rights: [1, 2] });
    const back = JSON.stringify({ isVoid: false, rights: null });
    const again = (await (await put(id, '/questions/0.0.0', back)).json()) as GameReport;
    expect(tableOf(again)).toEqual(tableOf(before));
    for (const bad of ['{}', '{"isVoid":false,"rights":[9]}', '{"isVoid":false,"rights":[]}'])
      expect(await refusal(put(id, '/questions/0.0.0', bad))).toEqual([400, 'BAD_REQUEST']);
    for (const wrong of ['7.0.0', '0.1.0', '0.0.1'])
      expect(await refusal(put(id, `/questions/${wrong}`, RULING))).toEqual([
        404,
        'GAME_NOT_FOUND',
      ]);
    for (const bad of ['0', '0.0', '0.0.0.0', '0.0.-1', '0.0.x', '0.0.99999'])
      expect(await refusal(put(id, `/questions/${bad}`, RULING))).toEqual([400, 'BAD_REQUEST']);
    const other = { ...by, origin: 'http://evil.example' };
    expect(await refusal(put(id, '/questions/0.0.0', RULING, other))).toEqual([403, 'FORBIDDEN']);
  });

  it('R17.6 a public link shows names and questions only where they are ticked', async () => {
    await seat(['Ann'], 'Linked');
    await table.host.do('startGame', {});
    await table.question(() => true);
    await table.end();
    const { id } = await desk.report(by, ({ endedAt }) => endedAt !== null, 'Linked');
    // The secret stands in no address, so that it is in no log.
    const open = (secret: string): Promise<Response> =>
      desk.send('POST', '/report', JSON_TYPE, JSON.stringify({ secret }));
    const show = async (link: object): Promise<[string, GameReport]> => {
      const { secret } = (await (await put(id, '/link', JSON.stringify(link))).json()) as {
        secret: string;
      };
      return [secret, (await (await open(secret)).json()) as GameReport];
    };
    const [first, hidden] = await show({ names: false, questions: false });
    // Its id is drawn, and may hold any letters.
    const text = JSON.stringify({ ...hidden, id: '' });
    for (const word of ['Ann', 'Host', 'Question', 'right', 'wrong', 'Test set', 'Linked'])
      expect(text.replaceAll('"rights"', '').replaceAll('"rightMs"', '')).not.toContain(word);
    expect(hidden.players.map(({ score }) => score)).toHaveLength(2);
    // The day, and no time by which the game is known.
    const day = 24 * 3_600_000;
    for (const time of [hidden.startedAt, hidden.endedAt, hidden.keepUntil])
      expect((time ?? 0) % day).toBe(day / 2);
    // Not by which zone, and where, they answered.
    const [blank] = hidden.questions;
    expect(blank).toMatchObject({ summary: null, rights: [], choices: 0 });
    expect(blank?.answers.map(([, value, , , , , x, y]) => [value, x, y])).toEqual(
      hidden.players.map(() => [0, 0, 0]),
    );
    expect(blank?.answers.map(([, , , , isRight]) => isRight)).toEqual([1, 1]);
    const [second, shown] = await show({ names: true, questions: true });
    expect(JSON.stringify(shown)).toContain('Ann');
    expect(shown.questions[0]?.shown?.quiz).toContain('Question');
    expect(await refusal(open(first))).toEqual([404, 'GAME_NOT_FOUND']);
    expect(await refusal(desk.send('POST', '/report', JSON_TYPE, '{}'))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
    await desk.send('DELETE', `/results/${id}/link`, by);
    expect((await open(second)).status).toBe(404);
  });

  it('R17.6 loses its names for good, and then itself', async () => {
    await seat(['Ann'], 'Forgotten');
    await table.host.do('startGame', {});
    await table.question(() => true);
    const { id } = await desk.report(by, ({ asked }) => asked !== 0, 'Forgotten');
    expect((await desk.send('DELETE', `/results/${id}/names`, by)).status).toBe(204);
    await table.question(() => true);
    await table.end();
    const report = await desk.report(by, ({ endedAt }) => endedAt !== null, 'Forgotten');
    expect(report.players.map(({ name }) => name)).toEqual(['', '']);
    expect(report).toMatchObject({ hasNames: false });
    expect((await desk.send('DELETE', `/results/${id}`, by)).status).toBe(204);
    expect((await desk.games(by)).map((game: KeptGame) => game.id)).not.toContain(id);
  });

  it('R17.1 says so at the door, and keeps nothing for who is nobody here', async () => {
    const door = async (): Promise<RoomDoor> => {
      const answer = await fetch(`${desk.app.url}/api/rooms/${table.pin}/door`, {
        headers: await desk.visitor(),
      });
      return (await answer.json()) as RoomDoor;
    };
    await seat([], 'Kept');
    expect(await door()).toEqual({ resultsKept: true, tracksKept: false });
    expect(table.host.last('updateRoomOption')).toMatchObject({ resultsKept: true });
    table.close();
    const games = (await desk.games(by)).length;
    await seat(['Ann'], 'Nobody', '');
    expect(await door()).toEqual({ resultsKept: false, tracksKept: false });
    expect(table.host.last('updateRoomOption')).not.toHaveProperty('resultsKept');
    await table.host.do('startGame', {});
    await table.question(() => true);
    await table.end();
    const headers = { authorization: `Bearer ${table.host.token}` };
    const file = `${desk.app.url}/api/rooms/${table.pin}/results/file?format=csv&lang=en`;
    const csv = await (await fetch(file, { headers })).text();
    expect(csv.split('\r\n')[1]).toMatch(/^1,"(Host|Ann)",\d+,1,1,1$/);
    const guest = { authorization: `Bearer ${table.clients[1]?.token}` };
    expect(await refusal(fetch(file, { headers: guest }))).toEqual([403, 'FORBIDDEN']);
    expect((await desk.games(by)).length).toBe(games);
  });
});
