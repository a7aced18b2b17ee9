/** What the end of a game shows (R19.5): a pure function of its results. */
import type { GameMode } from '../../protocol/room-options.js';
import type { ResultRow } from '../../protocol/scores.js';
import type { Award, FinalBeat } from '../../protocol/show.js';

/** All in ms. */
const BLACK_MS = 1_200;
const ROW_MS = 520;
const STEP_MS: Readonly<Record<number, number>> = { 1: 6_500, 2: 3_600, 3: 3_200 };
const AWARD_MS = 2_600;
const CREDITS_MS = 6_000;
const PODIUM_RANKS = 3;
/** On the steps and below, in all. */
const MOST_ROWS = 10;
/** More cannot stand on one step. */
const MOST_ON_STEP = 10;

/** `results` best first. Empty where nobody has anything to show for it. */
export function finalScript(
  results: readonly ResultRow[],
  gameMode: GameMode,
  awards: readonly Award[],
): FinalBeat[] {
  const told = results.filter(({ score }) => gameMode === 'SURVIVAL' || score > 0);
  if (told.length === 0 || results.length < 2) return [];
  const ranks = [...new Set(told.map(({ rank }) => rank))].filter((rank) => rank <= PODIUM_RANKS);
  const onStep = (rank: number): number => told.filter((row) => row.rank === rank).length;
  // Where all are first, nobody is.
  const isFlat = told.length > 1 && onStep(1) === told.length && told.length === results.length;
  const steps = isFlat ? [] : ranks.filter((rank) => onStep(rank) <= MOST_ON_STEP).toReversed();
  const stepped = told.filter(({ rank }) => steps.includes(rank)).length;
  const rows = isFlat ? [] : told.filter(({ rank }) => !steps.includes(rank));
  const shown = rows.slice(0, Math.max(0, MOST_ROWS - stepped)).toReversed();
  return [
    { scene: 'black', ms: BLACK_MS },
    ...shown.map((row): FinalBeat => ({ scene: 'row', ms: ROW_MS, row: results.indexOf(row) })),
    ...steps.map((rank): FinalBeat => ({ scene: 'step', ms: STEP_MS[rank] ?? 0, rank })),
    ...awards.map((award): FinalBeat => ({ scene: 'award', ms: AWARD_MS, award })),
    { scene: 'credits', ms: CREDITS_MS },
    { scene: 'podium', ms: 0 },
  ];
}
