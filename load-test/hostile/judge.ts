/** What a hostile run may cost the honest, and the table that says what it did. */
import type { HostileResult, KindResult } from './run.js';

/** Round trips of honest players during a flood may be worse than with the same in a sink by so many ms, at the 99th percentile. */
const MOST_WORSE_MS = 100;
/** A process may be late by so many ms during a flood, at the 99th percentile. */
const MOST_LATE_MS = 100;
/** Of dear attacks, in ms: round trips of honest players, 99th percentile; the longest that a loop is late; what an honest host waits. */
const DEAR = { tripMs: 100, lateMs: 50, taskMs: 500 };
/** Honest people at a door have seats so long after the host's one press: half of the time that seats are kept for them (R3.7). */
const DOOR_MS = 30_000;
/** Fewer prove little. */
const FEWEST_FRAMES = 300_000;

interface Verdict {
  ok: boolean;
  frames: number;
  worstMs: number;
  worstControlMs: number;
  worseMs: number;
  lateMs: number;
  taskMs: number;
  lost: number;
  /** What is too much, by attack. */
  failed: Record<string, string[]>;
}

type Way = 'direct' | 'nginx';

export function judge(result: HostileResult, through: Way, isWhole: boolean): Verdict {
  const all = Object.values(result.kinds);
  const frames = all.reduce((sum, { toll }) => sum + toll.sent, 0);
  const lost = all.reduce((sum, { attack, control }) => sum + attack.lost + control.lost, 0);
  const isMany = !isWhole || frames >= FEWEST_FRAMES;
  const failed = Object.fromEntries(
    Object.entries(result.kinds)
      .map(([name, kind]) => [name, faultsOf(name, kind, through)] as const)
      .filter(([, faults]) => faults.length > 0),
  );
  const isClean = result.exits === 0 && result.outcome === 'exact' && lost === 0;
  return {
    ok: isClean && isMany && Object.keys(failed).length === 0,
    frames,
    worstMs: Math.max(...all.map(({ attack }) => attack.ms.max)),
    worstControlMs: Math.max(...all.map(({ control }) => control.ms.max)),
    worseMs: Math.max(...all.map(worseOf)),
    lateMs: Math.max(...all.map((kind) => lateOf(kind, 'p99'))),
    taskMs: Math.max(0, ...all.map(taskOf)),
    lost,
    failed,
  };
}

/** What is too much of one attack. Through nginx its CPU is in every round trip, so floods are judged by the loops there. */
function faultsOf(name: string, kind: KindResult, through: Way): string[] {
  const { attack, host, toll } = kind;
  if (host === undefined) {
    if (through === 'nginx') return over('loop', lateOf(kind, 'p99'), MOST_LATE_MS);
    return over('moves', worseOf(kind), MOST_WORSE_MS);
  }
  const refused = Object.entries(host.during).filter((task) => task[1].refused > 0);
  return [
    ...(hasReached(name, kind, through) ? [] : ['it reached nothing']),
    ...over('moves', attack.ms.p99, DEAR.tripMs),
    ...over('loop', lateOf(kind, 'max'), DEAR.lateMs),
    ...Object.entries(host.during).flatMap(([task, { ms }]) => over(task, ms.p99, DEAR.taskMs)),
    ...refused.map(([task]) => `${task} refused`),
    ...(toll.door
      ? over('door', toll.door.afterPressMs ?? toll.door.tookMs ?? Infinity, DOOR_MS)
      : []),
  ];
}

/** Answers of a limit, or of none; an attack that had no others has shown nothing. */
const OF_LIMITS = /CLOSED|RATE_LIMITED|BUSY|STORE_AWAY|no seat/;

function hasReached(name: string, { toll }: KindResult, through: Way): boolean {
  // There, nginx keeps a slow body until it is whole.
  if (through === 'nginx' && name.startsWith('slow uploads')) return true;
  return Object.keys(toll.answers ?? {}).some((answer) => !OF_LIMITS.test(answer));
}

function over(what: string, ms: number, most: number): string[] {
  return ms > most ? [`${what} ${Math.round(ms)} > ${most} ms`] : [];
}

function worseOf({ attack, control }: KindResult): number {
  return Math.round((attack.ms.p99 - control.ms.p99) * 100) / 100;
}

/** A process that does not tell counts as one that stands. */
function lateOf({ loops }: KindResult, figure: 'p99' | 'max'): number {
  return Math.max(...loops.map((loop) => loop?.[figure] ?? Infinity));
}

function taskOf({ host }: KindResult): number {
  return host ? Math.max(...Object.values(host.during).map(({ ms }) => ms.p99)) : 0;
}

const COLUMNS = ['moves', 'loop', 'save', 'search', 'correction', 'picture', 'door'];
const NAME_WIDTH = 32;
const WIDTH = 12;

/** A line for each attack; ms. */
export function tableOf(result: HostileResult, through: Way): string {
  const rows = Object.entries(result.kinds).map(([name, kind]) => {
    const { save, search, correction, picture } = kind.host?.during ?? {};
    const { door } = kind.toll;
    const tasks = [save, search, correction, picture].map((task) =>
      task === undefined || task.ms.count === 0
        ? ''
        : `${round(task.ms.p99)}${'!'.repeat(task.refused)}`,
    );
    const cells = [
      `${round(kind.control.ms.p99)}→${round(kind.attack.ms.p99)}`,
      round(lateOf(kind, 'max')),
      ...tasks,
      door === undefined ? '' : round(door.afterPressMs ?? door.tookMs ?? Infinity),
    ];
    const faults = faultsOf(name, kind, through);
    return line(name, cells, faults.length === 0 ? 'ok' : `FAIL: ${faults.join(', ')}`);
  });
  return [line('ms', COLUMNS, ''), ...rows].join('\n');
}

function line(name: string, cells: readonly string[], verdict: string): string {
  return [name.padEnd(NAME_WIDTH), ...cells.map((cell) => cell.padStart(WIDTH)), ` ${verdict}`]
    .join('')
    .trimEnd();
}

function round(ms: number): string {
  return Number.isFinite(ms) ? String(Math.round(ms)) : 'never';
}
