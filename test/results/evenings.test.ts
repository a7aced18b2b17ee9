import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawLots, hashOfSeed } from '../../src/game/shared/draw-lots.js';
import { decodeBits } from '../../src/protocol/crowd.js';
import type { GameReport } from '../../src/protocol/index.js';
import { JSON_TYPE } from '../desk/desk-app.js';
import { ENGINES } from '../database/engines.js';
import type { TestClient } from '../support/client.js';
import { HALL, ResultsApp, Table, tableIn, tableOf } from './results-app.js';

const EVENING = {
  version: 2,
  title: 'Evening',
  language: 'en',
  questions: [
    { kind: 'draw', title: 'A book', among: 'everybody', winners: 2 },
    { kind: 'round', name: 'One' },
    { quiz: 'Is it?', choices: ['right', 'wrong'], answer: 1, limitTime: 60 },
    { kind: 'draw', title: '=1+1', among: 'noPrize', winners: 10 },
    { kind: 'slide', title: 'Bye', text: '' },
  ],
};

describe.each(ENGINES)('results of an evening, with %s', (kind) => {
  const desk = new ResultsApp(kind);
  const tables: Table[] = [];
  let table: Table;
  let by: { cookie: string };

  beforeAll(async () => {
    await desk.open();
    by = await desk.signIn();
  });
  afterAll(async () => {
    for (const one of tables) one.close();
    await desk.close();
  });

  const next = async (): Promise<void> => {
    const { version } = table.host.last('phase')!;
    await table.host.do('nextPhase', { version });
    await table.host.wait('phase', (phase) => phase.version > version);
  };
  /** A hall of three whose host has brought this file. */
  async function openWith(evening: object, options: object = {}): Promise<TestClient> {
    tables.push((table = new Table(desk.app.url)));
    await table.open(by.cookie, ['Ann', 'Bob', 'Cid'], { ...HALL, scoring: 'flat', ...options });
    const { host, pin } = table;
    const answer = await fetch(`${desk.app.url}/api/rooms/${pin}/quiz-set`, {
      method: 'POST',
      headers: { ...JSON_TYPE, authorization: `Bearer ${host.token}` },
      body: JSON.stringify(evening),
    });
    expect(answer.status).toBeLessThan(300);
    return host;
  }
  const file = async (id: string, which: string): Promise<string> =>
    (await desk.send('GET', `/results/${id}/file?format=csv&table=${which}&lang=en`, by)).text();

  it('R27.8 R27.10 have draws and points by hand, which lose their names with the others', async () => {
    const host = await openWith(EVENING);
    await next();
    await next();
    await host.do('startGame', {});
    await table.question((player) => player === 1);
    const { version } = host.last('phase')!;
    const [, ann, bob] = table.clients.map(({ playerId }) => playerId ?? '');
    const gift = { version, points: 250, reason: '=Bob sang' };
    await host.do('givePoints', { ...gift, playerId: bob! });
    await host.do('givePoints', { ...gift, playerId: ann!, points: -30, reason: 'Late' });
    const running = await desk.report(by, ({ given }) => given?.length === 2);
    expect(running.draws).toHaveLength(1);
    await host.do('takeBackPoints', { version, id: 2 });
    await desk.report(by, ({ given }) => given?.length === 1);
    await table.end();
    await next();
    await next();
    const told = host.last('endGame')!;
    const report = await desk.report(by, ({ draws }) => draws?.length === 2);
    expect(tableOf(report)).toEqual(tableIn(told.results));
    expect(tableOf(report)[0]).toEqual(['Bob', 250, 1]);
    expect(report.given).toEqual([{ points: 250, reason: '=Bob sang', player: 0, team: null }]);
    for (const draw of report.draws ?? []) {
      expect(hashOfSeed(draw.seed)).toBe(draw.hash);
      const slots = decodeBits(draw.slots);
      expect(draw.count).toBe(slots.length);
      expect(draw.winners.map(({ slot }) => slot)).toEqual(
        drawLots(draw.seed, slots, draw.winners.length),
      );
    }
    const [book, other] = report.draws!;
    expect(
      book?.winners.map(({ name }) => name).every((name) => /^(Ann|Bob|Cid)$/.test(name)),
    ).toBe(true);
    expect(other).toMatchObject({ title: '=1+1', among: 'noPrize' });
    const { id } = report;
    expect(await file(id, 'given')).toContain('"Bob","",250,"\'=Bob sang"');
    expect((await file(id, 'draws')).split('\r\n')[1]).toMatch(
      /^"A book","(Ann|Bob|Cid)",\d,3,"[0-9a-f]{64}","[0-9a-f]{64}"$/,
    );
    // A link without names shows what tells none.
    const link = await desk.send(
      'PUT',
      `/results/${id}/link`,
      { ...JSON_TYPE, ...by },
      JSON.stringify({ names: false, questions: true }),
    );
    const { secret } = (await link.json()) as { secret: string };
    const shown = await desk.send('POST', '/report', JSON_TYPE, JSON.stringify({ secret }));
    const hidden = (await shown.json()) as GameReport;
    expect(JSON.stringify(hidden)).not.toMatch(/Ann|Bob|Cid/);
    expect(hidden.draws?.map(({ seed }) => seed)).toEqual([book!.seed, other!.seed]);
    expect((await desk.send('DELETE', `/results/${id}/names`, by)).status).toBe(204);
    // Later news of the room bring no name back.
    const now = host.last('phase')!.version;
    await host.do('givePoints', { version: now, playerId: ann!, points: 5, reason: 'Ann, too' });
    const bare = await desk.report(by, ({ given }) => given?.length === 2);
    expect(JSON.stringify({ ...bare, id: '' })).not.toMatch(/Ann|Bob|Cid/);
    expect(bare.players.map(({ score }) => score).toSorted((a, b) => b - a)).toEqual([
      250, 105, 0, 0,
    ]);
  });

  it('R17.3 R27.8 of slides and draws alone have who was there and what they won', async () => {
    const title = 'Slides';
    const host = await openWith(EVENING, { title });
    const { revision, items } = await host.wait('programme');
    const round = items.find(({ kind }) => kind === 'round');
    await host.do('editProgramme', { revision, leaveOut: { item: round!.id, isOut: true } });
    await next();
    await next();
    const report = await desk.report(by, ({ draws }) => draws?.length === 1, title);
    expect(report).toMatchObject({ questions: [], setTitle: 'Evening' });
    expect(report.endedAt).not.toBeNull();
    expect(report.players.map(({ name }) => name).toSorted()).toEqual([
      'Ann',
      'Bob',
      'Cid',
      'Host',
    ]);
    expect(report.draws?.[0]?.winners).toHaveLength(2);
    const [head, ...rows] = (await file(report.id, 'ranking')).trim().split('\r\n');
    expect(head).toContain('"Name"');
    expect(rows).toHaveLength(4);
    for (const row of rows) expect(row).toMatch(/^,"/);
    expect((await file(report.id, 'draws')).split('\r\n')).toHaveLength(4);
    const games = await desk.games(by);
    expect(games.find(({ id }) => id === report.id)).toMatchObject({ asked: 0, players: 4 });
  });

  it('R17.3 R27.10 whose game ended before a question have its points by hand, in one record', async () => {
    const title = 'Early end';
    const host = await openWith(EVENING, { title });
    await next();
    await next();
    const before = await desk.report(by, ({ draws }) => draws?.length === 1, title);
    expect(before).toMatchObject({ questions: [], endedAt: null });
    await host.do('startGame', {});
    const { version } = await host.wait('phase', ({ kind }) => kind === 'countdown');
    // A step back, as the start was too early, makes no other game of it.
    await host.do('backToItem', { version });
    await host.do('startGame', {});
    const again = await host.wait(
      'phase',
      (phase) => phase.kind === 'countdown' && phase.version > version,
    );
    const [, ann] = table.clients.map(({ playerId }) => playerId ?? '');
    const gift = { version: again.version, playerId: ann!, points: 40, reason: 'First here' };
    await host.do('givePoints', gift);
    await table.end();
    const report = await desk.report(by, ({ endedAt }) => endedAt !== null, title);
    expect(report.id).toBe(before.id);
    expect(report).toMatchObject({ questions: [], given: [{ points: 40 }] });
    expect(report.draws).toHaveLength(1);
    expect(tableOf(report)[0]).toEqual(['Ann', 40, 1]);
    const titled = (await desk.games(by)).filter(({ roomTitle }) => roomTitle === title);
    expect(titled).toHaveLength(1);
  });
});
