/** Questions for which people write first (R16.14): what they write, and what becomes of it at the bell. */
import type { WrittenGroup, WrittenGroups } from '../protocol/cockpit.js';
import { RoomError } from '../protocol/errors.js';
import * as limits from '../protocol/limits.js';
import { ordinalIn } from '../protocol/judged-name.js';
import { MASK } from '../protocol/moderation.js';
import { writingOf, type RightTexts, type ShownQuestion } from '../protocol/question.js';
import { cleanText } from '../protocol/text.js';
import { isAwayIn } from './away.js';
import { hasExtraTime } from './extra-time.js';
import { formOf, meansRight, rightText } from './kinds/spelling.js';
import { groupsOf, type TextGroup } from './kinds/written.js';
import { nameSkeleton } from './name-skeleton.js';
import {
  deadlineOf,
  entryKey,
  isCurtained,
  isWriting,
  type Phase,
  type QuestionPhase,
} from './phase.js';
import type { Transition } from './room-change.js';
import { isAlive, type DrawnQuestion, type RoomState, type Seat } from './room-state.js';
import { countedMs, type Written, type WrittenText } from './shared/judged.js';

/** Names the question that people write for, as what they write does; null where they do not write. */
export function writingKey({ phase, tally }: Pick<RoomState, 'phase' | 'tally'>): string | null {
  return isWriting(phase) ? entryKey(tally.game, phase) : null;
}

/** Throws WRONG_PHASE where nobody writes, TOO_LATE after the bell, and BAD_REQUEST where it is more than is asked for. */
export function checkWriting(phase: Phase, texts: readonly string[], now: number): void {
  const isOf = (phase.kind === 'question' || phase.kind === 'reveal') && phase.question.kind;
  const writing = isOf ? writingOf(isOf) : undefined;
  if (writing !== undefined && !isWriting(phase))
    throw new RoomError('TOO_LATE', 'the bell has rung');
  if (
    writing === undefined ||
    !isWriting(phase) ||
    isCurtained(phase) ||
    now < phase.clock.startTime
  )
    throw new RoomError('WRONG_PHASE', 'nobody writes now');
  if (now >= (deadlineOf(phase) ?? Infinity)) throw new RoomError('TOO_LATE', 'the bell has rung');
  const { most, graphemes } = writing;
  const bounds = { maxGraphemes: graphemes, maxUnits: limits.ANSWER_BOUNDS.maxUnits };
  if (texts.length > most || texts.some((text) => !cleanText(text, bounds)))
    throw new RoomError('BAD_REQUEST', `texts: at most ${most} of 1–${graphemes} characters`);
}

/** The texts of everybody, with masks where the word filter has found something that is not right. */
function writtenIn(room: RoomState, drawn: DrawnQuestion): Written {
  const limitMs = drawn.limitTime * 1000;
  const isRight = rightText(drawn.solution);
  const texts = [...room.texts].flatMap(([slot, { texts: own, masked, ms }]): WrittenText[] => {
    const seat = room.seats.get(slot);
    if (seat === undefined) return [];
    // Most texts are not looked at here, as there may be thousands.
    const shown = masked?.map((text, n) => (isRight(own[n] ?? '') ? (own[n] ?? '') : text)) ?? own;
    const hidden = own.filter((_, n) => shown[n]?.includes(MASK)).map(formOf);
    const counted = countedMs(Math.min(ms, limitMs), hasExtraTime(room, seat));
    const { playerId, identityId } = seat;
    const isMuted = room.muted.includes(identityId);
    if (hidden.length > 0) return [[playerId, counted, shown, isMuted, hidden]];
    return [isMuted ? [playerId, counted, shown, true] : [playerId, counted, shown]];
  });
  return { limitMs, texts };
}

/** The texts of somebody as they stand in either act, also where there are none; undefined where people do not write. */
export function writtenBy(room: RoomState, slot: number): string[] | undefined {
  const { phase, seats, texts, parts } = room;
  if (phase.kind !== 'question' || phase.act === undefined) return undefined;
  const playerId = seats.get(slot)?.playerId;
  const inPart = parts.flatMap(({ written }) => written?.texts ?? []);
  const own = texts.get(slot)?.texts ?? inPart.find(([one]) => one === playerId)?.[2];
  return [...(own ?? [])];
}

/** Returns the players to whom the open question is put and for whom it counts, by player id. */
function players(room: RoomState, phase: QuestionPhase): Map<string, Seat> {
  const ordinal = ordinalIn(phase);
  const revived = new Set(phase.revived);
  const playing = [...room.seats.values()].filter(
    (seat) =>
      isAlive(seat) &&
      seat.playsFrom <= ordinal &&
      !revived.has(seat.playerId) &&
      !isAwayIn(phase, seat),
  );
  return new Map(playing.map((seat) => [seat.playerId, seat]));
}

/** The end of act 1, and how people go on. */
export interface EndedWriting {
  /** The question with its zones. */
  drawn: DrawnQuestion;
  written: Written;
  /** Whether there is something to walk to. */
  isWalked: boolean;
}

/** The end of act 1 (R16.15): what was written becomes zones. */
export function endWriting(
  room: RoomState,
  phase: QuestionPhase,
  drawn: DrawnQuestion,
): EndedWriting {
  const { struck: out = [] } = phase;
  const written = { ...writtenIn(room, drawn), ...(out.length > 0 && { struck: out }) };
  const counted = players(room, phase);
  const texts = written.texts.filter(([playerId]) => counted.has(playerId));
  const struck = new Set(out);
  const groups = groupsOf(texts).filter(({ form }) => !struck.has(form));
  const shown = withZones(drawn, groups, texts.length);
  const isWalked = shown.choiceList.length > 1 && (drawn.walk?.seconds ?? 0) > 0;
  return { drawn: { ...drawn, shown }, written, isWalked };
}

/** The question with zones of these groups, of which so many people have written something. */
function withZones(
  drawn: DrawnQuestion,
  groups: readonly TextGroup[],
  people: number,
): ShownQuestion {
  const { shown, solution, walk } = drawn;
  if ('sizes' in shown) {
    const largest = groups.slice(0, limits.MAX_WORD_ZONES);
    return {
      ...shown,
      choiceList: choicesOf(largest.map(({ text }) => text)),
      sizes: largest.map(({ count }) => count),
    };
  }
  if (solution?.kind !== 'text') return shown;
  const isMeant = meansRight(solution);
  const least = Math.max(
    limits.LEAST_SHARED,
    Math.ceil((people * limits.LEAST_SHARED_PERCENT) / 100),
  );
  const accepted = new Set(solution.accepted.map(formOf));
  const spelt = groups.filter(({ form }) => accepted.has(form)).map(({ text }) => text);
  const shared = groups.filter(({ form, count }) => count >= least && !isMeant(form));
  const wrong = lookingApart(shared, [...solution.accepted, ...spelt], limits.MAX_WRONG_ZONES);
  const { order = [] } = walk ?? {};
  const inOrder = [rightLabel(solution, groups, wrong), ...wrong]
    .map((text, n) => ({ text, place: order[n] ?? n }))
    .sort((a, b) => a.place - b.place);
  return { ...shown, choiceList: choicesOf(inOrder.map(({ text }) => text)) };
}

/** The texts of the first groups that look like none of the others and none of these, as nobody could tell their zones apart. */
function lookingApart(
  groups: readonly TextGroup[],
  others: readonly string[],
  most: number,
): string[] {
  const looks = new Set(others.flatMap(looksOf));
  const apart: string[] = [];
  for (const { text } of groups) {
    if (apart.length === most) break;
    const own = looksOf(text);
    if (own.some((look) => looks.has(look))) continue;
    apart.push(text);
    for (const look of own) looks.add(look);
  }
  return apart;
}

const ALPHABETIC = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/gu;
const LETTER = /^\p{L}$/u;

/** How a text looks as it is and in lower case, letter by letter; a digit or a sign looks like no letter. */
function looksOf(text: string): string[] {
  const plain = text.normalize('NFKC');
  return [plain, plain.toLowerCase()].map((one) =>
    one.replace(ALPHABETIC, (letter) => {
      const look = nameSkeleton(letter);
      return LETTER.test(look) ? look : letter;
    }),
  );
}

/** The text of the right zone: as players write it, so that its spelling does not tell it from the wrong ones (R16.15). */
function rightLabel(
  { accepted }: RightTexts,
  groups: readonly TextGroup[],
  wrong: readonly string[],
): string {
  const forms = accepted.map(formOf);
  const [written] = groups
    .filter(({ form }) => forms.includes(form))
    .sort((a, b) => b.count - a.count || forms.indexOf(a.form) - forms.indexOf(b.form));
  if (written !== undefined) return written.text;
  const [first = ''] = accepted;
  const isLower = wrong.length > 0 && wrong.every((text) => text === text.toLowerCase());
  return isLower ? first.toLowerCase() : first;
}

const choicesOf = (texts: readonly string[]): ShownQuestion['choiceList'] =>
  texts.map((content, n) => ({ order: n + 1, content }));

/** The texts so far of those for whom the question counts, for those who know the answer; null where nobody writes. */
export function writtenGroups(room: RoomState): WrittenGroups | null {
  const { phase, game } = room;
  if (!isWriting(phase)) return null;
  const drawn = game?.questions[phase.index];
  if (drawn === undefined) return null;
  const counted = players(room, phase);
  const texts = writtenIn(room, drawn).texts.filter(([playerId]) => counted.has(playerId));
  const struck = new Set(phase.struck);
  const isRight = rightText(drawn.solution);
  const groups = groupsOf(texts)
    .slice(0, limits.GROUPS_TOLD)
    .map(({ form, text, count }): WrittenGroup => {
      const isOut = struck.has(form);
      return { text, count, ...(isRight(text) && { isRight: true }), ...(isOut && { isOut }) };
    });
  return { groups, written: texts.length, players: counted.size };
}

/** An informed host wants what was written as a text to become no zone, or one again (R16.16). */
export interface StrikeOf {
  kind: 'strike';
  /** The identity of who wants it. */
  by: string;
  text: string;
  isOut: boolean;
}

/**
 * Strikes a group, or lets it be. Refuses with WRONG_PHASE where nobody writes, FORBIDDEN for who is not told what is
 * written, and BAD_REQUEST for more than are told, or for what is right.
 */
export function strike(room: RoomState, { by, text, isOut }: StrikeOf): Transition {
  const { phase, game, informed } = room;
  if (!isWriting(phase)) throw new RoomError('WRONG_PHASE', 'nobody writes now');
  if (!informed.includes(by))
    throw new RoomError('FORBIDDEN', 'who may play is not told what is written');
  const drawn = game?.questions[phase.index];
  if (rightText(drawn?.solution)(text)) throw new RoomError('BAD_REQUEST', 'it is right');
  const form = formOf(text);
  const others = (phase.struck ?? []).filter((one) => one !== form);
  const struck = isOut ? [...others, form] : others;
  if (struck.length > limits.GROUPS_TOLD) throw new RoomError('BAD_REQUEST', 'too many are struck');
  return { phase: { ...phase, version: phase.version + 1, struck } };
}
