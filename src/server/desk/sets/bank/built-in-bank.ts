import { serverWords } from '../../../../i18n/made/server/words.js';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import {
  gatherRounds,
  itemCounts,
  setIdsOf,
  type PlayableRow,
} from '../../../../game/shared/programme-rounds.js';
import type { Question, QuizSet } from '../../../../game/shared/quiz-set.js';
import type { QuizSetSummary } from '../../../../protocol/http.js';
import {
  ID_MAX_UNITS,
  MAX_ROWS,
  TITLE_MAX_GRAPHEMES,
  TITLE_MAX_UNITS,
} from '../../../../protocol/limits.js';
import { isAsked, isItem } from '../../../../protocol/programme.js';
import type { PictureBytes } from '../../../contracts/picture-bytes.js';
import type { QuizBank } from '../../../contracts/quiz-bank.js';
import { fileText, pathOf, unknownKeys } from '../../files/file-text.js';
import { questionSchemas } from '../../files/question-schema.js';
import { isWrittenItem, readItem } from '../../files/written-items.js';

/** A question or an item. */
const row = z.unknown().transform((written, context): PlayableRow => {
  if (isWrittenItem(written)) {
    const item = readItem(written, 'item', 'en');
    if (!Array.isArray(item)) return item;
    for (const message of item) context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
  const question = questionSchemas('en').safeParse(written);
  if (question.success) return question.data;
  for (const { path, message } of question.error.issues)
    context.addIssue({ code: 'custom', path, message });
  return z.NEVER;
});

const setSchema = z
  .strictObject(
    {
      version: z.literal([1, 2], { error: 'must be 1 or 2' }),
      // Never only digits, which are aliases.
      id: z
        .string()
        .max(ID_MAX_UNITS)
        .regex(/^[a-z]+(-[a-z0-9]+)*$/, 'must be lower-case words and dashes'),
      /** Position in the list, unique: a new set must not shift the aliases of the others. */
      order: z.int().min(1),
      title: fileText(serverWords.en.server.file, TITLE_MAX_UNITS, TITLE_MAX_GRAPHEMES),
      language: z.enum(['ko', 'en']),
      questions: z.array(row).min(1).max(MAX_ROWS),
    },
    { error: unknownKeys(serverWords.en.server.file) },
  )
  .superRefine(({ questions }, context) => {
    const seen = new Set<string>();
    for (const [index, one] of questions.entries()) {
      const [field, text] = isItem(one) ? ['id', one.id] : ['quiz', one.quiz];
      if (seen.has(`${field} ${text}`))
        context.addIssue({
          code: 'custom',
          path: ['questions', index, field],
          message: 'is there twice',
        });
      seen.add(`${field} ${text}`);
    }
  });

type BuiltInSet = z.output<typeof setSchema>;

/** Below the sets, each under the id that questions and slides name it by. */
const PICTURES = 'pictures';

/** The sets that ship with the program, read and checked once when it starts. */
export class BuiltInQuizBank implements QuizBank {
  private readonly byId: ReadonlyMap<string, BuiltInSet>;

  private constructor(
    private readonly sets: readonly BuiltInSet[],
    private readonly first: BuiltInSet,
    private readonly pictures: ReadonlyMap<string, Buffer>,
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
    const [first] = ordered;
    if (first === undefined) throw new Error(`${dir}: has no quiz sets`);
    return new BuiltInQuizBank(ordered, first, await readPictures(join(dir, PICTURES)));
  }

  list(): Promise<QuizSetSummary[]> {
    return Promise.resolve(
      this.sets.map((set) => {
        const { id, title, language } = set;
        const items = itemCounts(set.questions);
        const count = askedIn(this.played(set));
        return { id, title, language, count, ...(Object.keys(items).length > 0 && { items }) };
      }),
    );
  }

  /** `-1` is the first set, `1`, `2`, … the positions in `list()`. The result is the caller's own copy. */
  find(id: string): Promise<QuizSet | undefined> {
    const set = id === '-1' ? this.first : (this.byId.get(id) ?? this.byPosition(id));
    return Promise.resolve(set && structuredClone(this.played(set)));
  }

  picture(id: string): PictureBytes | undefined {
    const bytes = this.pictures.get(id);
    // They are as large as a phone shows.
    return bytes && { large: bytes, small: bytes };
  }

  private played({ id, title, language, questions: rows }: BuiltInSet): QuizSet {
    const others = setIdsOf(rows).map((other): [string, Question[]] => {
      const set = this.byId.get(other);
      return [other, set?.questions.filter(isAsked) ?? []];
    });
    const { taken: _, ...played } = gatherRounds(rows, new Map(others), Math.random);
    return { id, title, language, ...played };
  }

  /** The first set in this language, or the first of all where there is none. */
  defaultId(language: QuizSet['language']): string {
    const firstIn = (wanted: string): BuiltInSet | undefined =>
      this.sets.find((set) => set.language === wanted);
    return (firstIn(language) ?? firstIn('en') ?? this.first).id;
  }

  private byPosition(alias: string): BuiltInSet | undefined {
    return /^[1-9]\d{0,3}$/.test(alias) ? this.sets[Number(alias) - 1] : undefined;
  }
}

/** How many questions a set asks where all of it is played. */
function askedIn({ questions, programme }: QuizSet): number {
  const rounds = programme?.flatMap((item) => (item.kind === 'round' ? [item] : []));
  if (rounds === undefined) return questions.length;
  return rounds.reduce(
    (sum, round) => sum + Math.min(round.count ?? Infinity, round.questions.length),
    0,
  );
}

/** Those that the project has drawn; there may be none. */
async function readPictures(dir: string): Promise<Map<string, Buffer>> {
  const names = await readdir(dir).catch(() => []);
  const read = names.map(async (name): Promise<[string, Buffer]> => {
    return [basename(name, '.webp'), await readFile(join(dir, name))];
  });
  return new Map(await Promise.all(read));
}

async function readSet(path: string): Promise<BuiltInSet> {
  const file = basename(path);
  const id = basename(path, '.json');
  const parsed = setSchema.safeParse(parseFile(file, await readFile(path)));
  if (!parsed.success) {
    // By the keys of the file, as its author is who writes a part of the program.
    const faults = parsed.error.issues.map((issue) =>
      [pathOf(issue.path), issue.message].filter((text) => text !== '').join(': '),
    );
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
