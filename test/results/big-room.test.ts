import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits, type ResultsPayload } from '../../src/protocol/index.js';
import { refusal } from '../desk/desk-app.js';
import { HALL, ResultsApp, Table, tableIn, tableOf } from './results-app.js';

const GUESTS = 60;
const ALL = GUESTS + 1;

describe('R23.5 the whole table of a game in a big room', () => {
  const desk = new ResultsApp('SQLite', { HOSTS: 'anyone' });
  let table: Table;
  let by: { cookie: string };
  let told: ResultsPayload;
  /** Of the last game, as a host without an account gets it. */
  let lastGame: string;

  beforeAll(async () => {
    await desk.open();
    by = await desk.visitor();
    table = new Table(desk.app.url, { format: 'compact2' });
    const names = Array.from({ length: GUESTS }, (_, n) => `Player ${n + 1}`);
    await table.open(by.cookie, names, { ...HALL, maxPlayerCount: 600 });
    lastGame = `${desk.app.url}/api/rooms/${table.pin}/results`;
    await table.host.do('startGame', {});
    await table.question((player) => player % 3 === 0);
    await table.question((player) => player % 2 === 0);
    told = await table.end();
  });
  afterAll(async () => {
    table.close();
    await desk.close();
  });

  const bearer = (n: number) => ({ authorization: `Bearer ${table.clients[n]?.token}` });
  const rowsIn = (csv: string): number => csv.trimEnd().split('\r\n').length - 1;

  it('pages are told the first 50, and the kept results have everybody, as a file, too', async () => {
    expect([told.results.length, told.ranked]).toEqual([limits.CROWD_RESULTS, ALL]);
    const report = await desk.report(by, ({ endedAt }) => endedAt !== null);
    expect(tableOf(report).slice(0, limits.CROWD_RESULTS)).toEqual(tableIn(told.results));
    const names = report.players.map(({ name }) => name).toSorted();
    const all = ['Host', ...Array.from({ length: GUESTS }, (_, n) => `Player ${n + 1}`)];
    expect(names).toEqual(all.toSorted());
    expect(report.questions.map(({ answers }) => answers.length)).toEqual([ALL, ALL]);
    expect(new Set(report.players.map(({ rank }) => rank)).size).toBeGreaterThan(2);
    const file = await desk.send('GET', `/results/${report.id}/file?format=csv&table=ranking`, by);
    expect(rowsIn(await file.text())).toBe(ALL);
    const workbook = await desk.send('GET', `/results/${report.id}/file?format=xlsx`, by);
    expect(workbook.status).toBe(200);
  });

  it('another host, and a player, get nothing of the kept results', async () => {
    const { id } = await desk.report(by, ({ endedAt }) => endedAt !== null);
    const other = await desk.visitor();
    for (const path of [`/results/${id}`, `/results/${id}/file?format=csv&table=ranking`]) {
      for (const who of [other, bearer(1)])
        expect((await refusal(desk.send('GET', path, who)))[1]).toMatch(
          /^(GAME_NOT_FOUND|FORBIDDEN|NOT_SIGNED_IN)$/,
        );
      expect((await desk.send('GET', path)).ok).toBe(false);
    }
    expect(await desk.games(other)).toEqual([]);
  });

  it('the last game is whole for those who run the room, and for nobody else', async () => {
    const file = `${lastGame}/file?format=csv&table=ranking`;
    const csv = await (await fetch(file, { headers: by })).text();
    expect(rowsIn(csv)).toBe(ALL);
    for (const headers of [bearer(1), await desk.visitor(), {}])
      expect(await refusal(fetch(file, { headers }))).toEqual([403, 'FORBIDDEN']);
    const read = async (headers: Record<string, string>): Promise<ResultsPayload> =>
      (await (await fetch(lastGame, { headers })).json()) as ResultsPayload;
    expect((await read(by)).results).toHaveLength(ALL);
    // A player has what pages are told.
    const { results, ranked } = await read(bearer(1));
    expect([results, ranked]).toEqual([told.results, ALL]);
    expect(await refusal(fetch(lastGame, { headers: await desk.visitor() }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
  });
});
