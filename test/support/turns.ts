/** How long this process holds everybody else up, whatever else the machine does. */
import { expect } from 'vitest';

/** What the known work takes on the machine on which bounds were set. */
const KNOWN_MS = 10;
const RUNS = 3;

/** Of this process only, whatever else the machine does. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of several: collecting the garbage of earlier work belongs to none of them. */
function leastMs(work: () => void): number {
  return Math.min(...Array.from({ length: RUNS }, () => cpuMs(work)));
}

/** As a file's reading does, it looks at one unit after the other. */
function knownWork(): void {
  const text = 'What is the capital of Iceland? '.repeat(1 << 13);
  let sum = 0;
  for (let round = 0; round < 12; round++)
    for (let at = 0; at < text.length; at++) sum = (sum + text.charCodeAt(at)) | 0;
  expect(sum).not.toBe(1);
}

/** The most of the processor that one turn of the event loop took while this was going on, all threads together. */
export function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  return longestTurn(work, ({ cpuMs }) => cpuMs);
}

/**
 * The longest turn of the event loop while this was going on, without what other threads, as the database's, do
 * meanwhile. A loop takes no longer than the clock says, and not more of the processor than all threads together.
 */
export function longestLoopTurnMs(work: () => Promise<unknown>): Promise<number> {
  return longestTurn(work, ({ cpuMs, clockMs }) => Math.min(cpuMs, clockMs));
}

async function longestTurn(
  work: () => Promise<unknown>,
  tookMs: (turn: { cpuMs: number; clockMs: number }) => number,
): Promise<number> {
  let longest = 0;
  let since = performance.now();
  let before = process.cpuUsage();
  let isGoingOn = true;
  const measure = (): void => {
    const { user, system } = process.cpuUsage(before);
    const now = performance.now();
    longest = Math.max(longest, tookMs({ cpuMs: (user + system) / 1_000, clockMs: now - since }));
    before = process.cpuUsage();
    since = performance.now();
    if (isGoingOn) setImmediate(measure);
  };
  setImmediate(measure);
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  isGoingOn = false;
  return longest;
}

/** Numbers only. */
function knownNumbers(): void {
  const bytes = new Uint8Array(1 << 18).fill(7);
  let sum = 0;
  for (let round = 0; round < 28; round++)
    for (let at = 0; at < bytes.length; at++) sum = (sum + (bytes[at] as number) * at) | 0;
  expect(sum).not.toBe(1);
}

/**
 * The same in a process that has loaded a whole server: a class of ioredis extends String, after which a loop over
 * the characters of a text takes five times as long in Node 20, whatever the machine.
 */
export function slownessOfServer(): number {
  return leastMs(knownNumbers) / KNOWN_MS;
}

/** How much slower this machine is than that one. */
function slowness(): number {
  return leastMs(knownWork) / KNOWN_MS;
}

/** More where the first ones were disturbed: by the collection of garbage, or by others that use this machine. */
const TRIES = 8;

/**
 * Returns the time that the work takes, by its own measure, as on the machine on which bounds were set: known work is
 * measured before and after each run, as a machine may be half as fast for seconds. The least of several, and no more
 * than it takes to get below `most`.
 */
export async function leastAsKnown(
  most: number,
  measure: () => number | Promise<number>,
  slownessNow = slowness,
): Promise<number> {
  let least = Infinity;
  let before = slownessNow();
  for (let run = 0; run < TRIES && least >= most; run++) {
    const ms = await measure();
    const after = slownessNow();
    least = Math.min(least, ms / Math.max(1, before, after));
    before = after;
  }
  return least;
}

/** The same of work that takes one turn. */
export function turnAsKnown(most: number, work: () => void): Promise<number> {
  return leastAsKnown(most, () => cpuMs(work));
}
