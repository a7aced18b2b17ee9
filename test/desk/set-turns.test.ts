import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/server/desk/accounts/accounts.js';
import {
  limits,
  type DraftQuestion,
  type DraftRow,
  type DraftSet,
} from '../../src/protocol/index.js';
import { checkSet } from '../../src/server/desk/sets/check-drafts.js';
import { readDraftSet } from '../../src/server/desk/sets/draft-schema.js';
import { KeptSets } from '../../src/server/desk/sets/kept-sets.js';
import { testDatabase, type TestDatabase } from '../database/engines.js';
import type { AskedSet } from './desk-app.js';
import { leastAsKnown, longestTurnMs } from '../support/turns.js';

/** Takes longest to look at, as a normal form has to sort it, and cannot be played. */
const marks = (units: number): string =>
  `a${'\u0301'.repeat(units / 2)}${'\u0316'.repeat(units / 2)}`;
const syllables = (units: number): string => '가'.repeat(units);

/** As large as a set may be. */
function fullSet(text: (units: number) => string): AskedSet {
  const questions: DraftQuestion[] = Array.from({ length: 200 }, (_, n) => ({
    id: `q${n}`,
    kind: 'choice',
    quiz: `${n} ${text(280)}`,
    choices: Array.from({ length: 10 }, (__, choice) => `${choice} ${text(40)}`),
    answers: [1],
    limitTime: 15,
    points: 1,
  }));
  const set = { title: 'Full', language: 'ko' as const, labels: [], questions };
  while (Buffer.byteLength(JSON.stringify(set)) >= limits.QUIZ_FILE_MAX_BYTES) questions.pop();
  return set;
}

describe('R10.9 a kept set of full size takes no long turn of the loop', () => {
  let place: TestDatabase;
  let sets: KeptSets;
  let body: Buffer;
  let id: string;
  let played: string;
  /** Its rounds are of twenty sets of full size. */
  let evening: string;
  let revision = 1;
  beforeAll(async () => {
    place = await testDatabase('SQLite');
    sets = new KeptSets(place.database);
    const set = fullSet(marks);
    body = Buffer.from(JSON.stringify(set));
    if (body.length < 200_000) throw new Error('the set is small');
    id = (await sets.create(OPERATOR, set)).id;
    const saved = await sets.create(OPERATOR, fullSet(syllables));
    if (saved.playable < saved.count) throw new Error('the set cannot be played');
    played = saved.id;
    const others: string[] = [];
    for (let n = 0; n < 20; n++) others.push((await sets.create(OPERATOR, fullSet(syllables))).id);
    const rounds = others.map((setId, n): DraftRow => {
      return { id: `r${n}`, kind: 'round', setId, count: 10 };
    });
    evening = (await sets.create(OPERATOR, { ...set, questions: rounds })).id;
  });
  afterAll(() => place.close());

  it.each<[string, number, () => Promise<unknown>]>([
    [
      'saved',
      // The thread of the database counts as well.
      30,
      async () => {
        const draft = await sets.drafts.parse(body);
        return sets.save(OPERATOR, id, revision++, draft);
      },
    ],
    [
      'opened',
      15,
      async () => sets.drafts.check((await sets.find(OPERATOR.hostId, id))!.questions, 'ko'),
    ],
    ['chosen in a room', 15, () => sets.playable(OPERATOR.hostId, played)],
    ['named by an evening', 15, () => sets.playable(OPERATOR.hostId, evening)],
  ])('when it is %s: less than %s ms', async (_, mostMs, work) => {
    expect(await leastAsKnown(mostMs, () => longestTurnMs(work))).toBeLessThan(mostMs);
  });

  it('as its questions are looked at one by one', () => {
    const { questions } = JSON.parse(body.toString()) as DraftSet;
    const stopsOf = (steps: Generator<void, unknown>): number => {
      let stops = 0;
      while (steps.next().done !== true) stops++;
      return stops;
    };
    for (const steps of [readDraftSet(body), checkSet(questions, 'ko')])
      expect(stopsOf(steps)).toBe(questions.length);
  });

  it('and a body of more than a quiz file is not looked at', async () => {
    await expect(
      sets.drafts.parse(Buffer.concat([body, Buffer.alloc(100_000, ' ')])),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });
});
