import { describe, expect, it } from 'vitest';
import { seeded } from '../../load-test/swarm/seeded.js';
import type { ChoiceQuestion, QuizSet } from '../../src/game/shared/quiz-set.js';
import type { Language } from '../../src/protocol/http.js';
import { limits } from '../../src/protocol/index.js';
import { cleanText } from '../../src/protocol/text.js';
import { parseQuizFile } from '../../src/server/desk/files/quiz-file.js';
import { writtenQuestion } from '../../src/server/desk/files/question-schema.js';
import { quizFileText, type WrittenQuiz } from '../../src/server/desk/files/write-quiz.js';

const ROUNDS = 60;
type Draft = Omit<QuizSet, 'id' | 'questions'> & { questions: ChoiceQuestion[] };

/** What files, tables and terminals take for something else, and what people write. */
const PIECES: string[] = [
  'a B 7 10 #2 - =1+1 @x + 0 1/2 true null ANSWER: * // answer question choice1 정답 ? ! .',
  `" "" ' , ; | \\ \\n % _ &amp; <b> { } [ ]`,
  '한 글 각 ① ３ é e\u0301 ñ 😀 👩‍👩‍👧 🇰🇷 字 ع ไ ß …',
].flatMap((pieces) => pieces.split(' '));
PIECES.push(' ', '  ', '\u00A0', '\t', '\n');

class RandomSets {
  private readonly random: () => number;

  constructor(seed: number) {
    this.random = seeded(seed);
  }

  next(): Draft {
    const count = this.one([1, 1, 2, 5, 20]);
    const questions = Array.from({ length: count }, (_, n) => this.question(n));
    const title = this.text(limits.TITLE_MAX_UNITS, limits.TITLE_MAX_GRAPHEMES);
    return { title, language: this.one(['ko', 'en']), questions };
  }

  private question(n: number): ChoiceQuestion {
    // No file has one question twice, nor one choice.
    const choices = new Set<string>();
    const wanted = limits.MIN_CHOICES + this.below(limits.MAX_CHOICES - limits.MIN_CHOICES + 1);
    while (choices.size < wanted) choices.add(this.text(limits.CHOICE_MAX_UNITS));
    const points = this.one([undefined, undefined, 0, 2] as (0 | 2 | undefined)[]);
    return {
      kind: 'choice',
      ...(this.below(2) === 0 && { id: `${n}-${this.text(20)}` }),
      quiz: this.text(limits.QUESTION_MAX_UNITS - 4, limits.QUESTION_MAX_UNITS - 4, ` ${n}`),
      choices: [...choices],
      answers: [this.below(wanted)],
      limitTime: limits.MIN_LIMIT_S + this.below(limits.MAX_LIMIT_S - limits.MIN_LIMIT_S + 1),
      ...(points !== undefined && { points }),
    };
  }

  /** Up to the longest that is allowed, as it stands in a set. */
  private text(maxUnits: number, maxGraphemes = maxUnits, end = ''): string {
    for (;;) {
      const pieces = Array.from({ length: 1 + this.below(maxUnits / 2) }, () => this.one(PIECES));
      const raw = pieces
        .join('')
        .replace(/[\t\r\n]+/g, ' ')
        .trim();
      const clean = cleanText(raw, { maxUnits, maxGraphemes });
      if (clean !== undefined && clean !== '') return clean + end;
    }
  }

  private below(most: number): number {
    return Math.floor(this.random() * most);
  }

  private one<T>(all: T[]): T {
    return all[this.below(all.length)] as T;
  }
}

function readJson(text: string, language: Language): Draft {
  const { id: _id, ...set } = parseQuizFile(Buffer.from(text), 'json', language).set;
  return set as Draft;
}

function writtenQuiz({ title, language, questions }: Draft): WrittenQuiz {
  return { version: 1, title, language, questions: questions.map(writtenQuestion) };
}

function csvOf({ questions }: Draft): string {
  const choiceColumns = Array.from({ length: limits.MAX_CHOICES }, (_, n) => `choice${n + 1}`);
  const rows = questions.map(({ quiz, answers: [answer = 0], choices, limitTime, points }) => [
    quiz,
    `#${answer + 1}`,
    String(limitTime),
    String(points ?? ''),
    ...choices,
  ]);
  return [['question', 'answer', 'seconds', 'points', ...choiceColumns], ...rows]
    .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\r\n');
}

describe('a set', () => {
  it('is the same after it was written as JSON and read', () => {
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const set = new RandomSets(seed).next();
      const text = quizFileText(writtenQuiz(set));
      for (const language of ['ko', 'en'] as const)
        expect(readJson(text, language), `seed ${seed}`).toEqual(set);
      // As `npm run bank:export` and other programs may write it.
      expect(readJson(JSON.stringify(writtenQuiz(set), null, 2), 'en')).toEqual(set);
    }
  });

  it('is the same after it was written as CSV and read, but for what CSV cannot say', () => {
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const set = new RandomSets(seed).next();
      const { questions } = parseQuizFile(Buffer.from(csvOf(set)), 'csv', 'en').set;
      const said = set.questions.map(({ id: _id, ...question }) => question);
      expect(questions, `seed ${seed}`).toEqual(said);
    }
  });
});
