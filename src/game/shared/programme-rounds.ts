/** The rounds of a programme with their questions, those of other sets too, within the bounds of an evening (R27). */
import type { PlayableItem, PlayableRound, Question } from './quiz-set.js';
import { sample, type Random } from './random.js';
import type { DraftRow } from '../../protocol/desk.js';
import * as limits from '../../protocol/limits.js';
import {
  isItem,
  type ItemCounts,
  type ProgrammeItem,
  type RoundItem,
} from '../../protocol/programme.js';

/** A row of a set as a game takes it, before its rounds have the questions of other sets. */
export type PlayableRow = Question | ProgrammeItem;

/** The bound of the questions of other sets, as JSON: twice as much as a set may be. */
const OTHERS_MOST_BYTES = 2 * limits.QUIZ_FILE_MAX_BYTES;

const UNNAMED = { kind: 'round', name: '', count: null, factor: 1, standings: 'each' } as const;

/** The sets that rounds name, each once. */
export function setIdsOf(rows: readonly PlayableRow[]): string[] {
  return [...new Set(rows.flatMap((row) => (row.kind === 'round' ? (row.setId ?? []) : [])))];
}

interface Gathered {
  questions: Question[];
  programme?: PlayableItem[];
}

/**
 * Makes rounds of the rows of a set; `taken` tells how many rows are in them. `others` are the questions of the sets
 * that rounds name; a round is left out where its set is not among them, where it has no question, or where the
 * evening is full.
 */
export function gatherRounds(
  rows: readonly PlayableRow[],
  others: ReadonlyMap<string, readonly Question[]>,
  random: Random,
): Gathered & { taken: number } {
  if (!rows.some(isItem)) return { questions: rows as Question[], taken: rows.length };
  const programme: PlayableItem[] = [];
  const takenIds = new Set(rows.map(({ id }) => id));
  let options: Omit<RoundItem, 'id'> = UNNAMED;
  let round: PlayableRound | undefined;
  let bytes = 0;
  for (const row of rows) {
    if (!isItem(row)) {
      if (round === undefined)
        programme.push((round = { ...options, id: freeId(), questions: [] }));
      round.questions.push(row);
      continue;
    }
    round = undefined;
    if (row.kind !== 'round') {
      programme.push(row);
      continue;
    }
    // Questions that follow another item are a round of the same name; all of them are asked.
    options = goesOn(row);
    programme.push((round = { ...row, questions: [] }));
    const { setId } = row;
    if (setId === undefined) continue;
    if (bytes <= OTHERS_MOST_BYTES)
      round.questions = drawnFrom(others.get(setId) ?? [], row, random);
    bytes += new TextEncoder().encode(JSON.stringify(round.questions)).length;
    if (bytes > OTHERS_MOST_BYTES) round.questions = [];
    // Questions that follow are another round.
    round = undefined;
  }
  const gathered = fitted(programme);
  const there = new Set<unknown>([
    ...gathered.questions,
    ...gathered.programme.map(({ id }) => id),
  ]);
  const taken = rows.filter((row) => there.has(isItem(row) ? row.id : row)).length;
  return { ...gathered, taken };

  function freeId(): string {
    let id = 'round';
    for (let n = 2; takenIds.has(id); n++) id = `round-${n}`;
    takenIds.add(id);
    return id;
  }
}

function goesOn({
  id: _,
  note: _note,
  setId: _setId,
  ...options
}: RoundItem): Omit<RoundItem, 'id'> {
  return { ...options, count: null };
}

/** As many as are asked and can stand in: the first ones, unless they are drawn. */
function drawnFrom(
  questions: readonly Question[],
  { count, order }: RoundItem,
  random: Random,
): Question[] {
  const most = (count ?? limits.EVENING_MAX_QUESTIONS) + limits.ROUND_SPARES;
  if (questions.length <= most) return [...questions];
  if (order !== 'drawn') return questions.slice(0, most);
  const drawn = new Set(sample(random, [...questions.keys()], most));
  return questions.filter((_, index) => drawn.has(index));
}

/** Without rounds that have no question; the last ones ask fewer where the evening has too many. */
function fitted(items: readonly PlayableItem[]): Required<Gathered> {
  let left = limits.EVENING_MAX_QUESTIONS;
  const programme: PlayableItem[] = [];
  for (const item of items) {
    if (item.kind !== 'round') {
      programme.push(item);
      continue;
    }
    const { length } = item.questions;
    const asked = Math.min(item.count ?? length, length);
    if (Math.min(asked, left) === 0) continue;
    programme.push(asked > left ? { ...item, count: left } : item);
    left -= Math.min(asked, left);
  }
  const questions = programme.flatMap((item) => (item.kind === 'round' ? item.questions : []));
  return { questions, programme };
}

/** How many there are of each kind. */
export function itemCounts(rows: readonly (DraftRow | PlayableRow)[]): ItemCounts {
  const counts: ItemCounts = {};
  for (const { kind } of rows.filter(isItem)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
