/** How the figures of a swarm's run are written down, the same in every experiment. */
import { round, type Summary } from '../swarm/histogram.js';
import type { SwarmResult } from '../swarm/result.js';

/** A percentile of nothing is no figure. */
export function ms(summary: Summary, field: 'mean' | 'p50' | 'p95' | 'p99' | 'max'): number | null {
  return summary.count === 0 ? null : summary[field];
}

/** MB a second to all players together, WebSocket headers included. */
export function megabytesOut({ perClient, joins }: SwarmResult): number {
  return round((perClient.wireBytes.mean * joins.joined) / 1e6);
}

export function lossesOf({ moves, chat, joins }: SwarmResult): number {
  return moves.lost + chat.lost + joins.failed;
}

/** What was wrong with a run, in words; empty if nothing was. */
export function faultsOf(result: SwarmResult): string[] {
  const { ended, joins, rosters, moves, chat, answers, drops } = result;
  const counts = {
    'players could not join': joins.failed,
    'rosters were incomplete': joins.incompleteRosters + rosters.checked - rosters.complete,
    'moves were lost': moves.lost,
    'moves went backwards': moves.backwards,
    'moves were to places that nobody sent': moves.unknown,
    'messages were lost': chat.lost,
    'messages came twice': chat.duplicates,
    'messages were out of order': chat.disordered + chat.idGaps,
    'messages strayed into another room': chat.strayed,
    'marks did not fit where the player stood': answers?.mismarked ?? 0,
    'connections were dropped': Object.values(drops).reduce((sum, count) => sum + count, 0),
  };
  const found = Object.entries(counts).flatMap(([what, count]) =>
    count > 0 ? [`${count} ${what}`] : [],
  );
  if (ended === 'server lost') found.push('every connection was lost');
  if (ended === 'nobody joined') found.push('nobody could join');
  return found;
}

/** Why the swarm's own delays are in a run's figures; undefined when it kept up. */
export function saturationOf({ swarm, swarmSaturated }: SwarmResult): string | undefined {
  if (!swarmSaturated) return undefined;
  const { p99 } = swarm.loopDelayMs;
  return `the players' own process, or its core, was saturated (${swarm.cores} cores, ${p99} ms late)`;
}

/** Everything that the reader of a run's figures should know. */
export function problemsOf(result: SwarmResult): string[] {
  const saturation = saturationOf(result);
  return [...faultsOf(result), ...(saturation === undefined ? [] : [saturation])];
}

export function coresOf({ server }: SwarmResult, part: string): number | null {
  return server?.parts.find(({ name }) => name === part)?.cores ?? null;
}

export function memoryOf({ server }: SwarmResult, part: string): number | null {
  return server?.parts.find(({ name }) => name === part)?.rssMb.max ?? null;
}

/** Names of all parts that were measured in some run, in the order in which they appear. */
export function partNames(results: readonly SwarmResult[]): string[] {
  return [...new Set(results.flatMap(({ server }) => server?.parts.map(({ name }) => name) ?? []))];
}
