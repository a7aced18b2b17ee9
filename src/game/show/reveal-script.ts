/** What a reveal shows and for how long (R19.2): a pure function of how a question was answered. */
import type { Moment, RevealBeat } from '../../protocol/show.js';
import { lengthOf } from '../shared/beats.js';

export interface RevealFacts {
  /** How many stand in each zone, from zone 1; empty where the floor has no zones. */
  counts: readonly number[];
  /** The right zones; empty where the floor has none. */
  rights: readonly number[];
  /** False of polls and scales, where nothing is right. */
  isScored: boolean;
  isSurvival: boolean;
  /** How many it counts for, and how many of them were right. */
  played: number;
  right: number;
  /** There for several parts (R16.21): how many were right in each, and whether anybody saved a life by all of them. */
  parts?: { rights: readonly number[]; isAnySaved: boolean };
  /** The most worth telling first. */
  moments: readonly Moment[];
  /** Whether everybody saw where the others walked. */
  isSeen: boolean;
  /** Whether ranks are shown: somebody has scored, and another question follows. */
  isRanked: boolean;
  /** How many share the first rank. */
  firsts: number;
  /** People know by now how it goes. */
  isBrief: boolean;
}

/** All in ms. */
const WHOLE = {
  dark: 850,
  countOfZone: 175,
  countMore: 250,
  countOfRuler: 1_200,
  fallOf: (nth: number): number => Math.max(280, 420 - 50 * nth),
  two: 1_100,
  spared: 1_600,
  part: 1_200,
  answer: 1_300,
  moment: 1_900,
  ranking: 2_800,
  names: 2,
};
const BRIEF: typeof WHOLE = {
  dark: 420,
  countOfZone: 0,
  countMore: 350,
  countOfRuler: 600,
  fallOf: () => 150,
  two: 600,
  spared: 900,
  part: 1_200,
  answer: 900,
  moment: 1_900,
  ranking: 2_000,
  names: 1,
};
/** Long enough for a zone to be gone. */
const LAST_FALL_MS = 520;
const LONE_MS = 3_000;
const REPLAY_MS = 3_000;
/** Of the ranking on a projector. */
const RANKING_ROWS = 9;
const REST: RevealBeat = { scene: 'rest', ms: 0 };

/** The whole script, or what of it fits into `mostMs`: what matters least goes first. */
export function revealScript(facts: RevealFacts, mostMs = Infinity): RevealBeat[] {
  const lone = facts.moments.filter(({ kind }) => kind === 'lone');
  const versions: RevealFacts[] = [
    facts,
    { ...facts, isSeen: false },
    { ...facts, isSeen: false, moments: facts.moments.slice(0, 1) },
    { ...facts, isBrief: true },
    { ...facts, isBrief: true, isSeen: false },
    { ...facts, isBrief: true, moments: lone },
    { ...facts, isBrief: true, moments: lone, isRanked: false },
    { ...facts, isBrief: true, moments: lone, isRanked: false, ...withoutParts(facts) },
  ];
  const scripts = versions.map(scriptOf);
  return scripts.find((beats) => lengthOf(beats) <= mostMs) ?? [REST];
}

function withoutParts({ parts }: RevealFacts): Pick<RevealFacts, 'parts'> {
  return parts === undefined ? {} : { parts: { ...parts, rights: [] } };
}

function scriptOf(facts: RevealFacts): RevealBeat[] {
  const times = facts.isBrief ? BRIEF : WHOLE;
  const { counts, right, played, isScored, isRanked } = facts;
  const countMs =
    counts.length > 0 ? times.countMore + times.countOfZone * counts.length : times.countOfRuler;
  const moments = isScored ? facts.moments.slice(0, times.names) : [];
  return [
    { scene: 'dark', ms: times.dark },
    ...(facts.parts === undefined
      ? [{ scene: 'count', ms: countMs } as const, ...fallsOf(facts, times)]
      : partsIn(facts, facts.parts, times)),
    { scene: 'answer', ms: times.answer, right, played },
    ...moments.map((moment): RevealBeat => {
      if (moment.kind === 'late' && facts.isSeen) return { scene: 'replay', ms: REPLAY_MS, moment };
      return { scene: 'moment', ms: moment.kind === 'lone' ? LONE_MS : times.moment, moment };
    }),
    ...(isScored && isRanked ? [rankingOf(facts, times)] : []),
    REST,
  ];
}

/** One part after the other, and who is spared by them. */
function partsIn(
  { played, isSurvival }: RevealFacts,
  { rights, isAnySaved }: NonNullable<RevealFacts['parts']>,
  times: typeof WHOLE,
): RevealBeat[] {
  return [
    ...rights.map((right, part): RevealBeat => {
      return { scene: 'part', ms: times.part, part, right, played };
    }),
    ...(isSurvival && !isAnySaved ? [{ scene: 'spared', ms: times.spared } as const] : []),
  ];
}

/** Where more share the first rank than a projector has rows, one sentence says it all. */
function rankingOf({ firsts }: RevealFacts, times: typeof WHOLE): RevealBeat {
  return firsts > RANKING_ROWS
    ? { scene: 'ranking', ms: times.moment, firsts }
    : { scene: 'ranking', ms: times.ranking };
}

/** Wrong zones with people in them fall, the fewest people first. */
function fallsOf(
  { counts, rights, right, played, isSurvival }: RevealFacts,
  times: typeof WHOLE,
): RevealBeat[] {
  if (rights.length === 0) return [];
  if (isSurvival && right === 0) return [{ scene: 'spared', ms: times.spared }];
  const wrong = counts
    .map((count, index) => ({ count, zone: index + 1 }))
    .filter(({ count, zone }) => count > 0 && !rights.includes(zone))
    .sort((a, b) => a.count - b.count || a.zone - b.zone);
  const last = wrong.pop();
  if (last === undefined) return [];
  const falls = wrong.map(({ zone }, nth): RevealBeat => {
    return { scene: 'fall', ms: times.fallOf(nth), zone };
  });
  const { zone } = last;
  // Else everybody knows already.
  const isOpen = rights.length === 1 && right > 0 && right * 2 <= played;
  return [
    ...falls,
    ...(isOpen ? [{ scene: 'two', ms: times.two, zone } as const] : []),
    { scene: 'fall', ms: LAST_FALL_MS, zone },
  ];
}
