import { randomBytes } from 'node:crypto';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Database } from '../../platform/database/database.js';
import type { QuizSetTable, Tables } from '../../platform/database/schema.js';
import { questionIn } from '../../../game/shared/row-texts.js';
import type { Question, QuizSet } from '../../../game/shared/quiz-set.js';
import type { Random } from '../../../game/shared/random.js';
import type { Account } from '../accounts/hosts.js';
import { keepAccount } from '../accounts/accounts.js';
import {
  isAsked,
  limits,
  RoomError,
  type DraftRow,
  type DraftSet,
  type ItemCounts,
  type KeptSetList,
  type KeptSetSummary,
  type KeptVersion,
  type Language,
  type SavedSet,
  type SetLanguage,
} from '../../../protocol/index.js';
import { adoptImages, noteImages } from '../pictures/kept-images.js';
import { DraftWork } from './draft-work.js';
import {
  gatherRounds,
  itemCounts,
  setIdsOf,
  type PlayableRow,
} from '../../../game/shared/programme-rounds.js';
import { numberedTitle } from './numbered-title.js';
import { checkQuota, usageOf, type Usage } from './quotas.js';
import { labelPattern, searchTextOf, wordsOf } from './search-text.js';
import { setsWith } from './set-search.js';
import { keepVersion } from './versions.js';

/** Deleted sets that a host can still have back. */
const DELETED_KEPT = 10;
/** No set that ships with the program has such an id. */
const ID_PREFIX = 'own_';
/** Raise it with every change of `PlayableRow` that this program could not read from an older one. */
const PLAYABLE_FORMAT = 2;

const SUMMARY = [
  'id',
  'title',
  'language',
  'labels',
  'question_count',
  'playable_count',
  'revision',
  'updated_at',
  'items',
  'languages',
  'texts',
] as const;

type Row<K extends keyof QuizSetTable> = Pick<Selectable<QuizSetTable>, K>;

/**
 * The sets that hosts keep. Whose set it is, is part of every query: another host's is QUIZ_SET_NOT_FOUND.
 * Everything rejects with DATABASE_AWAY where it cannot be reached.
 */
export class KeptSets {
  readonly drafts = new DraftWork();

  constructor(
    private readonly database: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /** The latest first. `search` finds by words in title, questions and choices; a `label` by the whole of it. */
  async list(hostId: string, search: string, offset: number, label = ''): Promise<KeptSetList> {
    const words = wordsOf(search);
    const found = words.length === 0 ? undefined : await this.having(hostId, words, label);
    const list = await this.page(hostId, offset, label, found?.slice(offset));
    return found === undefined ? list : { ...list, total: found.length };
  }

  /** The ids of those that have all words, the latest first. */
  private async having(hostId: string, words: string[], label: string): Promise<string[]> {
    const sets = await this.database.run((db) =>
      labelled(ownedBy(db, hostId), label)
        .select('id')
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .execute(),
    );
    return setsWith(
      this.database,
      sets.map(({ id }) => id),
      words,
    );
  }

  /** A page of all sets, or the first of `ids`, with how many there are and their labels. */
  private page(
    hostId: string,
    offset: number,
    label: string,
    ids: readonly string[] | undefined,
  ): Promise<KeptSetList> {
    return this.database.run(async (db) => {
      let found = labelled(ownedBy(db, hostId), label);
      if (ids !== undefined)
        found = found.where('id', 'in', ['', ...ids.slice(0, limits.DESK_PAGE)]);
      const rows = await found
        .select(SUMMARY)
        .orderBy('updated_at', 'desc')
        .orderBy('id')
        .limit(limits.DESK_PAGE)
        .offset(ids === undefined ? offset : 0)
        .execute();
      const { total } = await found
        .select((all) => all.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const withLabels = await ownedBy(db, hostId)
        .where('labels', '<>', '[]')
        .select('labels')
        .distinct()
        .execute();
      const labels = new Set(withLabels.flatMap((row) => JSON.parse(row.labels) as string[]));
      return { sets: rows.map(summaryOf), total, labels: [...labels].toSorted() };
    });
  }

  /** Every set of every host, one after the other. */
  async *all(): AsyncGenerator<DraftSet & { id: string }> {
    const ids = await this.database.run((db) =>
      db.selectFrom('quiz_set').select('id').where('deleted_at', 'is', null).execute(),
    );
    for (const { id } of ids) {
      const row = await this.database.run((db) =>
        db
          .selectFrom('quiz_set')
          .select(['id', 'title', 'language', 'languages', 'texts', 'labels', 'questions'])
          .where('id', '=', id)
          .executeTakeFirst(),
      );
      if (row === undefined) continue;
      const { languages: _, texts: __, ...rest } = row;
      yield { ...rest, ...parsed(row), ...furtherIn(row) };
    }
  }

  usage(hostId: string): Promise<Usage> {
    return this.database.run((db) => usageOf(db, hostId));
  }

  /** Undefined where this host has no such set. */
  async find(
    hostId: string,
    id: string,
  ): Promise<(KeptSetSummary & Pick<DraftSet, 'questions'>) | undefined> {
    const row = await this.database.run((db) =>
      ownedBy(db, hostId)
        .where('id', '=', id)
        .select([...SUMMARY, 'questions'])
        .executeTakeFirst(),
    );
    return row && { ...summaryOf(row), questions: parsed(row).questions };
  }

  /**
   * The set as a game takes it: its questions without faults, and its rounds with the questions of other sets, of which
   * `ready` finds those that are no host's. Undefined where this host has no such set.
   */
  async playable(
    hostId: string,
    id: string,
    ready: (id: string) => Promise<QuizSet | undefined> = async () => undefined,
    random: Random = Math.random,
  ): Promise<QuizSet | undefined> {
    const set = await this.rows(hostId, id);
    if (set === undefined) return undefined;
    const { title, language, count, rows } = set;
    const played = { language, ...furtherIn(set) };
    const others = new Map<string, Question[]>();
    for (const other of setIdsOf(rows)) {
      const readyMade = await ready(other);
      const own = readyMade === undefined ? await this.rows(hostId, other) : undefined;
      const found = readyMade?.questions ?? own?.rows.filter(isAsked) ?? [];
      const from = (readyMade ?? own)?.language ?? language;
      others.set(
        other,
        found.map((question) => questionIn(played, question, from)),
      );
    }
    const { taken, ...gathered } = gatherRounds(rows, others, random);
    const leftOut = count - taken;
    return { id, title, ...played, ...gathered, ...(leftOut > 0 && { leftOut }) };
  }

  /** The rows of a set that a game can take, and how many it has in all. */
  private async rows(hostId: string, id: string) {
    const row = await this.database.run((db) =>
      ownedBy(db, hostId)
        .where('id', '=', id)
        .select(['title', 'language', 'languages', 'texts', 'question_count', 'items'])
        .select(['playable_format', 'playable'])
        .executeTakeFirst(),
    );
    if (row === undefined) return undefined;
    const { title, language, languages, texts, items, playable_format, playable } = row;
    const isKept = playable !== null && playable_format === PLAYABLE_FORMAT;
    const rows = isKept ? (JSON.parse(playable) as PlayableRow[]) : await this.parse(hostId, id);
    const { faulty: _, ...counts } = JSON.parse(items) as ItemCounts;
    const count = Object.values(counts).reduce((sum, one) => sum + one, row.question_count);
    return { title, language, languages, texts, rows, count };
  }

  /** Reads a set that was saved before its playable form was kept, or by a program with another form. */
  private async parse(hostId: string, id: string): Promise<PlayableRow[]> {
    const set = await this.find(hostId, id);
    return set === undefined ? [] : (await this.drafts.check(set.questions, 'en')).rows;
  }

  /** The same from a file; where another set has its title, it gets a number, so that a host can tell them apart. */
  async bring(account: Account, draft: DraftSet, language: Language): Promise<SavedSet> {
    const rows = await this.database.run((db) =>
      ownedBy(db, account.hostId).select(['title']).execute(),
    );
    const title = numberedTitle(draft.title, new Set(rows.map((row) => row.title)));
    return this.create(account, { ...draft, title }, language);
  }

  /** Throws TOO_MUCH_KEPT. */
  async create(account: Account, draft: DraftSet, language: Language = 'en'): Promise<SavedSet> {
    const id = ID_PREFIX + randomBytes(12).toString('base64url');
    const now = this.now();
    const { values, faults } = await this.columnsOf(draft, language);
    const row = { ...values, id, owner_id: account.hostId, revision: 1 };
    return this.database.transact(async (db) => {
      await keepAccount(db, account, now);
      const images = await adoptImages(db, account, draft.questions, now);
      await checkQuota(db, account, { sets: 1, bytes: values.bytes });
      const times = { created_at: now, updated_at: now, deleted_at: null };
      await db
        .insertInto('quiz_set')
        .values({ ...row, ...times })
        .execute();
      await noteImages(db, id, 1, images);
      return { ...summaryOf({ ...row, updated_at: now }), faults };
    });
  }

  /** Saves over a revision; throws STALE where the set has another one by now, and TOO_MUCH_KEPT. */
  async save(
    account: Account,
    id: string,
    revision: number,
    draft: DraftSet,
    language: Language = 'en',
  ): Promise<SavedSet> {
    const { values, faults } = await this.columnsOf(draft, language);
    return this.database.transact(async (db) => {
      const now = this.now();
      // One save of a host at a time, so that two of them cannot exceed what one may not.
      await keepAccount(db, account, now);
      const before = await ownedBy(db, account.hostId)
        .where('id', '=', id)
        .select(['id', 'revision', 'updated_at', 'bytes'])
        .executeTakeFirst();
      if (before === undefined) throw new RoomError('QUIZ_SET_NOT_FOUND');
      if (before.revision !== revision)
        throw new RoomError('STALE', `revision ${before.revision} is the latest`);
      await keepVersion(db, before);
      const images = await adoptImages(db, account, draft.questions, now);
      await checkQuota(db, account, { sets: 0, bytes: values.bytes - before.bytes });
      const changed = { ...values, revision: revision + 1, updated_at: now };
      await db.updateTable('quiz_set').set(changed).where('id', '=', id).execute();
      await noteImages(db, id, changed.revision, images);
      return { ...summaryOf({ ...changed, id }), faults };
    });
  }

  /** It can be restored until some more are deleted. */
  async remove(hostId: string, id: string): Promise<void> {
    await this.database.transact(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('quiz_set')
        .set({ deleted_at: this.now() })
        .where('owner_id', '=', hostId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new RoomError('QUIZ_SET_NOT_FOUND');
      const deleted = db
        .selectFrom('quiz_set')
        .where('owner_id', '=', hostId)
        .where('deleted_at', 'is not', null);
      const kept = deleted.select('id').orderBy('deleted_at', 'desc').limit(DELETED_KEPT);
      await db
        .deleteFrom('quiz_set')
        .where('owner_id', '=', hostId)
        .where('deleted_at', 'is not', null)
        .where('id', 'not in', kept)
        .execute();
    });
  }

  /** Throws TOO_MUCH_KEPT. */
  async restore(account: Account, id: string): Promise<void> {
    await this.database.transact(async (db) => {
      await keepAccount(db, account, this.now());
      const row = await db
        .selectFrom('quiz_set')
        .select('id')
        .where('owner_id', '=', account.hostId)
        .where('id', '=', id)
        .where('deleted_at', 'is not', null)
        .executeTakeFirst();
      if (row === undefined) throw new RoomError('QUIZ_SET_NOT_FOUND');
      // Its versions come back with it, so they are counted when it is there.
      await db.updateTable('quiz_set').set({ deleted_at: null }).where('id', '=', id).execute();
      await checkQuota(db, account, { sets: 0, bytes: 0 });
    });
  }

  /** The latest first. */
  async versions(hostId: string, id: string): Promise<KeptVersion[]> {
    const rows = await this.database.run((db) =>
      versionsOf(db, hostId, id)
        .select(['v.revision', 'v.saved_at', 'v.title', 'v.question_count'])
        .select(['v.language', 'v.languages', 'v.texts'])
        .orderBy('v.revision', 'desc')
        .execute(),
    );
    return rows.map((row) => {
      const { revision, title, language, saved_at: savedAt, question_count: count } = row;
      return { revision, title, language, ...furtherIn(row), savedAt, count };
    });
  }

  /** Undefined where there is no such version, or not any more. */
  async version(
    hostId: string,
    id: string,
    revision: number,
  ): Promise<Omit<DraftSet, 'labels'> | undefined> {
    const row = await this.database.run((db) =>
      versionsOf(db, hostId, id)
        .where('v.revision', '=', revision)
        .select(['v.title', 'v.language', 'v.languages', 'v.texts', 'v.questions'])
        .executeTakeFirst(),
    );
    if (row === undefined) return undefined;
    const { title, language } = row;
    const questions = JSON.parse(row.questions) as DraftRow[];
    return { title, language, ...furtherIn(row), questions };
  }

  private async columnsOf(draft: DraftSet, words: Language) {
    const { title, language, languages = [], labels } = draft;
    const texts = JSON.stringify(draft.texts ?? {});
    const questions = JSON.stringify(draft.questions);
    const bytes =
      Buffer.byteLength(questions) + Buffer.byteLength(title + (draft.texts ? texts : ''));
    if (bytes > limits.QUIZ_FILE_MAX_BYTES)
      throw new RoomError('TOO_MUCH_KEPT', 'the set is too large for a file');
    const { faults, rows } = await this.drafts.check(draft.questions, words);
    const asked = draft.questions.filter(isAsked).length;
    const playable = rows.filter(isAsked).length;
    const faulty = Object.keys(faults).length - (asked - playable);
    const items: ItemCounts = { ...itemCounts(draft.questions), ...(faulty > 0 && { faulty }) };
    const values = {
      title,
      language,
      labels: JSON.stringify(labels),
      question_count: asked,
      playable_count: playable,
      bytes,
      search_text: searchTextOf(draft),
      questions,
      playable_format: PLAYABLE_FORMAT,
      playable: JSON.stringify(rows),
      items: JSON.stringify(items),
      languages: JSON.stringify(languages),
      texts,
    };
    return { values, faults };
  }
}

function ownedBy(db: Kysely<Tables>, hostId: string) {
  return db.selectFrom('quiz_set').where('owner_id', '=', hostId).where('deleted_at', 'is', null);
}

type Sets = ReturnType<typeof ownedBy>;

/** Those with a label, or all of them. */
function labelled(sets: Sets, label: string): Sets {
  if (label === '') return sets;
  return sets.where(sql<boolean>`labels like ${labelPattern(label)} escape '\\'`);
}

function versionsOf(db: Kysely<Tables>, hostId: string, id: string) {
  return db
    .selectFrom('quiz_version as v')
    .innerJoin('quiz_set as s', 's.id', 'v.set_id')
    .where('s.id', '=', id)
    .where('s.owner_id', '=', hostId)
    .where('s.deleted_at', 'is', null);
}

/** The further languages of a set, and its titles in them, to be spread. */
export function furtherIn({
  languages,
  texts,
}: Row<'languages' | 'texts'>): Pick<DraftSet, 'languages' | 'texts'> {
  return {
    ...(languages !== '[]' && { languages: JSON.parse(languages) as SetLanguage[] }),
    // A process that knows no titles in other languages leaves them where it takes the languages out.
    ...(languages !== '[]' &&
      texts !== '{}' && { texts: JSON.parse(texts) as NonNullable<DraftSet['texts']> }),
  };
}

function parsed(row: Row<'labels' | 'questions'>): Pick<DraftSet, 'labels' | 'questions'> {
  return {
    labels: JSON.parse(row.labels) as string[],
    questions: JSON.parse(row.questions) as DraftRow[],
  };
}

function summaryOf(row: Row<(typeof SUMMARY)[number]>): KeptSetSummary {
  const { id, title, language, revision } = row;
  return {
    id,
    title,
    language,
    ...furtherIn(row),
    labels: JSON.parse(row.labels) as string[],
    count: row.question_count,
    playable: row.playable_count,
    ...(row.items !== '{}' && { items: JSON.parse(row.items) as ItemCounts }),
    revision,
    updatedAt: row.updated_at,
  };
}
