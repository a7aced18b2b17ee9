import { describe, expect, it } from 'vitest';
import { BuiltInQuizBank } from '../../src/server/desk/sets/bank/built-in-bank.js';
import { DraftWork } from '../../src/server/desk/sets/draft-work.js';
import { draftOfPlayed, draftsOfPlayed } from '../../src/server/desk/sets/written-draft.js';
import { gatherRounds } from '../../src/game/shared/programme-rounds.js';
import type { PlayableItem, Question } from '../../src/game/shared/quiz-set.js';
import {
  isAsked,
  type DraftRow,
  type KeptSet,
  type KeptSetSummary,
  type QuizSetSummary,
  type SharedSet,
} from '../../src/protocol/index.js';
import { ENGINES } from '../database/engines.js';
import { aDraft, aQuestion, JSON_TYPE, refusal, useDesk } from './desk-app.js';

const playableOf = async (drafts: readonly DraftRow[]): Promise<Question[]> =>
  (await new DraftWork().check(drafts, 'en')).rows.filter(isAsked);

describe.each(ENGINES)('sets that come with the program, with %s', (kind) => {
  const desk = useDesk(kind, { HOSTS: 'anyone' });

  async function firstReady(): Promise<QuizSetSummary> {
    const answer = await fetch(`${desk.app.url}/api/quiz-sets`);
    const [first] = (await answer.json()) as QuizSetSummary[];
    return first!;
  }

  it('R15.23 show everything to who may keep sets, and nothing to others', async () => {
    const { id, title, count } = await firstReady();
    expect(await refusal(desk.send('GET', `/ready/${id}`))).toEqual([401, 'NOT_SIGNED_IN']);
    const by = await desk.visitor();
    const set = await desk.read<SharedSet>(`/ready/${id}`, by);
    expect(set).toMatchObject({ title, kind: 'copy', isWhole: true });
    expect(set.questions).toHaveLength(count);
    expect(await playableOf(set.questions)).toHaveLength(count);
    expect(await refusal(desk.send('GET', '/ready/none', by))).toEqual([404, 'QUIZ_SET_NOT_FOUND']);
  });

  it('R15.23 give a copy that is the own of who takes it', async () => {
    const { id, title, count } = await firstReady();
    const by = await desk.visitor();
    const answer = await desk.send('POST', `/ready/${id}/copy`, { ...JSON_TYPE, ...by });
    const made = (await answer.json()) as KeptSetSummary;
    expect(made).toMatchObject({ title, count, playable: count });
    expect(await desk.read<KeptSet>(`/sets/${made.id}`, by)).toMatchObject({ title, faults: {} });
    expect(await refusal(desk.send('POST', `/ready/${id}/copy`))).toEqual([401, 'NOT_SIGNED_IN']);
  });

  it('R15.23 never are the sets of a host', async () => {
    const by = await desk.visitor();
    const body = JSON.stringify(aDraft('Mine', [aQuestion('Sky?')]));
    const made = await desk.send('POST', '/drafts', { ...JSON_TYPE, ...by }, body);
    const { id } = (await made.json()) as KeptSetSummary;
    expect((await refusal(desk.send('GET', `/ready/${id}`, by)))[0]).toBe(404);
  });
});

const EVERY_KIND: Question[] = [
  { kind: 'choice', quiz: 'a', limitTime: 15, choices: ['1', '2', '3'], answers: [0, 2] },
  { kind: 'choice', quiz: 'b', limitTime: 9, choices: ['x', 'y'], answers: [1], fixedOrder: true },
  { kind: 'ox', quiz: 'c', limitTime: 15, answer: 'X', points: 2, explanation: 'No.' },
  { kind: 'number', quiz: 'd', limitTime: 15, min: 0, max: 10, step: 1, answer: 4, tolerance: 1 },
  { kind: 'poll', quiz: 'e', limitTime: 15, choices: ['p', 'q'], blind: true },
  { kind: 'scale', quiz: 'f', limitTime: 15, from: 'bad', to: 'good' },
];

it('a question that is played, written as a draft, is played as before', async () => {
  const ids = new Set<string>();
  const drafts = EVERY_KIND.map((question) => draftOfPlayed(question, ids));
  expect((await playableOf(drafts)).map(({ id: _, ...question }) => question)).toEqual(EVERY_KIND);
  expect(ids.size).toBe(EVERY_KIND.length);
});

it('every set that comes with the program stays the same by a copy', async () => {
  const bank = await BuiltInQuizBank.load('src/server/desk/sets/bank/sets');
  for (const { id } of await bank.list()) {
    const set = await bank.find(id);
    const ids = new Set<string>();
    const drafts = set!.questions.map((question) => draftOfPlayed(question, ids));
    const played = (await playableOf(drafts)).map(({ id: _, ...question }) => question);
    expect(played).toEqual(set!.questions.map(({ id: _, ...question }) => question));
    const { rows } = await new DraftWork().check(draftsOfPlayed(set!), 'en');
    const others = (await bank.list()).map(async (one): Promise<[string, Question[]]> => {
      return [one.id, (await bank.find(one.id))!.questions];
    });
    const all = new Map(await Promise.all(others));
    const { programme } = gatherRounds(rows, all, () => 0);
    const plain = (items: readonly PlayableItem[] = []): unknown =>
      items.map((item) =>
        'questions' in item && item.setId === undefined
          ? { ...item, questions: item.questions.map(({ id: _, ...question }) => question) }
          : { ...item, questions: [] },
      );
    expect(plain(programme)).toEqual(plain(set!.programme));
  }
});
