/** What a run found out; the JSON line of the command is this. */

import type { AnswerTally, Traffic, SwarmRoom, Tallies } from './room.js';
import type { ChatTally } from './chat-ledger.js';
import type { CrowdTally } from './crowd-watch.js';
import { round, type Histogram, type Summary } from './histogram.js';
import type { CostFigures, PartFigures } from './monitor.js';
import type { MoveTally } from './move-ledger.js';
import { areBig, type SwarmOptions, joinSecondsOf } from './options.js';
import type { StallFigures } from './stall-probe.js';

export interface Spread {
  mean: number;
  min: number;
  max: number;
}

type Counts<T> = Omit<T, 'latency'>;

export interface SwarmResult {
  ok: boolean;
  options: SwarmOptions;
  /** Why the run ended before its time. */
  ended: 'complete' | 'interrupted' | 'server lost' | 'nobody joined';
  swarmSaturated: boolean;
  /** Length of the measuring window as it was. */
  windowSeconds: number;
  joins: {
    asked: number;
    joined: number;
    failed: number;
    reasons: Record<string, number>;
    incompleteRosters: number;
    /** To all players until everybody was in, with the WebSocket headers. */
    bytes: number;
    ms: Summary;
  };
  /** Rosters looked at after everybody had joined, and how many ids they lacked in all. */
  rosters: { checked: number; complete: number; missing: number };
  moves: Counts<MoveTally> & { sentPerSecond: number; ms: Summary };
  chat: Counts<ChatTally> & { sentPerSecond: number; ms: Summary };
  answers: (Omit<AnswerTally, 'revealedAt' | 'groups'> & { groupsMs: Summary }) | null;
  /** Of big rooms; `nearMs` is from the start of a connection to the first frame with those near. */
  crowd: (Omit<CrowdTally, 'near'> & { nearMs: Summary }) | null;
  /** A second, over all players; bytes of payload, and with the WebSocket headers. */
  perClient: { frames: Spread; payloadBytes: Spread; wireBytes: Spread };
  /** By event name, a second, as the mean of the observers. */
  perObserver: Record<string, Traffic>;
  refusals: Record<string, number>;
  drops: Record<string, number>;
  server: CostFigures['server'];
  /** Round trips of pings that only the server's event loop can delay. */
  stalls: StallFigures;
  swarm: CostFigures['swarm'];
}

/** Counters of every connection at one moment. */
export interface Snapshot {
  clients: { frames: number; payloadBytes: number; headerBytes: number }[];
  observers: ReadonlyMap<string, Traffic>[];
}

export function takeSnapshot(rooms: readonly SwarmRoom[]): Snapshot {
  const members = rooms.flatMap((room) => room.members).filter((one) => one.player.id !== '');
  return {
    clients: members.map(({ player: { frames, payloadBytes, headerBytes } }) => ({
      frames,
      payloadBytes,
      headerBytes,
    })),
    observers: members.flatMap(({ observer }) =>
      observer === undefined ? [] : [structuredClone(observer.traffic)],
    ),
  };
}

/** What was read while the window was open. */
export interface Measurements {
  seconds: number;
  before: Snapshot;
  after: Snapshot;
  costs: CostFigures;
  stalls: StallFigures;
}

interface Findings extends Measurements {
  options: SwarmOptions;
  ended: SwarmResult['ended'];
  tallies: Tallies;
  rosters: SwarmResult['rosters'];
  joinBytes: number;
}

export function bytesTo(rooms: readonly SwarmRoom[]): number {
  const players = rooms.flatMap((room) => room.members.map(({ player }) => player));
  return players.reduce((sum, one) => sum + one.payloadBytes + one.headerBytes, 0);
}

export function makeResult(findings: Findings): SwarmResult {
  const { options, ended, tallies, rosters, seconds, before, after, costs, stalls } = findings;
  const { joins, moves, chat, answers, refusals, drops } = tallies;
  const { revealedAt: _, groups, ...judged } = answers;
  const { near, ...crowd } = tallies.crowd;
  const perSecond = (count: number): number => (seconds > 0 ? round(count / seconds) : 0);
  const rates = (read: (client: Snapshot['clients'][number]) => number): Spread =>
    spread(
      after.clients.map((client, index) => {
        const earlier = before.clients[index];
        return perSecond(read(client) - (earlier === undefined ? 0 : read(earlier)));
      }),
    );
  const faults = [
    joins.failed,
    joins.incompleteRosters,
    rosters.missing,
    moves.lost,
    moves.backwards,
    chat.lost,
    chat.duplicates,
    chat.idGaps,
    chat.disordered,
    chat.strayed,
    answers.mismarked,
    drops.size,
    chat.toldThough,
    unansweredIn(chat),
    crowdFaultsIn(crowd),
  ];
  return {
    ok: (ended === 'complete' || ended === 'interrupted') && faults.every((count) => count === 0),
    options,
    ended,
    swarmSaturated: costs.swarm.saturated,
    windowSeconds: round(seconds),
    joins: {
      asked: options.rooms * options.players,
      joined: joins.joined,
      failed: joins.failed,
      reasons: Object.fromEntries(joins.reasons),
      incompleteRosters: joins.incompleteRosters,
      bytes: findings.joinBytes,
      ms: joins.latency.summary(),
    },
    rosters,
    moves: { sentPerSecond: perSecond(tallies.movesSent), ...countsOf(moves) },
    chat: { sentPerSecond: perSecond(tallies.chatsSent), ...countsOf(chat) },
    answers: options.answer ? { ...judged, groupsMs: groups.summary() } : null,
    crowd: areBig(options) ? { ...crowd, nearMs: near.summary() } : null,
    perClient: {
      frames: rates((client) => client.frames),
      payloadBytes: rates((client) => client.payloadBytes),
      wireBytes: rates((client) => client.payloadBytes + client.headerBytes),
    },
    perObserver: meanTraffic(before.observers, after.observers, perSecond),
    refusals: Object.fromEntries(refusals),
    drops: Object.fromEntries(drops),
    stalls,
    server: costs.server,
    swarm: costs.swarm,
  };
}

/** Messages that the server has neither taken nor refused; where it is not asked, none. */
export function unansweredIn({ asked, accepted, refused, uncertain }: Counts<ChatTally>): number {
  return asked - accepted - refused - uncertain;
}

function crowdFaultsIn({
  wrongCounts,
  misnamed,
  markings,
}: Pick<CrowdTally, 'wrongCounts' | 'misnamed' | 'markings'>): number {
  return markings.reduce(
    (sum, { missing, wrong }) => sum + missing + wrong,
    wrongCounts + misnamed,
  );
}

function countsOf<T extends { latency: Histogram }>({ latency, ...counts }: T) {
  return { ...counts, ms: latency.summary() };
}

function spread(values: readonly number[]): Spread {
  if (values.length === 0) return { mean: 0, min: 0, max: 0 };
  const sum = values.reduce((total, value) => total + value, 0);
  return { mean: round(sum / values.length), min: Math.min(...values), max: Math.max(...values) };
}

function meanTraffic(
  before: Snapshot['observers'],
  after: Snapshot['observers'],
  perSecond: (count: number) => number,
): Record<string, Traffic> {
  const sums = new Map<string, Traffic>();
  after.forEach((traffic, index) => {
    for (const [name, { frames, bytes }] of traffic) {
      const earlier = before[index]?.get(name) ?? { frames: 0, bytes: 0 };
      const sum = sums.get(name) ?? { frames: 0, bytes: 0 };
      sum.frames += frames - earlier.frames;
      sum.bytes += bytes - earlier.bytes;
      sums.set(name, sum);
    }
  });
  const mean = (count: number): number => perSecond(count / after.length);
  return Object.fromEntries(
    [...sums]
      .filter(([, { frames }]) => frames > 0)
      .map(([name, { frames, bytes }]) => [name, { frames: mean(frames), bytes: mean(bytes) }]),
  );
}

const LABEL_WIDTH = 24;
const CELL_WIDTH = 10;

export function formatReport(result: SwarmResult): string {
  const { options, joins, moves, chat, swarm } = result;
  const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
  const lines = [
    `Swarm at ${options.target}: ${options.rooms} room(s) of ${options.players}, ` +
      `${options.rate} events/s each, ${Math.round(options.chatShare * 100)} % chat, ` +
      `joined over ${joinSecondsOf(options)} s, measured ${result.windowSeconds} s`,
    '',
    row('', ['p50', 'p95', 'p99', 'max', 'mean', 'samples']),
    summaryRow('join to roster, ms', joins.ms),
    summaryRow('move, end to end, ms', moves.ms),
    summaryRow('chat, end to end, ms', chat.ms),
    summaryRow('ping of the server, ms', result.stalls.ms),
    '',
    facts('joins', { joined: joins.joined, failed: joins.failed, ...joins.reasons }),
    facts('rosters', {
      complete: `${result.rosters.complete} of ${result.rosters.checked}`,
      'missing players': result.rosters.missing,
      'incomplete at join': joins.incompleteRosters,
    }),
    facts('moves', {
      'sent/s': moves.sentPerSecond,
      judged: moves.judged,
      lost: moves.lost,
      skipped: moves.skipped,
      folded: moves.folded,
      backwards: moves.backwards,
      repeated: moves.repeated,
      unknown: moves.unknown,
    }),
    facts('chat', {
      'sent/s': chat.sentPerSecond,
      judged: chat.judged,
      lost: chat.lost,
      duplicates: chat.duplicates,
      'id gaps': chat.idGaps,
      disordered: chat.disordered,
      strayed: chat.strayed,
    }),
  ];
  if (result.crowd !== null) lines.push(...crowdLines(result, result.crowd));
  if (result.answers !== null) {
    const { groupsMs, ...judged } = result.answers;
    lines.push(facts('answers', judged));
    if (groupsMs.count > 0)
      lines.push(facts('what was written, ms behind the bell', { ...groupsMs }));
    lines.push(facts('ping at reveals, ms', { max: result.stalls.reveals.maxMs }));
  }
  const { frames, payloadBytes, wireBytes } = result.perClient;
  lines.push(
    '',
    row('per client and second', ['mean', 'min', 'max']),
    row('frames', [frames.mean, frames.min, frames.max]),
    row('payload, kB', [payloadBytes.mean, payloadBytes.min, payloadBytes.max].map(kilobytes)),
    row('with ws headers, kB', [wireBytes.mean, wireBytes.min, wireBytes.max].map(kilobytes)),
  );
  for (const [name, traffic] of Object.entries(result.perObserver))
    lines.push(row(`  ${name}`, [`${traffic.frames} /s`, `${kilobytes(traffic.bytes)} kB`]));
  lines.push('', ...costLines(result));
  if (Object.keys(result.refusals).length > 0) lines.push(facts('refused', result.refusals));
  if (Object.keys(result.drops).length > 0) lines.push(facts('dropped', result.drops));
  if (swarm.saturated)
    lines.push(
      'THE SWARM (OR THE MACHINE) WAS TOO BUSY: its delays are in these figures, not only the server’s.',
    );
  lines.push(`${result.ok ? 'good' : 'NOT GOOD'}: ${result.ended}`);
  return lines.join('\n');
}

function crowdLines({ chat }: SwarmResult, crowd: NonNullable<SwarmResult['crowd']>): string[] {
  const { nearMs, markings, ...counts } = crowd;
  const { asked, accepted, refused, uncertain, toldThough } = chat;
  return [
    facts('chat of the room', {
      asked,
      accepted,
      refused,
      uncertain,
      'told though refused': toldThough,
    }),
    facts('crowd', { ...counts, 'first near p95, ms': nearMs.p95 }),
    ...markings.map(({ kind, afterMs, marked, missing, wrong }) =>
      facts(kind, { marked, missing, wrong, 'after the deadline, last, ms': afterMs.max }),
    ),
  ];
}

function costLines({ server, swarm }: SwarmResult): string[] {
  const lines = [];
  if (server === null) lines.push(facts('server', { CPU: 'unknown; name its --server-pid' }));
  else {
    const died = server.alive ? {} : { died: 'yes' };
    lines.push(facts('server', { ...costOf(server), ...died }));
    if (server.parts.length > 1)
      for (const part of server.parts) lines.push(facts(`  ${part.name}`, costOf(part)));
  }
  const { p50, p99, max } = swarm.loopDelayMs;
  lines.push(
    facts('swarm', {
      cores: swarm.cores,
      'memory, MB': swarm.rssMb,
      'loop delay p50/p99/max, ms': `${p50}/${p99}/${max}`,
    }),
  );
  return lines;
}

function costOf({ cores, rssMb }: Omit<PartFigures, 'name'>): Record<string, string | number> {
  const { start, middle, end, max } = rssMb;
  return { cores, 'memory, MB': `${start} > ${middle} > ${end} (max ${max})` };
}

function summaryRow(label: string, { p50, p95, p99, max, mean, count }: Summary): string {
  if (count === 0) return row(label, ['-', '-', '-', '-', '-', 0]);
  return row(label, [p50, p95, p99, max, mean, count]);
}

function row(label: string, cells: readonly (string | number)[]): string {
  const columns = cells.map((cell) => String(cell).padStart(CELL_WIDTH)).join('');
  return label.padEnd(LABEL_WIDTH) + columns;
}

function facts(label: string, values: Record<string, string | number>): string {
  const pairs = Object.entries(values).map(([name, value]) => `${name} ${value}`);
  return label.padEnd(LABEL_WIDTH) + pairs.join(', ');
}
