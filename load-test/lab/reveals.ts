/** `reveals`: many halls that reveal, and end their games, in the same instant. */
import type { Told } from '../swarm/room.js';
import type { Context, Experiment } from './experiment.js';
import type { Findings } from './findings.js';
import { sampleLoops, type LoopSample } from './loop-delay.js';
import { momentsOf } from './moments.js';
import { NETWORKS_OPTION, networksOf, numberOf, wordOf } from './option-values.js';
import { checkOpenFiles, play } from './play.js';
import { describeReveals } from './reveals-findings.js';
import { startRig } from './rig.js';

const JOINS_PER_SECOND = 100;
const COUNTDOWN_S = 1;
const GET_READY_S = 1;
/** Enough to walk to a zone and to stand there before the deadline. */
const ANSWER_S = 5;
/** Longer than what a reveal takes, so that what follows does not count as its delay. */
const REVEAL_S = 3;
/** After the games: phases may be late, and the last frames are still to be counted. */
const SPARE_S = 4;
/** The code of both is compiled by then. */
const WARMUP_S = 10;
const ASK_EVERY_MS = 1_000;

export const revealsExperiment: Experiment = {
  name: 'reveals',
  about: 'ten halls that reveal in the same instant: how late the event loops are then',
  startsItsServers: true,
  options: {
    rooms: { value: 'N', help: 'rooms that play side by side', default: '10' },
    players: { value: 'N', help: 'players of each', default: '200' },
    questions: { value: 'N', help: 'questions of each game', default: '3' },
    rate: { value: 'N', help: 'events a second of each player', default: '1' },
    processes: { value: 'N', help: 'server processes behind nginx', default: '2' },
    format: { value: 'compact|json', help: 'of the frames to the players', default: 'compact' },
    networks: NETWORKS_OPTION,
  },
  run,
};

async function run(context: Context): Promise<Findings> {
  const { options, serverCore, signal, progress } = context;
  const rooms = numberOf(options, 'rooms', { min: 1, max: 100, whole: true });
  const players = numberOf(options, 'players', { min: 2, max: 500, whole: true });
  const questions = numberOf(options, 'questions', { min: 1, max: 20, whole: true });
  const rate = numberOf(options, 'rate', { min: 0.1, max: 20 });
  const processes = numberOf(options, 'processes', { min: 1, max: 64, whole: true });
  const format = wordOf(options, 'format', ['compact', 'json']);
  const networks = networksOf(options);
  checkOpenFiles(rooms * players);
  const rig = await startRig(
    {
      shape: 'cluster',
      processes,
      flushIntervalMs: 50,
      core: serverCore,
      settings: {
        CLUSTER_PLAYERS: String(2 * rooms * players),
        COUNTDOWN_MS: String(COUNTDOWN_S * 1000),
        GET_READY_MS: String(GET_READY_S * 1000),
        REVEAL_MS: String(REVEAL_S * 1000),
      },
    },
    progress,
  );
  const told: Told[] = [];
  let tellSamples = (): Promise<LoopSample[]> => Promise.resolve([]);
  let samples: Promise<LoopSample[]> = Promise.resolve([]);
  try {
    const { result } = await play(
      rig,
      {
        rooms,
        players,
        rate,
        format,
        networks,
        answer: true,
        quiz: { questions, answerSeconds: ANSWER_S },
        joinSeconds: (rooms * players) / JOINS_PER_SECOND,
        warmupSeconds: WARMUP_S,
        seconds: COUNTDOWN_S + questions * (GET_READY_S + ANSWER_S + REVEAL_S) + SPARE_S,
      },
      {
        signal,
        progress,
        onTold: (one) => told.push(one),
        onWindow: (edge) => {
          if (edge === 'open') tellSamples = sampleLoops(rig.processes, ASK_EVERY_MS);
          else samples = tellSamples();
        },
      },
    );
    const moments = momentsOf(told);
    return describeReveals({ result, moments, samples: await samples, questions });
  } finally {
    await rig.stop();
  }
}
