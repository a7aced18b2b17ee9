import { dirname, join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SqliteThread } from '../../src/server/platform/database/sqlite/sqlite-thread.js';
import { OPERATOR } from '../../src/server/desk/accounts/accounts.js';
import type { DraftSet } from '../../src/protocol/index.js';
import { KeptSets } from '../../src/server/desk/sets/kept-sets.js';
import { testDatabase, WORKER_FILE, type TestDatabase } from '../database/engines.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const SETS = 100;
const QUESTIONS = 200;
const WORDS = ['하늘', '바다', '에펠탑', '무지개', '대한민국', '피아노', '올림픽', '세종대왕'];

function aDraft(number: number): DraftSet {
  const word = (n: number): string => WORDS[n % WORDS.length] ?? '';
  const questions = Array.from({ length: QUESTIONS }, (_, n) => ({
    id: `q${n}`,
    kind: 'choice' as const,
    quiz: `${number}-${n} ${word(n)}에 대한 질문 가운데 ${word(n + number)} 이야기는 어느 것일까요?`,
    choices: [1, 2, 3, 4].map((choice) => `${word(n + choice)} ${choice}`),
    answers: [(n % 4) + 1],
    limitTime: 15,
    points: 1 as const,
  }));
  return { title: `문제집 ${number}`, language: 'ko', labels: [], questions };
}

interface Figures {
  /** How long each took, in ms. */
  p50: number;
  p95: number;
  /** How late the loop was at most while one was under way, in ms. */
  late50: number;
  late95: number;
}

const at = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;

async function measure(times: number, work: (n: number) => Promise<unknown>): Promise<Figures> {
  const lateness = monitorEventLoopDelay({ resolution: 1 });
  const [took, late]: [number[], number[]] = [[], []];
  for (let n = 0; n < times; n++) {
    lateness.reset();
    lateness.enable();
    await sleep(5);
    const began = performance.now();
    await work(n);
    took.push(performance.now() - began);
    await sleep(5);
    lateness.disable();
    // It counts from one look to the next, which are a millisecond apart.
    late.push(lateness.max / 1e6 - 1);
  }
  return { p50: at(took, 0.5), p95: at(took, 0.95), late50: at(late, 0.5), late95: at(late, 0.95) };
}

describe('20,000 questions in a file', () => {
  let place: TestDatabase;
  let sets: KeptSets;
  const ids: string[] = [];

  beforeAll(async () => {
    place = await testDatabase('SQLite');
    sets = new KeptSets(place.database);
    for (let n = 0; n < SETS; n++) ids.push((await sets.create(OPERATOR, aDraft(n))).id);
  }, 120_000);
  afterAll(() => place.close());

  it('are searched, saved and copied while the loop goes on', async () => {
    // What other programs on this machine do to the loop.
    const idle = await measure(20, () => sleep(20));
    const search = await measure(40, (n) =>
      sets.list(OPERATOR.hostId, n % 2 === 0 ? '펠탑' : '질문 세종 99-199', 0),
    );
    expect((await sets.list(OPERATOR.hostId, '99-199', 0)).total).toBe(1);
    const text = JSON.stringify(aDraft(0));
    const save = await measure(60, async (n) => {
      // What a request costs, from its body on.
      const draft = await sets.drafts.parse(Buffer.from(text));
      return sets.save(OPERATOR, ids[0] ?? '', n + 1, draft, 'ko');
    });
    const copy = join(dirname(place.place), 'copy.db');
    const backup = await measure(3, (n) =>
      SqliteThread.backUp(WORKER_FILE, place.place, `${copy}${n}`),
    );
    const rows = { idle, search, save, backup };
    for (const [name, row] of Object.entries(rows)) {
      const figures = Object.entries(row).map(([key, ms]) => `${key} ${ms.toFixed(1)} ms`);
      console.log(`${name}: ${figures.join(', ')}`);
    }
    // Medians, as other programs on this machine have their share in the rest.
    expect(search.p50).toBeLessThan(pace.allow(100));
    expect(save.p50).toBeLessThan(pace.allow(50));
    for (const { late50 } of Object.values(rows)) expect(late50).toBeLessThan(pace.allow(20));
  }, 120_000);
});
