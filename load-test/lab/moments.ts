/** Moments in which everybody of every hall is told something: the reveals and ends of their games. */
import { isDeepStrictEqual } from 'node:util';
import { round } from '../swarm/histogram.js';
import type { Told } from '../swarm/room.js';

export type MomentKind = 'reveal' | 'end';

export interface Moment {
  kind: MomentKind;
  /** Counts the moments of its kind in each game, from 1. */
  number: number;
  /** When the first and the last observer of all rooms heard, performance.now(). */
  from: number;
  until: number;
  observers: number;
  /** From the first to the last observer of one room, in the room where that took longest. */
  apartMs: number;
  /** Payload of the frame, as the mean of the observers. */
  bytes: number;
  /** Rooms whose observers were not all told the same. */
  differing: number;
}

/** The n-th reveal of each room is one moment, as is the n-th end of a game; in order of time. */
export function momentsOf(told: readonly Told[]): Moment[] {
  const listeners = grouped(told, ({ fact, pin, player }) => `${fact.name} ${pin} ${player}`);
  const numbers = new Map(
    listeners.flatMap((heard) => heard.map((one, index) => [one, index + 1] as const)),
  );
  return grouped(told, (one) => `${one.fact.name} ${numbers.get(one)}`)
    .map((group) => toMoment(numbers.get(group[0]) ?? 0, group))
    .toSorted((one, other) => one.from - other.from);
}

type Group<T> = [T, ...T[]];

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Group<T>[] {
  const groups = new Map<string, Group<T>>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

function toMoment(number: number, group: Group<Told>): Moment {
  const rooms = grouped(group, ({ pin }) => pin);
  const { from, until } = spanOf(group);
  return {
    kind: group[0].fact.name === 'endGame' ? 'end' : 'reveal',
    number,
    from,
    until,
    observers: group.length,
    apartMs: Math.max(...rooms.map(spanOf).map((span) => round(span.until - span.from, 1))),
    bytes: Math.round(group.reduce((sum, { bytes }) => sum + bytes, 0) / group.length),
    differing: rooms.filter(
      ([first, ...others]) =>
        !others.every(({ fact }) => isDeepStrictEqual(fact.payload, first.fact.payload)),
    ).length,
  };
}

function spanOf(group: readonly Told[]): { from: number; until: number } {
  const times = group.map(({ at }) => at);
  return { from: Math.min(...times), until: Math.max(...times) };
}
