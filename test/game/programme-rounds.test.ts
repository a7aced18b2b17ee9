import { describe, expect, it } from 'vitest';
import { seeded } from '../../load-test/swarm/seeded.js';
import { itemOf } from '../../src/game/shared/draft-items.js';
import { gatherRounds, type PlayableRow } from '../../src/game/shared/programme-rounds.js';
import type { PlayableItem, Question } from '../../src/game/shared/quiz-set.js';
import type { RoundItem } from '../../src/protocol/index.js';
import { BREAK, ROUND, SLIDE, STANDINGS } from '../support/items.js';

const random = seeded(7);
const ask = (quiz: string): Question => ({ kind: 'ox', quiz, answer: 'O', limitTime: 10 });
const many = (count: number, name = 'q'): Question[] =>
  Array.from({ length: count }, (_, n) => ask(`${name}${n}`));
const round = (id: string, changes: Partial<RoundItem> = {}): RoundItem =>
  Object.assign(itemOf({ id, kind: 'round', name: id }), changes);

const gather = (rows: readonly PlayableRow[], others: Record<string, Question[]> = {}) =>
  gatherRounds(rows, new Map(Object.entries(others)), random);
/** A round by its name and its questions, another item by its kind. */
const plain = (programme: readonly PlayableItem[] = []): unknown[] =>
  programme.map((item) =>
    item.kind === 'round' ? [item.name, item.questions.map(({ quiz }) => quiz).join()] : item.kind,
  );

describe('the rounds of an evening', () => {
  it('R27.20 are none in a set without items', () => {
    const rows = many(3);
    expect(gather(rows)).toEqual({ questions: rows, taken: 3 });
  });

  it('R27.22 have the questions that follow, up to the next item', () => {
    const [a, b, c, d, e] = many(5) as [Question, Question, Question, Question, Question];
    const slide = itemOf(SLIDE);
    const first = round('first', { count: 1, factor: 3, note: 'secret' });
    const rows = [slide, a, first, b, c, itemOf(BREAK), d, itemOf(STANDINGS), round('second'), e];
    const { programme, questions, taken } = gather(rows);
    expect(plain(programme)).toEqual([
      'slide',
      ['', 'q0'],
      ['first', 'q1,q2'],
      'break',
      ['first', 'q3'],
      'standings',
      ['second', 'q4'],
    ]);
    expect(questions).toEqual([a, b, c, d, e]);
    expect(taken).toBe(rows.length);
    // It goes on with the options of its round, but all of it is asked.
    expect(programme?.[4]).toMatchObject({ factor: 3, count: null });
    expect(programme?.[4]).not.toHaveProperty('note');
    expect(new Set(programme?.map(({ id }) => id)).size).toBe(programme?.length);
  });

  it('R27.22 have ids that no row has', () => {
    const { programme } = gather([ask('a'), { ...itemOf(SLIDE), id: 'round' }, ask('b')]);
    expect(programme?.map(({ id }) => id)).toEqual(['round-2', 'round', 'round-3']);
  });

  it('R27.23 have those of another set, as many as are asked and ten that can stand in', () => {
    const others = { world: many(40, 'w') };
    const all = gather([round('r', { setId: 'world' })], others);
    expect(all.questions).toEqual(others.world);
    const anyOf = round('r', { setId: 'world', count: 5, order: 'drawn' });
    const drawn = gather([anyOf], others).questions;
    expect(drawn).toHaveLength(15);
    expect(drawn).not.toEqual(others.world.slice(0, 15));
    expect(others.world.filter((one) => drawn.includes(one))).toEqual(drawn);
    // As they are written, unless the round says otherwise (R27.4).
    const written = round('r', { setId: 'world', count: 5 });
    expect(gather([written], others).questions).toEqual(others.world.slice(0, 15));
    // Questions below it are a round of their own.
    const { programme } = gather([written, ask('own')], others);
    expect(plain(programme)[1]).toEqual(['r', 'own']);
    expect(programme?.map((item) => 'setId' in item)).toEqual([true, false]);
  });

  it('R27.23 are taken at random, each as likely', () => {
    const set = many(30, 'w');
    const drawn = round('r', { setId: 's', count: 5, order: 'drawn' });
    const counts = new Map<string, number>();
    for (let n = 0; n < 3_000; n++)
      for (const { quiz } of gather([drawn], { s: set }).questions)
        counts.set(quiz, (counts.get(quiz) ?? 0) + 1);
    expect(counts.size).toBe(30);
    for (const count of counts.values()) expect(Math.abs(count - 1_500)).toBeLessThan(150);
  });

  it('R27.23 are left out where their set is not there or has nothing, and the rest is played', () => {
    const rows = [
      round('gone', { setId: 'x' }),
      round('none', { setId: 'y' }),
      round('own'),
      ask('a'),
    ];
    const { programme, taken } = gather(rows, { y: [] });
    expect(plain(programme)).toEqual([['own', 'a']]);
    expect(taken).toBe(2);
  });

  it('R27.24 ask 200 questions at most in all: the last ones fewer, or none', () => {
    const others = { s: many(90, 's') };
    const rows = ['a', 'b', 'c', 'd'].map((id) => round(id, { setId: 's' }));
    const { programme, taken } = gather([...rows, itemOf(SLIDE)], others);
    expect(programme?.map((item) => (item.kind === 'round' ? item.count : item.kind))).toEqual([
      null,
      null,
      20,
      'slide',
    ]);
    expect(taken).toBe(4);
    const counted = gather(
      rows.map((one) => ({ ...one, count: 60 })),
      others,
    ).programme;
    expect(counted?.map((item) => 'count' in item && item.count)).toEqual([60, 60, 60, 20]);
  });

  it('R27.24 are bounded in bytes where they come from other sets', () => {
    const long = many(200, '가'.repeat(290));
    const rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => round(id, { setId: 's', count: 30 }));
    const others = {
      s: long.map((one) => ({ ...one, explanation: '나'.repeat(500), note: '다'.repeat(2_000) })),
    };
    const { questions } = gather(rows, others);
    expect(Buffer.byteLength(JSON.stringify(questions))).toBeLessThan(512 * 1024);
    expect(questions).toHaveLength(40);
  });

  it('R27.20 are an evening with every item that an author can write', () => {
    const rows = [itemOf(ROUND), ask('a')];
    expect(gather(rows).programme).toEqual([{ ...itemOf(ROUND), questions: [ask('a')] }]);
  });
});
