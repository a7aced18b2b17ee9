/** What a phase sounds like that is not paused, from what a page knows of it. */
import type { PhasePayload } from '../../protocol/events.js';
import { nameKey, nameOf } from '../../protocol/judged-name.js';
import type { FinalBeat, RevealBeat } from '../../protocol/show.js';
import { countLaterMs } from '../show/floor-view.js';
import type { Outcome } from '../room/outcome.js';
import type { Entry } from './agenda.js';
import type { CueName } from './cues.js';
import type { LoopName } from './loops.js';

export interface Plan {
  cues: readonly Entry[];
  loop: LoopName | null;
  /** Of the loop's first bar, server epoch ms. */
  from: number;
  /** When the music is cut dead, server epoch ms. */
  cutAt: number;
}

export interface SoundMoment {
  phase: PhasePayload;
  /** The question that was open before it, as it was told last. */
  asked: PhasePayload | null;
  /** Of a reveal; none where it is shown all at once. */
  beats: readonly RevealBeat[];
}

const SECOND_MS = 1_000;
/** Between the bell and the answer nothing is heard. */
const STILL_MS = 900;
/** The name of the only one who was right comes so long after the light. */
const LONE_LATER_MS = 1_250;
/** What follows sooner is one sound with what is before it. */
const APART_MS = 100;
/** Rows stand for so long before they move. */
const CLIMB_LATER_MS = 500;

function entry({ version }: PhasePayload, cue: CueName, at: number, arg = 0): Entry {
  return { cue, at, arg, key: `${version} ${cue} ${arg}` };
}

/** One for each of the last seconds of a phase that are after its start. */
function lastSeconds(phase: PhasePayload, cue: CueName, most: number): Entry[] {
  const seconds = Array.from({ length: most }, (_, i) => most - i);
  return seconds
    .map((left) => entry(phase, cue, phase.endTime - left * SECOND_MS, left))
    .filter(({ at }) => at >= phase.startTime);
}

/** The bell of a question that the host has closed; of one that has had its bell it is the same again. */
function lateBell({ phase, asked }: SoundMoment): Entry[] {
  return asked === null ? [] : [entry(asked, 'bell', phase.startTime)];
}

interface Timed<Beat> {
  beat: Beat;
  index: number;
  /** When it begins, server epoch ms. */
  at: number;
}

function timed<Beat extends { ms: number }>(
  beats: readonly Beat[],
  startTime: number,
): Timed<Beat>[] {
  let at = startTime;
  return beats.map((beat, index) => {
    const one = { beat, index, at };
    at += beat.ms;
    return one;
  });
}

/** `zones`: how many are counted; 0 where the floor has none. */
function revealCues(
  { phase, asked, beats }: SoundMoment,
  { hasRight, zones }: { hasRight: boolean; zones: number },
): Entry[] {
  // Through pauses and cuts of a reveal its question stays as it was told last; no other game has the same.
  const question = `${nameKey(nameOf(phase))} ${asked?.startTime ?? ''}`;
  return timed(beats, phase.startTime).flatMap(({ beat, index, at }) => {
    const cue = (name: CueName, later = 0, arg = 0): Entry => {
      return {
        cue: name,
        at: at + later,
        arg,
        key: `${question} ${index} ${name} ${arg}`,
      };
    };
    switch (beat.scene) {
      case 'count': {
        const laterMs = (zone: number) => countLaterMs(beat.ms, zones, zone + 1);
        const heard = zones > 0 && laterMs(1) >= APART_MS ? zones : 1;
        return Array.from({ length: heard }, (_, zone) => cue('count', laterMs(zone), zone));
      }
      case 'part':
        return [cue('count', 0, beat.part)];
      case 'fall':
        return [cue('fall')];
      case 'two':
        return [cue('roll', 0, beat.ms / SECOND_MS)];
      case 'answer':
        return hasRight && beat.right > 0 ? [cue('right')] : [];
      case 'moment':
        return beat.moment.kind === 'lone' ? [cue('lone', LONE_LATER_MS)] : [cue('award')];
      case 'replay':
        return [cue('award')];
      case 'ranking':
        return [cue('climb', CLIMB_LATER_MS)];
      case 'dark':
      case 'spared':
      case 'rest':
        return [];
    }
  });
}

/** What the end of a game sounds like, from server epoch ms `startTime` on; the credits have the lobby's music. */
export function planFinal(beats: readonly FinalBeat[], startTime: number): Omit<Plan, 'cutAt'> {
  const credits = timed(beats, startTime).find(({ beat }) => beat.scene === 'credits');
  const cues = finalCues(beats, startTime);
  if (credits === undefined) return { cues, loop: null, from: 0 };
  return { cues, loop: 'lobby', from: credits.at };
}

function finalCues(beats: readonly FinalBeat[], startTime: number): Entry[] {
  return timed(beats, startTime).flatMap(({ beat, index, at }) => {
    const cue = (name: CueName, arg = 0): Entry => {
      return { cue: name, at, arg, key: `final ${startTime} ${index}` };
    };
    switch (beat.scene) {
      case 'row':
        return [cue('count', index - 1)];
      case 'step':
        return [cue('place', beat.rank)];
      case 'award':
        return [cue('award')];
      case 'black':
      case 'credits':
      case 'podium':
        return [];
    }
  });
}

/** What a projector plays; `hasRight`: there is something right to be shown. */
export function planScreen(moment: SoundMoment & { hasRight: boolean; zones: number }): Plan {
  const { phase, hasRight, beats } = moment;
  const { startTime, endTime } = phase;
  const quiet = { loop: null, from: 0, cutAt: Infinity };
  switch (phase.kind) {
    case 'lobby':
    case 'item':
      return { ...quiet, cues: [], loop: 'lobby' };
    case 'countdown':
      return { ...quiet, cues: [...lastSeconds(phase, 'tick', 3), entry(phase, 'go', endTime)] };
    case 'question': {
      const cues = [...lastSeconds(phase, 'five', 5), entry(phase, 'bell', endTime)];
      return { cues, loop: 'question', from: startTime, cutAt: endTime };
    }
    case 'reveal': {
      if (beats.length > 0)
        return { ...quiet, cues: [...lateBell(moment), ...revealCues(moment, moment)] };
      const right = hasRight ? [entry(phase, 'right', startTime + STILL_MS)] : [];
      return { ...quiet, cues: [...lateBell(moment), ...right] };
    }
  }
}

const HEARD: Readonly<Partial<Record<Outcome, CueName>>> = {
  right: 'right',
  partly: 'right',
  spared: 'right',
  wrong: 'wrong',
  hurt: 'wrong',
  eliminated: 'wrong',
};

/** What a phone plays whose player has switched it on (R20.4). */
export function planPhone(moment: SoundMoment & { outcome: Outcome | null }): readonly Entry[] {
  const { phase, outcome, beats } = moment;
  const { startTime, endTime } = phase;
  switch (phase.kind) {
    case 'lobby':
    case 'item':
      return [];
    case 'countdown':
      return lastSeconds(phase, 'tick', 3);
    case 'question':
      return [...lastSeconds(phase, 'tick', 3), entry(phase, 'bell', endTime)];
    case 'reveal': {
      const heard = outcome === null ? undefined : HEARD[outcome];
      const answer = timed(beats, startTime).find(({ beat }) => beat.scene === 'answer');
      const own = heard ? [entry(phase, heard, answer?.at ?? startTime + STILL_MS)] : [];
      return [...lateBell(moment), ...own];
    }
  }
}
