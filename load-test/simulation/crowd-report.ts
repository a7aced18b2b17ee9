/** `npm run simulate -- crowd`: what players of big rooms are told, as a table. */
import { simulateCrowd, type CrowdFigures } from '../bench/crowd-model.js';

const SECONDS = 20;
/** Where everybody stands in one of four zones, a quarter of the floor. */
const ZONE = 0.5;
const SIZES = [
  { players: 1_000, intervalMs: 80 },
  { players: 2_000, intervalMs: 80 },
  { players: 5_000, intervalMs: 100 },
  { players: 10_000, intervalMs: 200 },
];

const COLUMNS: [name: string, text: (figures: CrowdFigures) => string][] = [
  ['cells', ({ cells }) => `${cells} × ${cells}`],
  ['near', ({ near }) => near.toFixed(0)],
  ['moves/frame', ({ movesPerFrame }) => movesPerFrame.toFixed(1)],
  ['at once', ({ toldAtOnce }) => `${(100 * toldAtOnce).toFixed(1)} %`],
  ['waits', ({ longestWait }) => `${longestWait} frames`],
  ['bound', ({ waitBound }) => `${waitBound} frames`],
  ['crossings/s', ({ crossingsPerS }) => crossingsPerS.toFixed(2)],
  ['kB/s each', ({ bytesPerS }) => (bytesPerS / 1000).toFixed(1)],
];

export function crowdReport(): string {
  const row = (name: string, cells: readonly string[]): string =>
    name.padEnd(28) + cells.map((cell) => cell.padStart(12)).join('');
  return [
    `${SECONDS} s of a big room in which each sends two moves a second; a model, and not a hall`,
    'near: players in three by three cells. at once: moves told with the next frame. waits: the longest that any waited.',
    '',
    row(
      '',
      COLUMNS.map(([name]) => name),
    ),
    ...[1, ZONE].flatMap((part) =>
      SIZES.map(({ players, intervalMs }) => {
        const figures = simulateCrowd({ players, intervalMs, seconds: SECONDS, part });
        const where = part === 1 ? 'everywhere' : 'in one zone of four';
        return row(
          `${players} ${where}`,
          COLUMNS.map(([, text]) => text(figures)),
        );
      }),
    ),
  ].join('\n');
}
