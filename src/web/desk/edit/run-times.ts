/** When each item of an evening comes on, as it is planned (R27.44). Nobody knows how long a host talks. */
import { imagesOf } from '../../../protocol/images.js';
import type { DraftItem, DraftQuestion, DraftRow } from '../../../protocol/desk.js';
import { EVENING_MAX_QUESTIONS } from '../../../protocol/limits.js';
import { isItem } from '../../../protocol/programme.js';
import { writingOf } from '../../../protocol/question.js';
import { partSeconds, secondsInAll } from '../part-seconds.js';

/** Lengths that are planned where nobody has written one, in seconds. */
export const PLANNED_S = {
  /** A slide that stays until the host goes on. */
  slide: 60,
  standings: 20,
  /** With what the host says before and after it. */
  draw: 40,
  /** Before the first question of a round. */
  countdown: 3,
  /** The text of a question alone, before its choices; the same with a picture, which phones have to load. */
  ready: 3,
  pictureReady: 5,
  /** A question of another set, or one that has no time yet. */
  question: 20,
  /** The answer, the ranking, and the press that goes on. */
  reveal: 12,
  /** The reveal is longer by this for each part (R16.21). */
  part: 1.2,
  /** From the last answer to the podium. */
  final: 60,
} as const;

const MINUTE_S = 60;
const DAY_S = 24 * 60 * MINUTE_S;

export interface RunTimes {
  /** For each row that is an item: seconds since midnight, or since the beginning where `begin` was 0. */
  at: (number | undefined)[];
  end: number;
}

/**
 * `begin` is in seconds, a time of day where `isDay`, and else 0; `countOf` tells how many questions another set has.
 */
export function runTimes(
  rows: readonly DraftRow[],
  begin: number,
  isDay: boolean,
  countOf: (setId: string) => number,
): RunTimes {
  let now = begin;
  let left = EVENING_MAX_QUESTIONS;
  let asksSomething = false;
  let limit: number | null = null;
  const at: RunTimes['at'] = rows.map(() => undefined);

  /** As many of these as are asked. */
  function ask(written: readonly DraftQuestion[], count: number, order?: DraftItem['order']): void {
    const asked = Math.min(count, left);
    if (asked === 0) return;
    left -= asked;
    asksSomething = true;
    const lengths = Array.from({ length: count }, (_, n) => lengthOf(written[n], limit));
    const all = written.map((question) => lengthOf(question, limit));
    const isDrawn = order === 'drawn' && all.length > asked;
    const mean = sum(all) / all.length;
    now += PLANNED_S.countdown + (isDrawn ? mean * asked : sum(lengths.slice(0, asked)));
  }

  for (let index = 0, row = rows[0]; row !== undefined; row = rows[index]) {
    const below = questionsFrom(rows, isItem(row) ? index + 1 : index);
    if (isItem(row)) at[index] = now;
    if (!isItem(row)) ask(below, below.length);
    else if (row.kind !== 'round') {
      now = endOf(row, now, isDay);
      ask(below, below.length);
    } else {
      limit = row.limitTime ?? null;
      const { setId, count, order } = row;
      if (setId) {
        const there = countOf(setId);
        ask([], Math.min(count ?? there, there));
        ask(below, below.length);
      } else ask(below, Math.min(count ?? below.length, below.length), order);
    }
    index += below.length + (isItem(row) ? 1 : 0);
  }
  return { at, end: asksSomething ? now + PLANNED_S.final : now };
}

/** The questions from this row on, up to the next item. */
function questionsFrom(rows: readonly DraftRow[], from: number): DraftQuestion[] {
  const end = rows.findIndex((row, index) => index >= from && isItem(row));
  return rows.slice(from, end < 0 ? undefined : end) as DraftQuestion[];
}

function lengthOf(question: DraftQuestion | undefined, limit: number | null): number {
  const pictures = question === undefined ? 0 : imagesOf(question).length;
  const ready = pictures > 0 ? PLANNED_S.pictureReady * (1 + (pictures - 1) / 8) : PLANNED_S.ready;
  const times = question === undefined ? [limit] : partSeconds(question, limit);
  const open = secondsInAll(times.map((time) => time ?? PLANNED_S.question)) ?? 0;
  const isWritten = question !== undefined && writingOf(question.kind) !== undefined;
  const walking = isWritten ? (question.walkTime ?? 0) : 0;
  const telling = times.length > 1 ? PLANNED_S.part * times.length : 0;
  return ready + open + walking + telling + PLANNED_S.reveal;
}

/** When an item that is no round is over. */
function endOf(item: DraftItem, now: number, isDay: boolean): number {
  switch (item.kind) {
    case 'slide': {
      if (item.seconds != null) return now + item.seconds;
      const moment = isDay ? momentAfter(item.startsAt ?? '', now) : undefined;
      return moment ?? now + PLANNED_S.slide;
    }
    case 'break':
      return now + (item.minutes ?? 0) * MINUTE_S;
    case 'draw':
      return now + PLANNED_S.draw;
    case 'standings':
      return now + PLANNED_S.standings;
    case 'round':
      return now;
  }
}

/** A slide that waits for a time of day stays until then; undefined where that is past, or none is written. */
function momentAfter(text: string, now: number): number | undefined {
  const seconds = secondsOf(text);
  if (seconds === undefined) return undefined;
  const wait = (((seconds - now) % DAY_S) + DAY_S) % DAY_S;
  return wait > 0 && wait <= DAY_S / 2 ? now + wait : undefined;
}

/** The seconds since midnight of a time of day, as `19:30`; undefined where it is none. */
export function secondsOf(text: string): number | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  return (Number(hours) * 60 + Number(minutes)) * MINUTE_S;
}

/** As `19:30`, or as `1:05` for a time since the beginning. */
export function runTimeText(seconds: number, isDay: boolean): string {
  const all = Math.floor(seconds / MINUTE_S) % (DAY_S / MINUTE_S);
  const minutes = String(all % 60).padStart(2, '0');
  const hours = String(Math.floor(all / 60));
  return `${isDay ? hours.padStart(2, '0') : hours}:${minutes}`;
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
