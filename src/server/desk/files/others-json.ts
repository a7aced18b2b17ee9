/** What other programs export as JSON: Open Trivia DB and arsnova.eu. */
import { serverWords } from '../../../i18n/made/server/words.js';
import { z } from 'zod';
import type { Question } from '../../../game/shared/quiz-set.js';
import type { Language } from '../../../protocol/http.js';
import { TITLE_BOUNDS } from '../../../protocol/limits.js';
import { cleanText } from '../../../protocol/text.js';
import { decodeEntities } from './html-entities.js';
import { nearestSeconds } from './nearest-seconds.js';
import { QuestionCollector, type CollectedQuiz } from './question-collector.js';
import { describeIssue } from './file-text.js';
import { trueOrFalse } from './true-or-false.js';
import { choiceSchemas } from './kinds/choice.js';
import { questionSchemas } from './question-schema.js';

/** Texts are bounded before anything looks into them; the schema of a question tells their real bounds. */
const text = z.string().max(5_000);
const triviaQuestion = z.object({
  question: text,
  correct_answer: text,
  incorrect_answers: z.array(text).max(20),
});
const arsnovaQuestion = z.object({
  text,
  type: z.string().max(40).optional(),
  timer: z.number().nullish(),
  enabled: z.boolean().optional(),
  answers: z.array(z.object({ text, isCorrect: z.boolean() })).max(50),
});
/** How arsnova calls a question in which nothing is right. */
const SURVEY = 'SURVEY';
const trivia = z.object({ results: z.array(z.unknown()) });
const arsnova = z.object({
  exportVersion: z.number(),
  quiz: z.object({
    name: z.string(),
    defaultTimer: z.number().nullish(),
    questions: z.array(z.unknown()),
  }),
});

interface OthersQuestion {
  quiz: string;
  choices: string[];
  /** From 1. */
  right: number[];
  seconds?: number | null | undefined;
  isOff?: boolean;
  isPoll?: boolean;
}

/** Undefined where the file is of neither. Throws QuizFileError; its rows are questions, counted from 1. */
export function readOthersJson(
  json: unknown,
  language: Language,
  isDraft = false,
): CollectedQuiz | undefined {
  const fromTrivia = trivia.safeParse(json);
  if (fromTrivia.success) return collect(fromTrivia.data.results, readTrivia, language, isDraft);
  const fromArsnova = arsnova.safeParse(json);
  if (!fromArsnova.success) return undefined;
  const { name, defaultTimer, questions } = fromArsnova.data.quiz;
  const read = (question: unknown): OthersQuestion | undefined => {
    const found = readArsnova(question);
    return found && { ...found, seconds: found.seconds ?? defaultTimer };
  };
  return {
    ...collect(questions, read, language, isDraft),
    title: cleanText(name, TITLE_BOUNDS) || undefined,
  };
}

/** The choices come in an order that does not tell the right one: by the alphabet, and True before False. */
function readTrivia(question: unknown): OthersQuestion | undefined {
  const { data } = triviaQuestion.safeParse(question);
  if (data === undefined) return undefined;
  const right = decodeEntities(data.correct_answer);
  const choices = [right, ...data.incorrect_answers.map(decodeEntities)].toSorted();
  if (choices.length === 2) choices.reverse();
  return { quiz: decodeEntities(data.question), choices, right: [choices.indexOf(right) + 1] };
}

function readArsnova(question: unknown): OthersQuestion | undefined {
  const { data } = arsnovaQuestion.safeParse(question);
  return (
    data && {
      quiz: data.text,
      choices: data.answers.map((answer) => answer.text),
      right: data.answers.flatMap(({ isCorrect }, index) => (isCorrect ? [index + 1] : [])),
      seconds: data.timer,
      isOff: data.enabled === false,
      isPoll: data.type === SURVEY,
    }
  );
}

function collect(
  questions: unknown[],
  read: (question: unknown) => OthersQuestion | undefined,
  language: Language,
  isDraft: boolean,
): CollectedQuiz {
  const say = serverWords[language].server.file;
  const collector = new QuestionCollector({ say, unit: 'question', isOwn: false, isDraft });
  for (const [index, written] of questions.entries()) {
    collector.countOne();
    const notes: string[] = [];
    const found = read(written);
    const question = toQuestion(found, language, notes);
    if (Array.isArray(question)) collector.skip(index + 1, question, found && draftOf(found));
    else collector.take(index + 1, question, notes);
  }
  return collector.finish();
}

/** The question, or its faults. */
function toQuestion(
  found: OthersQuestion | undefined,
  language: Language,
  notes: string[],
): Question | string[] {
  const say = serverWords[language].server.file;
  if (found === undefined) return [say.notUnderstood];
  const { quiz, choices, right, seconds, isOff, isPoll = false } = found;
  if (isOff === true) return [say.switchedOff];
  if (right.length === 0 && !isPoll) return [say.noRight];
  const limitTime = nearestSeconds(String(seconds ?? ''), say, notes);
  const written = { quiz, choices, limitTime };
  const parsed = isPoll
    ? questionSchemas(language).safeParse({ kind: 'poll', ...written })
    : choiceSchemas(language).safeParse({ kind: 'choice', ...written, answer: right });
  if (!parsed.success) return parsed.error.issues.map((issue) => describeIssue(issue, say));
  return 'choices' in parsed.data && 'answers' in parsed.data
    ? trueOrFalse(parsed.data)
    : parsed.data;
}

/** What is there, for a draft. */
function draftOf({ quiz, choices, right, seconds }: OthersQuestion): object {
  return {
    quiz,
    choices,
    answer: right,
    ...(typeof seconds === 'number' && { limitTime: seconds }),
  };
}
