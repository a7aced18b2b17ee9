/** Games with every option of the rules drawn, on several processes with Redis, while these are killed and stopped. */
import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../swarm/seeded.js';
import { oneOf, whole } from './draw.js';
import { OracleGame, type Mismatch } from './game.js';
import { Ledger, type Move } from './ledger.js';
import { Rig } from './rig.js';
import type { StoreKind } from './stores.js';

export const FAULTS = ['redis', 'stop', 'both', 'freeze', 'cut', 'switch', 'slots'] as const;
export type Fault = (typeof FAULTS)[number];
/** Those that are made where nobody chooses. */
export const FAULTS_OF: Record<StoreKind, readonly Fault[]> = {
  single: ['redis', 'stop', 'both', 'freeze'],
  sentinels: ['redis', 'freeze', 'cut', 'switch'],
  cluster: ['redis', 'switch', 'slots', 'freeze'],
};

export interface OracleOptions {
  seed: number;
  rooms: number;
  /** Of each room. */
  questions: number;
  players: number;
  processes: number;
  store: StoreKind;
  /** Which befall the servers, one after the other; none for none. */
  faults: readonly Fault[];
  tell?: (line: string) => void;
}

export interface OracleResult {
  questions: number;
  marks: number;
  moves: readonly Move[];
  /** Answers of which a move was under way at the bell. */
  unknown: number;
  faults: number;
  /** How long after its bell each player heard each reveal, in ms. */
  lateMs: readonly number[];
  /** How long after the beginning of a fault each player was told that the store is away, in ms. */
  toldMs: readonly number[];
  /** Games that could not be judged to their end, as the host got no answer to a correction. */
  brokenOff: number;
  mismatches: readonly Mismatch[];
  troubles: readonly string[];
}

/** A process that stands still for longer counts as gone. */
const LONGEST_STOP_MS = 3_000;
/** For so long the primary of before is away, and longer than it takes to find another. */
const GONE_MS = 15_000;
/** Between two faults everybody finds back. */
const CALM_MS = 4_000;

export async function runOracle(options: OracleOptions): Promise<OracleResult> {
  const { seed, rooms, questions, players, processes, store, tell = () => {} } = options;
  const rig = await Rig.start(processes, store);
  const ledger = new Ledger();
  try {
    const games = Array.from({ length: rooms }, (_, number) => {
      const random = seeded(seed * 1_000 + number);
      return new OracleGame({ rig, ledger, random, number, questions, players });
    });
    let isOver = false;
    const trouble = befall(rig, games, { ...options, tell }, () => isOver);
    await Promise.all(games.map((game) => game.play()));
    isOver = true;
    const count = await trouble;
    const all = (of: (game: OracleGame) => number): number =>
      games.reduce((n, one) => n + of(one), 0);
    return {
      questions: all((game) => game.questionsPlayed),
      marks: all((game) => game.marks),
      moves: ledger.moves,
      unknown: all((game) => game.unknown),
      faults: count,
      lateMs: games.flatMap(({ lateMs }) => lateMs),
      toldMs: rig.untilTold(games.flatMap(({ awayAt }) => awayAt)),
      brokenOff: games.filter(({ isBrokenOff }) => isBrokenOff).length,
      mismatches: games.flatMap(({ mismatches }) => mismatches),
      troubles: rig.troubles(),
    };
  } finally {
    await rig.close();
  }
}

/** One fault after the other, each across the bell of some room. Returns how many there were. */
async function befall(
  rig: Rig,
  games: readonly OracleGame[],
  { faults, seed, store, tell }: OracleOptions & { tell: (line: string) => void },
  isOver: () => boolean,
): Promise<number> {
  const random = seeded(seed);
  let count = 0;
  while (!isOver() && faults.length > 0) {
    await sleep(50);
    await rig.whole();
    const bells = games.map(({ bell }) => bell).filter((bell) => bell > Date.now() + 1_300);
    if (bells.length === 0 || !rig.isQuiet(CALM_MS)) continue;
    const bell = oneOf(random, bells);
    const fault = faults[count % faults.length] as Fault;
    const leadMs = whole(random, 100, 1_200);
    const lastsMs = whole(random, leadMs + 100, LONGEST_STOP_MS);
    // There is another primary long before that.
    const goneMs = store === 'single' ? lastsMs : GONE_MS;
    await sleep(Math.max(0, bell - leadMs - Date.now()));
    tell(`${new Date().toISOString()} ${fault} for ${lastsMs} ms, ${leadMs} ms before a bell`);
    const server = whole(random, 0, rig.urls.length - 1);
    count++;
    if (fault === 'freeze') await rig.strike((one) => one.freeze(goneMs));
    if (fault === 'cut') await rig.strike((one) => one.cutOff(goneMs));
    if (fault === 'switch') await rig.strike((one) => one.switchOver());
    if (fault === 'slots') await rig.strike((one) => one.moveSlots());
    if (fault === 'redis') await rig.strike((one) => one.kill(goneMs));
    if (fault === 'stop') await rig.stopServer(server, lastsMs);
    if (fault === 'both')
      await Promise.all([rig.strike((one) => one.kill(goneMs)), rig.stopServer(server, lastsMs)]);
  }
  return count;
}
