/** The figures of a swarm's run, alike in every experiment. */
import { round, type Summary } from '../swarm/histogram.js';
import { unansweredIn, type SwarmResult } from '../swarm/result.js';

type Rank = keyof Omit<Summary, 'count'>;

/** Whatever has a run of the swarm in it. */
export interface Ran {
  readonly result: SwarmResult;
}

/** A percentile of nothing is no figure. */
function ms(summary: Summary, rank: Rank): number | null {
  return summary.count === 0 ? null : summary[rank];
}

export const latency =
  (kind: 'moves' | 'chat' | 'joins', rank: Rank) =>
  ({ result }: Ran): number | null =>
    ms(result[kind].ms, rank);

export const lost = ({ result: { moves, chat, joins } }: Ran): number =>
  moves.lost + chat.lost + joins.failed;
export const framesEach = ({ result }: Ran): number => result.perClient.frames.mean;
export const bytesEach = ({ result }: Ran): number => result.perClient.wireBytes.mean;
export const longestPing = ({ result }: Ran): number | null => ms(result.stalls.ms, 'max');
/** CPU of all parts of the server. */
export const cores = ({ result }: Ran): number | null => result.server?.cores ?? null;
export const swarmCores = ({ result }: Ran): number => result.swarm.cores;
export const swarmState = ({ result }: Ran): string =>
  result.swarmSaturated ? 'SATURATED' : 'kept up';

/** CPU of each part that was measured in some run, in the order in which they appear. */
export function partCores(
  ran: readonly Ran[],
): [part: string, read: (one: Ran) => number | null][] {
  const parts = ran.flatMap(({ result }) => result.server?.parts.map(({ name }) => name) ?? []);
  return [...new Set(parts)].map((part) => [part, ({ result }) => coresOf(result, part)]);
}

export function coresOf({ server }: SwarmResult, part: string): number | null {
  return server?.parts.find(({ name }) => name === part)?.cores ?? null;
}

/** Things for each core that all parts together used; null where that is not known. */
export function perCore(count: number, { server }: SwarmResult): number | null {
  return server === null || server.cores === 0 ? null : Math.round(count / server.cores);
}

/** MB a second to all players together, WebSocket headers included. */
export function megabytesOut({ result: { perClient, joins } }: Ran): number {
  return round((perClient.wireBytes.mean * joins.joined) / 1e6);
}

/** What was wrong with a run, in words; empty if nothing was. */
export function faultsOf(result: SwarmResult): string[] {
  const { ended, joins, rosters, moves, chat, answers, crowd } = result;
  const markings = crowd?.markings ?? [];
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
    'messages got no answer': unansweredIn(chat),
    'messages were refused and told': chat.toldThough,
    'counts of the crowd did not fit': crowd?.wrongCounts ?? 0,
    'people were told in the slot of others': crowd?.misnamed ?? 0,
    'players were not told their own marks': markings.reduce((sum, one) => sum + one.missing, 0),
    'marks were not as the rules say': markings.reduce((sum, one) => sum + one.wrong, 0),
    'connections were dropped': droppedIn(result),
  };
  const found = Object.entries(counts).flatMap(([what, count]) =>
    count > 0 ? [`${count} ${what}`] : [],
  );
  if (ended === 'server lost') found.push('every connection was lost');
  if (ended === 'nobody joined') found.push('nobody could join');
  return found;
}

export function droppedIn({ drops }: SwarmResult): number {
  return Object.values(drops).reduce((sum, count) => sum + count, 0);
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
