import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawLots, hashOfSeed } from '../../src/game/shared/draw-lots.js';
import { decodeBits } from '../../src/protocol/crowd.js';
import type { GameReport } from '../../src/protocol/index.js';
import { JSON_TYPE } from '../desk/desk-app.js';
import { ENGINES } from '../database/engines.js';
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
  let table: Table;
  let by: { cookie: string };

  beforeAll(async () => {
    await desk.open();
    by = await desk.signIn();
  });
  afterAll(async () => {
    table.close();
    await desk.close();
  });

  const next = async (): Promise<void> => {
    const { version } = table.host.last('phase')!;
    await table.host.do('nextPhase', { version });
    await table.host.wait('phase', (phase) => phase.version > version);
  };
  const file = async (id: string, which: string): Promise<string> =>
    (await desk.send('GET', `/results/${id}/file?format=csv&table=${which}&lang=en`, by)).text();

  it('R27.8 R27.10 have draws and points by hand, which lose their names with the others', async () => {
    table = new Table(desk.app.url);
    await table.open(by.cookie, ['Ann', 'Bob', 'Cid'], { ...HALL, scoring: 'flat' });
    const { host, pin } = table;
    const answer = await fetch(`${desk.app.url}/api/rooms/${pin}/quiz-set`, {
      method: 'POST',
      headers: { ...JSON_TYPE, authorization: `Bearer ${host.token}` },
      body: JSON.stringify(EVENING),
    });
    expect(answer.status).toBeLessThan(300);
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
    // What is kept no name is told by stays.
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
    // What the room tells later brings no name back.
    const now = host.last('phase')!.version;
    await host.do('givePoints', { version: now, playerId: ann!, points: 5, reason: 'Ann, too' });
    const bare = await desk.report(by, ({ given }) => given?.length === 2);
    expect(JSON.stringify({ ...bare, id: '' })).not.toMatch(/Ann|Bob|Cid/);
    expect(bare.players.map(({ score }) => score).toSorted((a, b) => b - a)).toEqual([
      250, 105, 0, 0,
    ]);
  });
});
