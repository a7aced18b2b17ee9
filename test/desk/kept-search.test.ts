import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/server/desk/accounts/accounts.js';
import { KeptSets } from '../../src/server/desk/sets/kept-sets.js';
import { setsWith } from '../../src/server/desk/sets/set-search.js';
import { ENGINES, testDatabase, type TestDatabase } from '../database/engines.js';
import { aDraft, aFile, aQuestion, DeskApp, refusal } from './desk-app.js';

const SETS = 60;
/** A letter over and over, and a word that is nearly that. */
const TEXT = 'a'.repeat(2_000);
const WORD = `${'a'.repeat(31)}b`;
const long = (n: number) =>
  aDraft(
    `Set ${n}`,
    Array.from({ length: 60 }, (_, i) => aQuestion(`${TEXT}${n}`, { id: `q${i}` })),
  );

const fileOf = (n: number) => ({
  ...aFile(`Set ${n}`),
  questions: Array.from({ length: 50 }, () => aFile('', `${'a'.repeat(300)}?`).questions[0]),
});

describe.each(ENGINES)('searches of texts that take long, with %s', (kind) => {
  let place: TestDatabase;
  let sets: KeptSets;
  let now = 1;
  beforeAll(async () => {
    place = await testDatabase(kind);
    sets = new KeptSets(place.database, () => now++);
    for (let n = 0; n < SETS; n++) await sets.create(OPERATOR, long(n));
  });
  afterAll(() => place.close());
  const search = (words: string, offset = 0) => sets.list(OPERATOR.hostId, words, offset);

  it('R15.22 find the same on every page, with how many there are', async () => {
    const first = await search('set');
    const second = await search('set', 50);
    expect([first.total, second.total]).toEqual([SETS, SETS]);
    const titles = [...first.sets, ...second.sets].map(({ title }) => title);
    expect(titles).toEqual(Array.from({ length: SETS }, (_, n) => `Set ${SETS - 1 - n}`));
    expect(await search(WORD)).toMatchObject({ sets: [], total: 0 });
  });

  it('R15.22 look for the first 32 characters of a word, in the first 64 kB of a text', async () => {
    await sets.create(OPERATOR, aDraft('가나'.repeat(40)));
    expect((await search(`${'가나'.repeat(16)}없는 말`)).total).toBe(0);
    expect((await search(`${'가나'.repeat(16)}없는말`)).total).toBe(1);
    expect((await search('나가')).total).toBe(1);
    const questions = ['x'.repeat(2_000), 'near', ...Array(40).fill('y'.repeat(2_000)), 'far'];
    await sets.create(
      OPERATOR,
      aDraft(
        'deep',
        questions.map((quiz, i) => aQuestion(quiz, { id: `${i}` })),
      ),
    );
    expect((await search('near deep')).total).toBe(1);
    expect((await search('far deep')).total).toBe(0);
  });

  it('R15.22 let everything else through between their queries', async () => {
    const words = Array.from({ length: 8 }, (_, n) => `${'a'.repeat(30 - n)}b`).join(' ');
    const progress = { isOver: false };
    const searching = search(words).finally(() => (progress.isOver = true));
    let between = 0;
    while (!progress.isOver) {
      await sets.usage(OPERATOR.hostId);
      between++;
      await sleep(1);
    }
    await searching;
    // The last one may have been behind the search.
    expect(between).toBeGreaterThan(1);
  });

  it('R15.22 are given up when they take too long', async () => {
    const { sets: some } = await search('set');
    const ids = some.map(({ id }) => id);
    await expect(setsWith(place.database, ids, ['a'], -1)).rejects.toMatchObject({ code: 'BUSY' });
  });
});

describe('searches of one account', () => {
  const desk = new DeskApp('SQLite', { HOSTS: 'anyone' });
  beforeAll(() => desk.open());
  afterAll(() => desk.close());

  it('R15.22 run one at a time: the others get BUSY, and those of others are answered', async () => {
    const [host, other] = [await desk.visitor(), await desk.visitor()];
    for (let n = 0; n < 4; n++) await desk.create(host, fileOf(n));
    await desk.create(other);
    const find = (by: { cookie: string }) => desk.send('GET', '/sets?search=set', by);
    const answers = await Promise.all(Array.from({ length: 12 }, () => find(host)));
    const found = await find(other);
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(found.status).toBe(200);
    const busy = answers[statuses.indexOf(503)] as Response;
    expect(await refusal(Promise.resolve(busy))).toEqual([503, 'BUSY']);
    expect((await find(host)).status).toBe(200);
  });
});
