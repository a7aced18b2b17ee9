import { sql, type Kysely, type Selectable, type Updateable } from 'kysely';
import type { Database } from '../../platform/database/database.js';
import type { GameQuestionTable, GameTable, Tables } from '../../platform/database/schema.js';
import { ruled, type Ruling } from '../../../game/correct.js';
import type { GameRules } from '../../../game/shared/judged.js';
import { withoutAuthors, withoutLoneTexts, withoutLoneZones } from '../../../game/kinds/written.js';
import { finished, type Steps } from '../../../game/steps.js';
import { hashOf, newToken } from '../accounts/sessions.js';
import {
  limits,
  QUESTION_KINDS,
  RoomError,
  writingOf,
  type GameLink,
  type GameReport,
  type KeptGame,
  type KeptGameList,
} from '../../../protocol/index.js';
import type { ShownQuestion } from '../../../protocol/question.js';
import type { DrawnDraw } from '../../../protocol/programme.js';
import type { RowTexts, SetTexts } from '../../../protocol/row-texts.js';
import { nameKey, type JudgedName } from '../../../protocol/judged-name.js';
import { nameColumns } from './name-columns.js';
import type { Size } from '../../platform/rate/dear.js';
import type { InSlices } from '../../platform/rate/lane.js';
import { movementsIn } from './kept-movement.js';
import { reportSteps, type PlayedGame } from './report.js';
import { withoutReasons, withoutWinners } from './game-writer.js';
import { readQuestion, stored, storedHead, type KeptQuestion } from './stored-question.js';

const SUMMARY = [
  'id',
  'room_title',
  'set_id',
  'set_title',
  'language',
  'texts',
  'started_at',
  'ended_at',
  'players',
  'asked',
  'keep_until',
  'names_removed_at',
  'link_hash',
  'link_names',
  'link_questions',
] as const satisfies (keyof GameTable)[];

/** The kinds for which people write. */
const WRITTEN = QUESTION_KINDS.filter((kind) => writingOf(kind) !== undefined);

type Summary = Pick<Selectable<GameTable>, (typeof SUMMARY)[number]>;

/** As JSON. */
type Evening = Pick<Selectable<GameTable>, 'rules' | 'draws'>;

/** A game without its answers, and what names how it stands. */
export interface GameHead {
  row: Summary & Evening;
  tracksFrom: number;
  /** Another one whenever its report would be another one. */
  revision: string;
  size: Size;
}

/** For so long it is remembered of a game that it was deleted: its room may tell more of it. */
const REMEMBERED_MS = 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/** For how many days results are kept, and how players walked. */
export interface KeptDays {
  days: number;
  tracksDays: number;
}

/**
 * Results of games. Whose they are, is part of every query: another host's are GAME_NOT_FOUND. Everything rejects
 * with DATABASE_AWAY where it cannot be reached.
 */
export class KeptGames {
  constructor(
    private readonly database: Database,
    readonly kept: KeptDays,
    private readonly now: () => number = Date.now,
  ) {}

  /** The latest first; of one set, where one is given. */
  async list(hostId: string, setId: string | undefined, offset: number): Promise<KeptGameList> {
    return this.database.run(async (db) => {
      const found = this.ownedBy(db, hostId).$if(setId !== undefined, (games) =>
        games.where('set_id', '=', setId ?? ''),
      );
      const rows = await found
        .select(SUMMARY)
        .orderBy('started_at', 'desc')
        .orderBy('id')
        .limit(limits.DESK_PAGE)
        .offset(offset)
        .execute();
      const { total } = await found
        .select((all) => all.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return { games: rows.map(summaryOf), total, days: this.kept.days };
    });
  }

  async find(hostId: string, id: string): Promise<GameReport> {
    return this.report(await this.head(hostId, id), async (steps) => finished(steps));
  }

  /** What tells which report there is of a game, without its answers. */
  async head(hostId: string, id: string): Promise<GameHead> {
    return this.database.run(async (db) => {
      const row = await this.ownedBy(db, hostId)
        .where('id', '=', id)
        .select([...SUMMARY, 'rules', 'draws'])
        .executeTakeFirst();
      if (row === undefined) throw new RoomError('GAME_NOT_FOUND');
      return headIn(db, row, this.tracksFrom);
    });
  }

  /** The same of what the public link of this secret shows. */
  async headOfLink(secret: string): Promise<GameHead & { link: GameLink }> {
    return this.database.run(async (db) => {
      const row = await db
        .selectFrom('game')
        .where('link_hash', '=', hashOf(secret))
        .where('keep_until', '>', this.now())
        .select([...SUMMARY, 'rules', 'draws'])
        .executeTakeFirst();
      const link = row && linkOf(row);
      if (row === undefined || !link) throw new RoomError('GAME_NOT_FOUND');
      return { ...(await headIn(db, row, this.tracksFrom)), link };
    });
  }

  /** Everything of a game, as it is now. */
  report({ row, tracksFrom }: GameHead, inSlices: InSlices): Promise<GameReport> {
    return this.database.run((db) => reportIn(db, row, tracksFrom, inSlices));
  }

  /** Voids or corrects a question; from then on the room changes its ruling no more (R17.5). */
  async correct(hostId: string, id: string, name: JudgedName, ruling: Ruling): Promise<void> {
    await this.database.transact(async (db) => {
      // Else what the room tells of it at the same time would be written over this.
      await this.update(db, hostId, id, { id });
      const row = await this.ownedBy(db, hostId)
        .innerJoin('game_question as q', 'q.game_id', 'game.id')
        .where('game.id', '=', id)
        .where('q.number', '=', name.question)
        .where('q.part', '=', name.part)
        .where('q.drops', '=', name.drops)
        .selectAll('q')
        .executeTakeFirst();
      if (row === undefined) throw new RoomError('GAME_NOT_FOUND');
      const { ruling: text } = stored(ruled(readQuestion(row), ruling));
      await db
        .updateTable('game_question')
        .set({ ruling: text, is_edited: 1 })
        .where('game_id', '=', id)
        .where((row) => row.and(nameColumns(name)))
        .execute();
    });
  }

  /** Deletes everything but that it was deleted, so that it does not come back with what its room tells later. */
  async remove(hostId: string, id: string): Promise<void> {
    const emptied = {
      set_title: '',
      language: '',
      texts: '{}',
      room_title: '',
      rules: '',
      draws: '[]',
      link_hash: null,
      bytes: 0,
    };
    await this.database.transact(async (db) => {
      await this.update(db, hostId, id, { ...emptied, keep_until: this.now() });
      await db.deleteFrom('game_player').where('game_id', '=', id).execute();
      await db.deleteFrom('game_question').where('game_id', '=', id).execute();
      await db.deleteFrom('game_track').where('game_id', '=', id).execute();
    });
  }

  /** Takes all names out, for good; what comes of the game later brings none. */
  async removeNames(hostId: string, id: string): Promise<void> {
    await this.database.transact(async (db) => {
      await this.update(db, hostId, id, { names_removed_at: this.now(), link_names: 0 });
      const { rules, draws } = await this.ownedBy(db, hostId)
        .where('id', '=', id)
        .select(['rules', 'draws'])
        .executeTakeFirstOrThrow();
      await this.update(db, hostId, id, {
        rules: JSON.stringify(withoutReasons(JSON.parse(rules) as GameRules)),
        draws: JSON.stringify((JSON.parse(draws) as DrawnDraw[]).map(withoutWinners)),
      });
      await db.updateTable('game_player').set({ name: '' }).where('game_id', '=', id).execute();
      await removeAuthors(db, id);
    });
  }

  /** Makes a public link, in place of the one before; returns its secret. */
  async makeLink(hostId: string, id: string, { names, questions }: GameLink): Promise<string> {
    const secret = newToken();
    const link = { link_names: names ? 1 : 0, link_questions: questions ? 1 : 0 };
    await this.database.run((db) =>
      this.update(db, hostId, id, { link_hash: hashOf(secret), ...link }),
    );
    return secret;
  }

  async endLink(hostId: string, id: string): Promise<void> {
    await this.database.run((db) => this.update(db, hostId, id, { link_hash: null }));
  }

  /** Deletes what was kept for long enough (R17.2, R17.8). */
  async sweep(): Promise<void> {
    if (this.database.isNone) return;
    await this.database.transact(async (db) => {
      await db
        .deleteFrom('game')
        .where('keep_until', '<=', this.now())
        .where((game) =>
          game.or([game('rules', '<>', ''), game('keep_until', '<=', this.now() - REMEMBERED_MS)]),
        )
        .execute();
      const from = this.tracksFrom;
      await sql`
        update game set bytes = bytes - (
          select coalesce(sum(length(t.bytes)), 0) from game_track t
          where t.game_id = game.id and t.recorded_at <= ${from})
        where id in (select game_id from game_track where recorded_at <= ${from})`.execute(db);
      await db.deleteFrom('game_track').where('recorded_at', '<=', from).execute();
    });
  }

  /**
   * Takes out what one person alone has written from games whose names were taken out by a version that left it
   * (R17.6). One question after the other, each in a turn of its own; a second time changes nothing.
   */
  async mendNameless(): Promise<void> {
    if (this.database.isNone) return;
    const names = await this.database.run((db) =>
      db
        .selectFrom('game_question as q')
        .innerJoin('game', 'game.id', 'q.game_id')
        .select(['q.game_id', 'q.number', 'q.part', 'q.drops'])
        .where('game.names_removed_at', 'is not', null)
        .where('q.kind', '=', 'words')
        .execute(),
    );
    for (const name of names) await this.database.run((db) => mendQuestion(db, name));
  }

  /** Tracks that were recorded until then are deleted; all of them where none are kept. */
  private get tracksFrom(): number {
    return this.now() - this.kept.tracksDays * DAY_MS;
  }

  private async update(
    db: Kysely<Tables>,
    hostId: string,
    id: string,
    changes: Updateable<GameTable>,
  ): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable('game')
      .set(changes)
      .where('owner_id', '=', hostId)
      .where('id', '=', id)
      .where('keep_until', '>', this.now())
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new RoomError('GAME_NOT_FOUND');
  }

  private ownedBy(db: Kysely<Tables>, hostId: string) {
    return db
      .selectFrom('game')
      .where('owner_id', '=', hostId)
      .where('keep_until', '>', this.now());
  }
}

/** Takes out who has written what. */
async function removeAuthors(db: Kysely<Tables>, id: string): Promise<void> {
  const names = await db
    .selectFrom('game_question')
    .select(['number', 'part', 'drops'])
    .where('game_id', '=', id)
    .where('kind', 'in', WRITTEN)
    .execute();
  // One after the other: thousands may have written for each.
  for (const name of names) {
    const row = await db
      .selectFrom('game_question')
      .selectAll()
      .where('game_id', '=', id)
      .where((one) => one.and(name))
      .executeTakeFirstOrThrow();
    const { shown, isEdited: _isEdited, ...question } = readQuestion(row);
    const { judged } = storedHead(withoutAuthors(question));
    await db
      .updateTable('game_question')
      .set({ judged, question: JSON.stringify(withoutLoneZones(shown)) })
      .where('game_id', '=', id)
      .where((one) => one.and(name))
      .execute();
  }
}

async function mendQuestion(
  db: Kysely<Tables>,
  name: Pick<GameQuestionTable, 'game_id' | 'number' | 'part' | 'drops'>,
): Promise<void> {
  const row = await db
    .selectFrom('game_question')
    .select(['question', 'judged', 'version'])
    .where((one) => one.and(name))
    .executeTakeFirst();
  if (row === undefined) return;
  const { floor, ...rest } = JSON.parse(row.judged) as Pick<KeptQuestion, 'floor'>;
  const mended = {
    question: JSON.stringify(withoutLoneZones(JSON.parse(row.question) as ShownQuestion)),
    judged: JSON.stringify({ floor: withoutLoneTexts(floor), ...rest }),
  };
  if (mended.question === row.question && mended.judged === row.judged) return;
  // A newer version, which its room tells in this moment, comes without these texts.
  await db
    .updateTable('game_question')
    .set(mended)
    .where((one) => one.and(name))
    .where('version', '=', row.version)
    .execute();
}

async function headIn(
  db: Kysely<Tables>,
  row: Summary & Evening,
  tracksFrom: number,
): Promise<GameHead> {
  const { id, players } = row;
  const rulings = await db
    .selectFrom('game_question')
    .select(['number', 'part', 'drops', 'version', 'ruling'])
    .where('game_id', '=', id)
    .orderBy('number')
    .orderBy('part')
    .orderBy('drops')
    .execute();
  const { known } = await db
    .selectFrom('game_player')
    .select((all) => all.fn.countAll<number>().as('known'))
    .where('game_id', '=', id)
    .executeTakeFirstOrThrow();
  const tracks = await db
    .selectFrom('game_track')
    .select(['number', 'part', 'drops'])
    .where('game_id', '=', id)
    .where('recorded_at', '>', tracksFrom)
    .execute();
  const areTracksKept = row.started_at > tracksFrom;
  const revision = hashOf(JSON.stringify([row, rulings, known, tracks, areTracksKept]));
  return { row, tracksFrom, revision, size: { seats: players, questions: rulings.length } };
}

async function reportIn(
  db: Kysely<Tables>,
  row: Summary & Evening,
  tracksFrom: number,
  inSlices: InSlices,
): Promise<GameReport> {
  const { id, rules, draws, started_at } = row;
  const players = await db
    .selectFrom('game_player')
    .selectAll()
    .where('game_id', '=', id)
    .orderBy('slot')
    .execute();
  const names = await db
    .selectFrom('game_question')
    .select(['number', 'part', 'drops'])
    .where('game_id', '=', id)
    .orderBy('number')
    .orderBy('part')
    .orderBy('drops')
    .execute();
  const kept: KeptQuestion[] = [];
  // One after the other: the answers of 2,000 players to one have 0.1 MB.
  for (const name of names) {
    const question = await db
      .selectFrom('game_question')
      .selectAll()
      .where('game_id', '=', id)
      .where((row) => row.and(name))
      .executeTakeFirst();
    if (question !== undefined) kept.push(await inSlices(readOne(question)));
  }
  const played = JSON.parse(rules) as GameRules;
  const movements = await movementsIn(db, id, kept, { rules: played, from: tracksFrom });
  const areTracksKept = started_at > tracksFrom;
  const game: PlayedGame = {
    rules: played,
    draws: JSON.parse(draws) as DrawnDraw[],
    players: players.map(({ player_id: playerId, slot, name, has_left }) => {
      return { playerId, slot, name, hasLeft: has_left === 1 };
    }),
    questions: kept.map((question) => {
      const movement = movements.get(nameKey(question)) ?? null;
      return { ...question, ...((movement || areTracksKept) && { movement }) };
    }),
    isNameless: row.names_removed_at !== null,
  };
  return { ...summaryOf(row), ...(await inSlices(reportSteps(game))) };
}

function* readOne(row: Selectable<GameQuestionTable>): Steps<KeptQuestion> {
  const question = readQuestion(row);
  yield;
  return question;
}

function summaryOf(row: Summary): KeptGame {
  return {
    id: row.id,
    roomTitle: row.room_title,
    setId: row.set_id,
    setTitle: row.set_title,
    ...(row.language && { language: row.language }),
    ...titlesOf(row),
    startedAt: row.started_at,
    endedAt: row.ended_at,
    players: row.players,
    asked: row.asked,
    keepUntil: row.keep_until,
    hasNames: row.names_removed_at === null,
    link: linkOf(row),
  };
}

/** The title of its set in further languages, to be spread. */
function titlesOf({ texts }: Summary): Pick<KeptGame, 'texts'> {
  if (texts === '{}') return {};
  const titles = Object.entries(JSON.parse(texts) as RowTexts<SetTexts>);
  const named = titles.flatMap(([tag, { title }]) =>
    title === undefined ? [] : [[tag, { setTitle: title }] as const],
  );
  return { texts: Object.fromEntries(named) };
}

function linkOf({ link_hash, link_names, link_questions }: Summary): GameLink | null {
  if (link_hash === null) return null;
  return { names: link_names === 1, questions: link_questions === 1 };
}
