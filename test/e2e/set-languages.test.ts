/** The same game in one language and in three, over real sockets (R30). */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Question, QuizSet } from '../../src/game/shared/quiz-set.js';
import { floorOf, positionFor, valuesOf } from '../../src/game/kinds/floor.js';
import {
  inLanguage,
  QUESTION_KINDS,
  toFraction,
  writingOf,
  type PhasePayload,
  type QuestionPayload,
} from '../../src/protocol/index.js';
import type { TestClient } from '../support/client.js';
import { SLOW, useHall } from '../support/hall.js';
import { inLanguages, said } from '../support/in-languages.js';
import { ONE_OF_EACH, ORDER, PARTED, WRITTEN } from '../support/kinds.js';

const LANGUAGES = ['en', 'de'];
const WHY = 'SECRET why';
const QUESTIONS = [...ONE_OF_EACH, ...WRITTEN, ...PARTED].map((question): Question => {
  return { ...question, limitTime: 60, explanation: WHY };
});
const ONE: QuizSet = { id: 'one', title: 'One', language: 'ko', questions: QUESTIONS };
const SEVERAL: QuizSet = {
  id: 'several',
  title: 'Several',
  language: 'ko',
  languages: LANGUAGES,
  questions: QUESTIONS.map((question) => inLanguages(question, LANGUAGES)),
};

const hall = useHall({ ...SLOW, GET_READY_MS: '200', PICTURE_READY_MS: '200' }, [ONE, SEVERAL], 0);

/** Fields that nobody who plays may be sent as long as a question is open. */
const SECRETS = /solution|summary|explanation|SECRET|tolerance|targets|"rx"|"rights"|"answer"/;

/** The value that means this, whatever its place: by the texts of the main language. */
function valueFor(question: QuestionPayload, part: number, n: number): number {
  const values = valuesOf(floorOf(question));
  const named = 'places' in question ? question.places.map(({ name }) => name) : [];
  if (named.length > 0) return named.indexOf(named.toSorted()[n % named.length] ?? '') + 1;
  if (question.kind === 'order') {
    const asked = ORDER.parts.findIndex(({ text }) => text === question.parts[part]);
    return values[(asked + n) % values.length] ?? 0;
  }
  const written = question.choiceList.map(({ content }) => content);
  if (writingOf(question.kind))
    return written.indexOf(written.toSorted()[n % written.length] ?? '') + 1;
  return values[(7 * n + part) % values.length] ?? 0;
}

const WORDS = [['Seoul'], ['Busan'], ['Daegu']];

/** Plays all questions, and gives what everybody was told. */
async function play(quizSetId: string) {
  const host = hall.connect();
  const { gameId: gamePin } = await host.do('createRoom', {
    questionOrder: 'written',
    choiceOrder: 'written',
    hostPlays: false,
  });
  await host.do('updateRoomQuizset', { quizSetId, quizCount: QUESTIONS.length });
  const players: TestClient[] = [];
  for (const [n, playerName] of ['Ann', 'Bob', 'Cat'].entries())
    players.push(await hall.join(gamePin, playerName, n === 1 ? { format: 'compact2' } : {}));
  await host.do('startGame', {});
  const everyone = [host, ...players];
  const asked: QuestionPayload[] = [];
  const phase = (): PhasePayload => host.last('phase')!;
  for (;;) {
    const { version, kind, act, startTime } = phase();
    await host.do('skipPhase', {});
    // A closed act of writing goes on for a moment.
    const isNext = (now: PhasePayload): boolean =>
      now.version > version && !(kind === 'question' && act === 1 && now.startTime === startTime);
    await Promise.all(everyone.map((client) => client.until(() => isNext(client.last('phase')!))));
    const now = phase();
    if (now.kind === 'lobby' || (now.kind === 'reveal' && now.index + 1 === QUESTIONS.length))
      break;
    if (now.kind !== 'question') continue;
    const question = players[0]!.last('startQuizTime')!;
    asked.push(question);
    // A question that is skipped before it has begun is dropped.
    const { t1 } = await host.do('syncTime', { t0: 0 });
    await sleep(Math.max(0, now.startTime - t1) + 1);
    for (const [n, player] of players.entries()) {
      await player.until(() => player.last('startQuizTime')!.startTime === now.startTime);
      const from = player.raw.findLastIndex((frame) => /startQuizTime/.test(frame));
      if (now.act === 1) await player.do('writeAnswer', { texts: WORDS[n]! });
      else {
        const [x, y] = positionFor(valueFor(question, now.part ?? 0, n), floorOf(question));
        await player.do('updatePosition', { newPosition: [toFraction(x), toFraction(y)] });
      }
      expect(player.raw.slice(from).join('\n')).not.toMatch(SECRETS);
    }
  }
  const last = QUESTIONS.length;
  await Promise.all(
    players.map((player) => player.until(() => player.all('endQuizTime').length >= last)),
  );
  const reveals = players[0]!.all('endQuizTime');
  expect(players[1]!.all('endQuizTime')).toEqual(reveals);
  return { players, asked, reveals };
}

/** Everything that a player is told in a language, as one text. */
const readIn = (things: readonly object[], language: string): string =>
  JSON.stringify(things.map((thing) => inLanguage(thing, language)));

describe('a game of every kind in one language, and in three', () => {
  it('R30.5, R30.6, R30.7 has the same marks, and each text once in each language', async () => {
    const [one, several] = await Promise.all([play('one'), play('several')]);
    expect(new Set(SEVERAL.questions.map(({ kind }) => kind)).size).toBe(QUESTION_KINDS.length);

    const marksIn = ({ reveals, players }: typeof one) =>
      reveals.map(({ players: marks }) =>
        players.map(({ playerId }) => {
          const mark = marks.find((own) => own.playerId === playerId);
          return mark && [mark.isAnswer, mark.played, mark.score, mark.gain];
        }),
      );
    const marks = marksIn(one);
    expect(marks).toHaveLength(QUESTIONS.length);
    expect(
      marks.flat(2).filter((gain) => typeof gain === 'number' && gain > 0).length,
    ).toBeGreaterThan(20);
    expect(marksIn(several)).toEqual(marks);

    const ofSets = one.players[0]!.raw.filter((frame) => /Quiz/.test(frame));
    expect(ofSets.join('\n')).not.toMatch(/"texts"|"languages?"/);
    expect(several.players[0]!.last('updateRoomQuizset')).toMatchObject({
      language: 'ko',
      languages: LANGUAGES,
    });
    expect(one.players[0]!.last('updateRoomQuizset')).not.toHaveProperty('language');

    for (const { texts } of several.asked) expect(Object.keys(texts ?? {})).toEqual(LANGUAGES);
    const quizzes = ({ asked }: typeof one) => asked.map(({ title, quiz }) => title ?? quiz);
    expect(quizzes(several)).toEqual(quizzes(one));
    for (const language of LANGUAGES) {
      const read = readIn(several.asked, language);
      for (const { quiz } of QUESTIONS) expect(read).toContain(said(quiz, language));
      expect(several.reveals.map((reveal) => inLanguage(reveal, language).explanation)).toEqual(
        QUESTIONS.map(() => said(WHY, language)),
      );
    }
  });
});
