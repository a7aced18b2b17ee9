/** The result as a table for people. */
import type { Summary } from './histogram.js';
import type { PartFigures } from './monitor.js';
import { joinSecondsOf } from './options.js';
import type { SwarmResult } from './result.js';

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
    lines.push(facts('answers', { ...result.answers }));
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
