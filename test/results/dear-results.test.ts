import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { KeptGames } from '../../src/server/desk/results/kept-games.js';
import { JSON_TYPE, refusal } from '../desk/desk-app.js';
import { HALL, ResultsApp, Table } from './results-app.js';

/** R10.6: what was made of a game is kept until it is another one, and is for nobody else. */
describe('results that were made before', () => {
  const desk = new ResultsApp('SQLite');
  let host: { cookie: string };
  let id: string;
  beforeAll(async () => {
    await desk.open();
    host = await desk.signIn();
    const hall = new Table(desk.app.url);
    await hall.open(host.cookie, ['Ann', 'Bo']);
    await hall.host.do('startGame', {});
    await hall.question((n) => n === 0);
    await hall.end();
    const report = await desk.report(host, ({ endedAt }) => endedAt !== null, HALL.title);
    id = report.id;
    hall.close();
  });
  afterAll(() => desk.close());

  it('R10.6 are made once for each language and format, and anew after a correction', async () => {
    const made = vi.spyOn(KeptGames.prototype, 'report');
    onTestFinished(() => made.mockRestore());
    const file = async (query: string): Promise<string> => {
      const answer = await desk.send('GET', `/results/${id}/file?${query}`, host);
      expect(answer.status).toBe(200);
      return Buffer.from(await answer.arrayBuffer()).toString('latin1');
    };
    const first = await file('format=csv&table=answers&lang=en');
    expect(await file('format=csv&table=answers&lang=en')).toBe(first);
    expect(made).toHaveBeenCalledTimes(1);
    expect(await file('format=csv&table=answers&lang=ko')).not.toBe(first);
    // In every language; another one than ours is as none.
    expect(await file('format=csv&table=answers&lang=en-XA')).not.toBe(first);
    expect(await file('format=csv&table=answers&lang=__proto__')).toBe(first);
    await file('format=xlsx&lang=en');
    await file('format=xlsx&lang=en&table=answers');
    expect(made).toHaveBeenCalledTimes(4);
    const before = await desk.read(`/results/${id}`, host);
    expect(await desk.read(`/results/${id}`, host)).toEqual(before);
    const calls = made.mock.calls.length;
    const ruling = JSON.stringify({ isVoid: true, rights: null });
    const path = `/results/${id}/questions/0.0.0`;
    const corrected = await desk.send('PUT', path, { ...JSON_TYPE, ...host }, ruling);
    expect(await corrected.json()).not.toEqual(before);
    expect(await file('format=csv&table=answers&lang=en')).not.toBe(first);
    expect(made.mock.calls.length).toBe(calls + 2);
  });

  it('R10.6 are for whoever has the right to them, also where they are kept', async () => {
    const path = `/results/${id}/file?format=xlsx&lang=en`;
    expect((await desk.send('GET', path, host)).status).toBe(200);
    expect(await refusal(desk.send('GET', path))).toEqual([401, 'NOT_SIGNED_IN']);
    await desk.send('DELETE', `/results/${id}`, host);
    expect(await refusal(desk.send('GET', path, host))).toEqual([404, 'GAME_NOT_FOUND']);
  });
});
