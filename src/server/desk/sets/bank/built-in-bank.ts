import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { QuizSet } from '../../../../game/shared/quiz-set.js';
import type { QuizSetSummary } from '../../../../protocol/http.js';
import {
  ID_MAX_UNITS,
  QUIZ_FILE_MAX_QUESTIONS,
  TITLE_MAX_GRAPHEMES,
  TITLE_MAX_UNITS,
} from '../../../../protocol/limits.js';
import type { QuizBank } from '../../../contracts/quiz-bank.js';
import { words } from '../../files/file-words.js';
import { describeIssue, fileText, unknownKeys } from '../../files/file-text.js';
import { questionSchemas } from '../../files/question-schema.js';

const setSchema = z
  .strictObject(
    {
      version: z.literal(1, { error: 'must be 1' }),
      // Never only digits, which are aliases.
      id: z
        .string()
        .max(ID_MAX_UNITS)
        .regex(/^[a-z]+(-[a-z0-9]+)*$/, 'must be lower-case words and dashes'),
      /** Position in the list, unique: a new set must not shift the aliases of the others. */
      order: z.int().min(1),
      title: fileText(words.en, TITLE_MAX_UNITS, TITLE_MAX_GRAPHEMES),
      language: z.enum(['ko', 'en']),
      questions: z.array(questionSchemas.en).min(1).max(QUIZ_FILE_MAX_QUESTIONS),
    },
    { error: unknownKeys(words.en) },
  )
  .superRefine(({ questions }, context) => {
    const seen = new Set<string>();
    for (const [index, { quiz }] of questions.entries()) {
      if (seen.has(quiz))
        context.addIssue({
          code: 'custom',
          path: ['questions', index, 'quiz'],
          message: 'is there twice',
        });
      seen.add(quiz);
    }
  });

type BuiltInSet = z.output<typeof setSchema>;

/** The sets that ship with the program, read and checked once when it starts. */
export class BuiltInQuizBank implements QuizBank {
  private readonly byId: ReadonlyMap<string, QuizSet>;

  private constructor(
    private readonly sets: readonly QuizSet[],
    private readonly first: QuizSet,
  ) {
    this.byId = new Map(sets.map((set) => [set.id, set]));
  }

  /** Reads every `.json` file of a directory; throws naming the file and where a fault is. */
  static async load(dir: string): Promise<BuiltInQuizBank> {
    const files = (await readdir(dir)).filter((file) => file.endsWith('.json')).toSorted();
    const read = await Promise.all(files.map((file) => readSet(join(dir, file))));
    const ordered = read.toSorted((a, b) => a.order - b.order);
    for (const [index, set] of ordered.entries()) {
      const before = ordered[index - 1];
      if (before?.order === set.order)
        throw new Error(`${set.id}.json: order: is ${set.order}, as in ${before.id}.json`);
    }
    const sets = ordered.map(({ id, title, language, questions }) => ({
      id,
      title,
      language,
      questions,
    }));
    const [first] = sets;
    if (first === undefined) throw new Error(`${dir}: has no quiz sets`);
    return new BuiltInQuizBank(sets, first);
  }

  list(): Promise<QuizSetSummary[]> {
    return Promise.resolve(
      this.sets.map(({ id, title, language, questions }) => ({
        id,
        title,
        language,
        count: questions.length,
      })),
    );
  }

  /** `-1` is the first set, `1`, `2`, … the positions in `list()`. The result is the caller's own copy. */
  find(id: string): Promise<QuizSet | undefined> {
    const set = id === '-1' ? this.first : (this.byId.get(id) ?? this.byPosition(id));
    return Promise.resolve(set && structuredClone(set));
  }

  /** The first set in this language, or the first of all where there is none. */
  defaultId(language: QuizSet['language']): string {
    return (this.sets.find((set) => set.language === language) ?? this.first).id;
  }

  private byPosition(alias: string): QuizSet | undefined {
    return /^[1-9]\d{0,3}$/.test(alias) ? this.sets[Number(alias) - 1] : undefined;
  }
}

async function readSet(path: string): Promise<BuiltInSet> {
  const file = basename(path);
  const id = basename(path, '.json');
  const parsed = setSchema.safeParse(parseFile(file, await readFile(path)));
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => describeIssue(issue, words.en));
    throw new Error(`${file}: ${faults.slice(0, 20).join('; ')}`);
  }
  if (parsed.data.id !== id) throw new Error(`${file}: id: must be the file's name, ${id}`);
  return parsed.data;
}

function parseFile(file: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new Error(`${file}: ${String(cause)}`, { cause });
  }
}
