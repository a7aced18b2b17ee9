import { LEAST_TIE_MS, type GameRules } from '../../src/game/shared/judged.js';
import { seeded } from '../swarm/seeded.js';
import { crowdReport } from '../bench/crowd-model.js';
import { figuresOf, survivorsOf, PLAYERS, QUESTIONS, play, type Played } from './hall.js';

const DEFAULT_GAMES = 1_000;
const MOST_GAMES = 100_000;
const EXIT_UNUSABLE = 2;
/** Every table is of the same halls. */
const SEED = 2026;
const USAGE = `Usage: npm run simulate [-- GAMES | crowd | oracle …]

  GAMES   what each way to score does in made-up halls, 1 to ${MOST_GAMES} of them (${DEFAULT_GAMES})
  crowd   what a big room is told
  oracle  games under faults, held against the rules: npm run simulate -- oracle --help
`;
const RULES = {
  scoring: 'flat',
  crowd: 'blind',
  lives: 1,
  revival: false,
  tieFromMs: LEAST_TIE_MS,
} as const;

const [word = String(DEFAULT_GAMES), ...more] = process.argv.slice(2);
const games = Number(word);
if (word === 'oracle') await import('../oracle/main.js');
else if ([word, ...more].includes('--help')) process.stdout.write(USAGE);
else if (more.length > 0) refuse(more[0]);
else if (word === 'crowd') process.stdout.write(`${crowdReport()}\n`);
else if (Number.isInteger(games) && games >= 1 && games <= MOST_GAMES)
  process.stdout.write(`${report(games)}\n`);
else refuse(word);

function refuse(strange = ''): void {
  process.stderr.write(`simulate takes no "${strange}"\n\n${USAGE}`);
  process.exitCode = EXIT_UNUSABLE;
}

function report(count: number): string {
  return [
    `${count} games of ${QUESTIONS} questions with ${PLAYERS} players; a model, and not a hall`,
    '',
    row('RANKING', ['one first', 'firsts', 'skill', 'following', 'slowness']),
    ...(['shared', 'flat', 'early'] as const).flatMap((scoring) =>
      (['visible', 'blind'] as const).map((crowd) => {
        const played = playAll({ ...RULES, gameMode: 'RANKING', scoring, crowd }, count);
        const { oneFirst, firsts, skill, following, slowness } = figuresOf(played);
        return row(`${scoring}, ${crowd}`, [
          `${(100 * oneFirst).toFixed(1)} %`,
          firsts.toFixed(1),
          skill.toFixed(2),
          following.toFixed(1),
          slowness.toFixed(1),
        ]);
      }),
    ),
    '',
    row(
      'SURVIVAL, blind, after',
      Array.from({ length: QUESTIONS }, (_, i) => String(i + 1)),
      5,
    ),
    ...[1, 2, 3].flatMap((lives) =>
      [false, true].map((revival) => {
        const rules = { ...RULES, gameMode: 'SURVIVAL', lives, revival } as const;
        const alive = survivorsOf(playAll(rules, count)).map((living) => living.toFixed(0));
        const word = `${lives} ${lives === 1 ? 'life' : 'lives'}`;
        return row(revival ? `${word}, revival` : word, alive, 5);
      }),
    ),
  ].join('\n');
}

function playAll(rules: GameRules, count: number): Played[] {
  const random = seeded(SEED);
  return Array.from({ length: count }, () => play(rules, random));
}

function row(label: string, cells: readonly string[], width = 11): string {
  return label.padEnd(24) + cells.map((cell) => cell.padStart(width)).join('');
}
