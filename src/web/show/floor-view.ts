/** How a floor with zones looks at a time of a reveal: a pure function of the beats (R19.1). */
import { lengthOf } from '../../game/shared/beats.js';
import type { RevealBeat } from '../../protocol/show.js';

export interface FloorFacts {
  beats: readonly RevealBeat[];
  /** How many stand in each zone, from zone 1. */
  counts: readonly number[];
  /** The right zones. */
  rights: readonly number[];
  /** The right zones of each of several parts (R16.21). */
  parts?: readonly (readonly number[])[] | undefined;
  /** Nothing travels, swings or shakes. */
  isReduced: boolean;
  /** The last seconds were seen, and can be shown again. */
  isSeen: boolean;
}

export interface ZoneView {
  number: number;
  /** From 0, the dark of the hall, to 1, the day. */
  light: number;
  /** Lit as right. */
  isRight: boolean;
  /** How far its trapdoor is open, 0 to 1. */
  open: number;
  /** How far those who stand there have fallen, 0 to 1. */
  fallen: number;
  /** What is shown of its count; undefined while nothing is. */
  count: number | undefined;
}

export interface FloorView {
  zones: ZoneView[];
  /** Of a floor without zones, from 0 to 1. */
  light: number;
  /** What is right is shown. */
  isTold: boolean;
  /** Since the answer is shown, while those who were right hop, in ms. */
  hopMs: number | undefined;
  /** Since those who fell in survival begin to rise as ghosts, 0 to 1. */
  risen: number;
  /** How near the camera is to the only one who was right, 0 to 1; undefined where there is none. */
  near: number | undefined;
  /** What of the last seconds is shown again now, 0 to 1; undefined outside of that. */
  again: number | undefined;
  /** The next frame differs. */
  isMoving: boolean;
}

/** What the floor keeps of its light while it is dark. */
const DARK = 0.12;
const SPOT_LIT = 0.55;
const LIGHT_DOWN_MS = 300;
const CLIMB_MS = 260;
const HANG_MS = 130;
const FLAP_MS = 390;
const FALL_MS = 520;
/** Two zones in turn at 1.6 Hz: more than three flashes a second are dangerous to some. */
const TURN_MS = 312;
const FLARE_MS = 250;
const HOP_MS = 1_300;
const RISE_MS = 800;
const CAMERA_MS = 750;
/** At the rest all climb back. */
export const BACK_MS = 700;
/** The last seconds begin after so long, and are over after as much more. */
const AGAIN_LATER_MS = 400;
const AGAIN_MS = 2_000;
const AGAIN_LIGHT_MS = 250;
/** A hand's breadth. */
const AJAR = 0.3;

const part = (ms: number, ofMs: number): number => Math.min(1, Math.max(0, ms / ofMs));
const eased = (value: number): number => value * value * (3 - 2 * value);
const between = (from: number, to: number, at: number): number => from + (to - from) * at;

/** `elapsedMs` since the reveal began. */
export function floorView(facts: FloorFacts, elapsedMs: number): FloorView {
  const { beats, isReduced } = facts;
  /** How long ago a beat began, in ms; negative while it has not. */
  const since = (find: (beat: RevealBeat) => boolean): number => {
    const index = beats.findIndex(find);
    return index < 0 ? -1 : elapsedMs - lengthOf(beats.slice(0, index));
  };
  const answerMs = since(({ scene }) => scene === 'answer');
  const lastPart = beats.findLast(({ scene }) => scene === 'part');
  const partsMs = since((beat) => beat === lastPart);
  const restMs = since(({ scene }) => scene === 'rest');
  const lone = beats.find((beat) => beat.scene === 'moment' && beat.moment.kind === 'lone');
  const loneMs = since((beat) => beat === lone);
  const isNear = lone !== undefined && loneMs >= 0 && loneMs < lone.ms;
  const back = restMs < 0 ? 0 : isReduced ? 1 : eased(part(restMs, BACK_MS));
  const replay = beats.find(({ scene }) => scene === 'replay');
  const replayMs = since((beat) => beat === replay);
  const isAgain =
    facts.isSeen && !isReduced && replay !== undefined && replayMs >= 0 && replayMs < replay.ms;
  const day = isAgain
    ? part(replayMs, AGAIN_LIGHT_MS) * part(replay.ms - replayMs, AGAIN_LIGHT_MS)
    : undefined;
  const zones = facts.counts.map((_, index) =>
    zoneView(facts, { number: index + 1, elapsedMs, answerMs, back, isNear, day, since }),
  );
  return {
    zones,
    light: between(day === undefined ? night(facts, elapsedMs) : between(DARK, 1, day), 1, back),
    isTold: answerMs >= 0 || partsMs >= 0,
    hopMs: !isReduced && answerMs >= 0 && answerMs < HOP_MS ? answerMs : undefined,
    risen: answerMs < 0 ? 0 : isReduced ? 1 : part(answerMs - 300, RISE_MS),
    near: isNear ? (isReduced ? 1 : eased(part(loneMs, CAMERA_MS))) : undefined,
    again: isAgain ? part(replayMs - AGAIN_LATER_MS, AGAIN_MS) : undefined,
    isMoving: isAgain || isMoving(facts, since, elapsedMs),
  };
}

type Since = (find: (beat: RevealBeat) => boolean) => number;

interface FloorMoment {
  number: number;
  elapsedMs: number;
  answerMs: number;
  /** How far all is as before the bell again, 0 to 1. */
  back: number;
  isNear: boolean;
  /** How light it is while the last seconds are shown again, 0 to 1; undefined outside of that. */
  day: number | undefined;
  since: Since;
}

function zoneView(facts: FloorFacts, moment: FloorMoment): ZoneView {
  const { number, answerMs, back, day } = moment;
  const partMs = msOfPart(facts, moment);
  const isRight = partMs >= 0 || (answerMs >= 0 && facts.rights.includes(number));
  if (day !== undefined) {
    const light = isRight ? 1 : between(DARK, 1, day);
    return { number, light, isRight, open: 0, fallen: 0, count: undefined };
  }
  const fallMs = moment.since((beat) => beat.scene === 'fall' && beat.zone === number);
  const hasFallen = fallMs >= 0;
  const swing = facts.isReduced ? 0 : eased(part(fallMs - HANG_MS, FLAP_MS));
  const drop = facts.isReduced ? Number(hasFallen) : part(fallMs - HANG_MS, FALL_MS - HANG_MS);
  const open = hasFallen ? swing : ajar(facts, moment);
  return {
    number,
    light: between(lightOf(facts, moment, isRight, Math.max(answerMs, partMs)), 1, back),
    isRight,
    open: open * (1 - back),
    fallen: (hasFallen ? drop : 0) * (1 - back),
    count: countOf(facts, moment),
  };
}

/** Where nothing is lit. */
function night({ isReduced }: FloorFacts, elapsedMs: number): number {
  return isReduced ? DARK : between(1, DARK, part(elapsedMs, LIGHT_DOWN_MS));
}

/** How long the part is on in which this zone is right, in ms; negative while none such is. */
function msOfPart({ beats, parts }: FloorFacts, { number, since }: FloorMoment): number {
  const on = beats.find((beat) => {
    if (beat.scene !== 'part' || parts?.[beat.part]?.includes(number) !== true) return false;
    const ms = since((one) => one === beat);
    return ms >= 0 && ms < beat.ms;
  });
  return since((beat) => beat === on);
}

/** `rightMs`: since it is lit as right. */
function lightOf(
  facts: FloorFacts,
  { number, ...at }: FloorMoment,
  isRight: boolean,
  rightMs: number,
): number {
  if (isRight) {
    if (at.isNear) return DARK;
    return facts.isReduced ? 1 : between(DARK, 1, part(rightMs, FLARE_MS));
  }
  const two = facts.beats.find((beat) => beat.scene === 'two');
  const twoMs = at.since((beat) => beat === two);
  if (two !== undefined && twoMs >= 0 && twoMs < two.ms) {
    // Not by what is right: people would learn which of the two is lit first.
    const pair = [two.zone, ...facts.rights].sort((a, b) => a - b);
    if (!pair.includes(number)) return DARK;
    if (facts.isReduced) return SPOT_LIT;
    return pair[Math.floor(twoMs / TURN_MS) % 2] === number ? SPOT_LIT : DARK;
  }
  return night(facts, at.elapsedMs);
}

/** Where nobody was right, all trapdoors open a little, twice, and shut. */
function ajar({ beats, isReduced }: FloorFacts, { since }: FloorMoment): number {
  const spared = beats.find((beat) => beat.scene === 'spared');
  const ms = since((beat) => beat === spared);
  if (spared === undefined || isReduced || ms < 0 || ms >= spared.ms) return 0;
  return AJAR * Math.abs(Math.sin((ms / spared.ms) * 2 * Math.PI));
}

/** How long after the beginning of its beat the count of a zone begins to be shown. */
export function countLaterMs(beatMs: number, zones: number, number: number): number {
  return (Math.max(0, beatMs - CLIMB_MS) / Math.max(1, zones)) * (number - 1);
}

function countOf(
  { beats, counts, rights, isReduced }: FloorFacts,
  at: FloorMoment,
): number | undefined {
  const ms = at.since(({ scene }) => scene === 'count');
  const lengthMs = beats.find(({ scene }) => scene === 'count')?.ms ?? 0;
  const climbMs = ms - countLaterMs(lengthMs, counts.length, at.number);
  if (ms < 0 || climbMs < 0 || at.back > 0) return undefined;
  const wordsMs = at.since(({ scene }) => scene === 'answer' || scene === 'spared');
  // Words stand there then.
  if (wordsMs >= 0 && rights.length > 0 && !rights.includes(at.number)) return undefined;
  const count = counts[at.number - 1] ?? 0;
  return isReduced ? count : Math.round(count * part(climbMs, CLIMB_MS));
}

/** Whether what is on changes from frame to frame; between two such, the page sleeps. */
function isMoving({ beats, isReduced }: FloorFacts, since: Since, elapsedMs: number): boolean {
  if (elapsedMs < LIGHT_DOWN_MS) return true;
  const isWithin = (find: (beat: RevealBeat) => boolean, ms?: number): boolean => {
    const gone = since(find);
    return gone >= 0 && gone < (ms ?? beats.find(find)?.ms ?? 0);
  };
  if (isWithin(({ scene }) => scene === 'count')) return true;
  if (isReduced) return false;
  return (
    beats.some(
      (one) =>
        (one.scene === 'fall' && isWithin((beat) => beat === one, FALL_MS + 50)) ||
        ((one.scene === 'two' || one.scene === 'spared') && isWithin((beat) => beat === one)) ||
        (one.scene === 'part' && isWithin((beat) => beat === one, FLARE_MS + 50)) ||
        (one.scene === 'answer' && isWithin((beat) => beat === one, HOP_MS + 50)) ||
        (one.scene === 'moment' && isWithin((beat) => beat === one, CAMERA_MS + 50)),
    ) || isWithin(({ scene }) => scene === 'rest', BACK_MS + 50)
  );
}
