import { setImmediate as breathe } from 'node:timers/promises';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { GamePlayerTable, GameQuestionTable, Tables } from '../../platform/database/schema.js';
import type { GameRules, JudgedQuestion, Written } from '../../../game/shared/judged.js';
import { withoutAuthors, withoutLoneZones } from '../../../game/kinds/written.js';
import { keepAccount, type Account } from '../accounts/accounts.js';
import { stored, storedHead, type StoredQuestion } from './stored-question.js';
import type { DrawnDraw } from '../../../protocol/programme.js';
import { isSameName, named, nameKey, type JudgedName } from '../../../protocol/judged-name.js';
import { nameColumns, nameIn } from './name-columns.js';
import { partAlone } from '../../../game/kinds/series.js';
import type { ShownQuestion } from '../../../protocol/question.js';
import { packSteps } from './packed-track.js';
import { makeRoom } from './game-quotas.js';
import { endOf, withDraws, type GameRecord } from './game-record.js';

/** Rows of one statement. */
const CHUNK = 50;
const DAY_MS = 24 * 3_600_000;
/** Beside what its questions take. */
const BYTES_OF_PLAYER = 60;

/**
 * Brings what is kept of a game up to what a record says. Writes what is missing and what has changed, so that it
 * may be written twice, and by several processes in any order. In one transaction.
 */
export async function writeGame(
  db: Kysely<Tables>,
  record: GameRecord,
  account: Account,
  { days, now }: { days: number; now: number },
): Promise<void> {
  await keepAccount(db, account, now);
  const { id, setId, setTitle, roomTitle, version, startedAt, endedAt } = record;
  // Whoever changes or deletes it meanwhile waits, or has done so before it is read.
  await db.updateTable('game').set({ id }).where('id', '=', id).execute();
  const before = await db
    .selectFrom('game')
    .select(['version', 'ended_at', 'names_removed_at', 'keep_until', 'draws'])
    .where('id', '=', id)
    .executeTakeFirst();
  // It was deleted, or its time is over.
  if (before !== undefined && before.keep_until <= now) return;
  const isNewest = (before?.version ?? 0) <= version;
  const isNamed = before?.names_removed_at == null;
  const rules = JSON.stringify(isNamed ? record.rules : withoutReasons(record.rules));
  const known = JSON.parse(before?.draws ?? '[]') as DrawnDraw[];
  const told = isNamed ? record.draws : (record.draws?.map(withoutWinners) ?? null);
  const draws = JSON.stringify(withDraws(known, told));
  if (before === undefined)
    await db
      .insertInto('game')
      .values({
        id,
        owner_id: account.hostId,
        set_id: setId,
        set_title: setTitle,
        language: record.language ?? '',
        texts: JSON.stringify(record.texts ?? {}),
        room_title: roomTitle,
        rules,
        draws,
        version,
        started_at: startedAt,
        ended_at: endedAt,
        players: 0,
        asked: 0,
        bytes: 0,
        keep_until: now + days * DAY_MS,
        names_removed_at: null,
        link_hash: null,
        link_names: 0,
        link_questions: 0,
      })
      .execute();
  if (record.isRestored) await replaceLost(db, record, isNamed);
  await writeQuestions(db, record, isNamed);
  await writeTracks(db, record, now);
  await writePlayers(db, record, { isNewest, isNamed });
  const { players, asked, bytes } = await measure(db, id);
  await db
    .updateTable('game')
    .set({ players, asked, bytes })
    .$if(isNewest, (update) =>
      update.set({
        version,
        ended_at: endOf(before && { endedAt: before.ended_at }, endedAt),
        rules,
        draws,
      }),
    )
    .where('id', '=', id)
    .execute();
  await makeRoom(db, account, id);
}

/** Without the names of its winners. */
export function withoutWinners(draw: DrawnDraw): DrawnDraw {
  const winners = draw.drawn.winners.map((winner) => ({ ...winner, playerName: '' }));
  return { ...draw, drawn: { ...draw.drawn, winners } };
}

/** A reason may tell a name. */
export function withoutReasons({ given, ...rules }: GameRules): GameRules {
  return given === undefined
    ? rules
    : { ...rules, given: given.map((one) => ({ ...one, reason: '' })) };
}

/** As it is kept: without who has written what, where the names were removed. */
async function kept(question: JudgedQuestion, isNamed: boolean): Promise<JudgedQuestion> {
  if (isNamed || question.written === undefined) return question;
  // One after the other, as thousands may have written.
  await breathe();
  return withoutAuthors(question);
}

/** The texts of a question that is kept without their authors; undefined where it is not. */
function writtenOf({ judged }: Pick<StoredQuestion, 'judged'>): Written | undefined {
  const { written } = JSON.parse(judged) as Pick<JudgedQuestion, 'written'>;
  return written?.told && written;
}

async function writeQuestions(
  db: Kysely<Tables>,
  { id, version, judged, asked }: GameRecord,
  isNamed: boolean,
): Promise<void> {
  const known = await db
    .selectFrom('game_question')
    .select(['number', 'part', 'drops', 'version', 'is_edited', 'ruling', 'judged'])
    .where('game_id', '=', id)
    .execute();
  for (const question of judged) {
    const before = known.find((row) => isSameName(nameIn(row), question));
    if (before === undefined)
      await insertQuestion(
        db,
        { id, version, shown: shownIn(asked, question, isNamed) },
        await kept(question, isNamed),
      );
    else if (before.version < version) {
      const forgotten = isNamed ? undefined : writtenOf(before);
      // It is gone for good who has written what, also where a correction would say that more of it was right.
      const one = forgotten === undefined ? question : { ...question, written: forgotten };
      await updateQuestion(db, id, version, await kept(one, isNamed), before);
    }
  }
}

/**
 * Brings what is kept of a room that came back up to what it knows now: a judgement that its journal has lost was
 * recorded, and then another question was asked, or the same one again, or none.
 */
async function replaceLost(
  db: Kysely<Tables>,
  record: GameRecord,
  isNamed: boolean,
): Promise<void> {
  const { id, version, judged, asked } = record;
  for (const one of judged) {
    const shown = shownIn(asked, one, isNamed);
    if (shown === undefined) continue;
    const { answers, judged: rest, ruling } = stored(await kept(one, isNamed));
    const { numUpdatedRows } = await db
      .updateTable('game_question')
      .set({
        version,
        answers,
        kind: one.floor.kind,
        question: JSON.stringify(shown),
        judged: rest,
        ruling,
        is_edited: 0,
      })
      .where('game_id', '=', id)
      .where((row) => row.and(nameColumns(one)))
      .where('version', '<', version)
      .where('answers', '!=', answers)
      .executeTakeFirst();
    if (numUpdatedRows > 0)
      await db
        .deleteFrom('game_track')
        .where('game_id', '=', id)
        .where((row) => row.and(nameColumns(one)))
        .execute();
  }
  const known = await db
    .selectFrom('game_question')
    .select(['number', 'part', 'drops'])
    .where('game_id', '=', id)
    .execute();
  // One after the other: SQLite takes no condition of a thousand parts.
  for (const lost of known.filter((row) => isLost(nameIn(row), record)))
    for (const table of ['game_question', 'game_track'] as const)
      await db
        .deleteFrom(table)
        .where('game_id', '=', id)
        .where((row) => row.and(lost))
        .execute();
}

/** A question that was judged since in its place may have come by a drop (R4.8); until the end others may still come. */
function isLost(name: JudgedName, { judged, endedAt }: GameRecord): boolean {
  if (named(judged, name) !== undefined) return false;
  // All parts of a question are judged at once.
  const isReplaced = judged.some(({ question }) => question === name.question);
  return isReplaced || endedAt !== null;
}

async function insertQuestion(
  db: Kysely<Tables>,
  { id, version, shown }: { id: string; version: number; shown: ShownQuestion | undefined },
  question: JudgedQuestion,
): Promise<void> {
  const { floor } = question;
  if (shown === undefined) return;
  await db
    .insertInto('game_question')
    .values({
      game_id: id,
      ...nameColumns(question),
      version,
      kind: floor.kind,
      is_edited: 0,
      question: JSON.stringify(shown),
      ...stored(question),
    })
    .execute();
}

/** Each part of a question is kept as it was asked; without names, what one person alone has written is not. */
function shownIn(
  asked: GameRecord['asked'],
  { question, part }: JudgedName,
  isNamed: boolean,
): ShownQuestion | undefined {
  const whole = asked[question];
  const shown = whole && partAlone(whole, part);
  return shown && !isNamed ? withoutLoneZones(shown) : shown;
}

/** Of the questions that are there; a track that is there stays. */
async function writeTracks(db: Kysely<Tables>, { id, judged, tracks }: GameRecord, now: number) {
  for (const question of judged) {
    const track = tracks.get(nameKey(question));
    if (track === undefined) continue;
    const { everyMs: every_ms, samples } = track;
    const bytes = await packSteps(track);
    await db
      .insertInto('game_track')
      .values({
        game_id: id,
        ...nameColumns(question),
        recorded_at: now,
        every_ms,
        samples,
        bytes,
      })
      .onConflict((known) => known.columns(['game_id', 'number', 'part', 'drops']).doNothing())
      .execute();
  }
}

async function updateQuestion(
  db: Kysely<Tables>,
  id: string,
  version: number,
  question: JudgedQuestion,
  before: Pick<Selectable<GameQuestionTable>, 'is_edited' | keyof StoredHead>,
): Promise<void> {
  const { ruling, judged } = storedHead(question);
  const changed = { judged, ...(before.is_edited ? {} : { ruling }) };
  if (before.judged === judged && (before.is_edited || before.ruling === ruling)) return;
  await db
    .updateTable('game_question')
    .set({ ...changed, version })
    .where('game_id', '=', id)
    .where((row) => row.and(nameColumns(question)))
    .execute();
}

type StoredHead = Omit<StoredQuestion, 'answers'>;

/** Who is not there any more stays with the name that was known, outside of the ranking. */
async function writePlayers(
  db: Kysely<Tables>,
  { id, players }: GameRecord,
  { isNewest, isNamed }: { isNewest: boolean; isNamed: boolean },
): Promise<void> {
  const known = new Map(
    (await db.selectFrom('game_player').selectAll().where('game_id', '=', id).execute()).map(
      (row) => [row.player_id, row],
    ),
  );
  const rows = players.map(({ playerId, slot, name }): Selectable<GamePlayerTable> => {
    const shown = isNamed ? name : '';
    return { game_id: id, player_id: playerId, slot, name: shown, has_left: isNewest ? 0 : 1 };
  });
  const added = rows.filter((row) => !known.has(row.player_id));
  for (let from = 0; from < added.length; from += CHUNK)
    await db
      .insertInto('game_player')
      .values(added.slice(from, from + CHUNK))
      .execute();
  if (!isNewest) return;
  for (const row of rows) {
    const before = known.get(row.player_id);
    if (before === undefined || (before.name === row.name && before.has_left === 0)) continue;
    await updatePlayer(db, row);
  }
  const there = new Set(players.map(({ playerId }) => playerId));
  for (const row of known.values())
    if (row.has_left === 0 && !there.has(row.player_id))
      await updatePlayer(db, { ...row, has_left: 1 });
}

async function updatePlayer(
  db: Kysely<Tables>,
  { game_id, player_id, name, has_left }: Selectable<GamePlayerTable>,
): Promise<void> {
  await db
    .updateTable('game_player')
    .set({ name, has_left })
    .where('game_id', '=', game_id)
    .where('player_id', '=', player_id)
    .execute();
}

async function measure(
  db: Kysely<Tables>,
  id: string,
): Promise<{ players: number; asked: number; bytes: number }> {
  const { players } = await db
    .selectFrom('game_player')
    .select((all) => all.fn.countAll<number>().as('players'))
    .where('game_id', '=', id)
    .where('has_left', '=', 0)
    .executeTakeFirstOrThrow();
  const { asked, answers } = await db
    .selectFrom('game_question')
    .select((all) => [
      // Its other parts are no questions.
      all.fn.countAll<number>().filterWhere('part', '=', 0).as('asked'),
      lengthOf('answers').as('answers'),
    ])
    .where('game_id', '=', id)
    .executeTakeFirstOrThrow();
  const { tracks } = await db
    .selectFrom('game_track')
    .select(lengthOf('bytes').as('tracks'))
    .where('game_id', '=', id)
    .executeTakeFirstOrThrow();
  const bytes = answers + tracks;
  return { players, asked, bytes: bytes + players * BYTES_OF_PLAYER };
}

/** Of all rows of a column together. */
function lengthOf(column: 'answers' | 'bytes') {
  return sql<number>`cast(coalesce(sum(length(${sql.ref(column)})), 0) as bigint)`;
}
