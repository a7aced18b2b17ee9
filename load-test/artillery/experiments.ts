/** The scenarios of Artillery as experiments of the laboratory. */
import type { Experiment } from '../rig/experiment.js';
import { decimal, whole } from '../swarm/command-line.js';
import { scenarioExperiment, type Numbers, type Scenario } from './scenario-experiment.js';

const players = whole('players in a room', [2, 5_000]);
const rate = decimal('events a second of each', [0.1, 20]);
const seconds = decimal('length of the measurement', [1, 3_600]);
const joinSeconds = decimal('over which the players join', [1, 600]);
const rooms = whole('rooms', [1, 1_000]);
const cluster = { shape: 'cluster', settings: {} } as const;

const LATENCIES = {
  join: 'join, from connecting to the roster',
  move: 'move, end to end',
  chat: 'chat, end to end',
};
/** A server elsewhere has its own, up to these: countdown, get ready and reveal, in seconds. */
const LONG_PHASES_S = { countdown: 3, getReady: 3, reveal: 10 };
const SHORT_PHASES = { COUNTDOWN_MS: '1000', GET_READY_MS: '1000', REVEAL_MS: '1000' };
const STRAGGLERS_S = 30;
const SEEN_DIFFERENTLY = [
  'questions differing',
  'reveals differing',
  'results differing',
  'marks wrong',
] as const;

function gameSeconds(numbers: Numbers): number {
  const { countdown, getReady, reveal } = LONG_PHASES_S;
  const question = getReady + numbers('answerSeconds') + reveal;
  return numbers('joinSeconds') + countdown + numbers('questions') * question + STRAGGLERS_S;
}

const STEADY: Omit<Scenario, 'name' | 'about' | 'choices'> = {
  setup: cluster,
  words: {
    latencies: LATENCIES,
    isAboutLatency: true,
    bad: ['moves lost', 'messages lost', 'messages duplicated', 'refused', 'dropped'],
  },
  users: (numbers) => numbers('rooms') * numbers('players'),
  seconds: (numbers) =>
    numbers('joinSeconds') +
    numbers('warmupSeconds') +
    numbers('seconds') +
    numbers('lostAfterSeconds'),
};

const scenarios: readonly Scenario[] = [
  {
    ...STEADY,
    name: 'hall',
    about: 'Artillery: one room, everybody moves and chats',
    choices: { players, rate, seconds, joinSeconds },
  },
  {
    ...STEADY,
    name: 'many-rooms',
    about: 'Artillery: the same in several rooms at once',
    choices: { rooms, players, rate, seconds, joinSeconds },
  },
  {
    name: 'game',
    about: 'Artillery: whole games in both modes; everybody has to see the same',
    choices: {
      rooms,
      players,
      joinSeconds,
      questions: whole('questions of each game', [1, 20]),
      answerSeconds: whole('time for an answer', [3, 120]),
    },
    setup: { shape: 'cluster', settings: SHORT_PHASES },
    words: {
      latencies: {
        ...LATENCIES,
        reveal: 'reveal, after the deadline',
        spread: 'reveal, after the first player of the room had it',
      },
      isAboutLatency: false,
      bad: [...SEEN_DIFFERENTLY, 'refused', 'dropped'],
    },
    users: (numbers) => numbers('rooms') * numbers('players'),
    seconds: gameSeconds,
  },
  {
    name: 'join-storm',
    about: 'Artillery: everybody joins one room within a second',
    choices: { players, joinSeconds },
    setup: cluster,
    words: {
      latencies: LATENCIES,
      isAboutLatency: false,
      bad: ['players missing in rosters', 'refused', 'dropped'],
    },
    users: (numbers) => numbers('players'),
    seconds: (numbers) => numbers('joinSeconds') + STRAGGLERS_S,
  },
  {
    name: 'reconnect-storm',
    about: 'Artillery: everybody drops in a question and comes back within a second',
    choices: { players, joinSeconds },
    setup: { shape: 'cluster', settings: SHORT_PHASES },
    words: {
      latencies: {
        ...LATENCIES,
        back: 'back, from connecting again to the question',
        away: 'away, from the drop to the question',
        reveal: 'reveal, after the deadline',
        spread: 'reveal, after the first player of the room had it',
      },
      isAboutLatency: false,
      bad: ['not back', 'seats changed', 'questions changed', ...SEEN_DIFFERENTLY, 'refused'],
    },
    users: (numbers) => numbers('players'),
    seconds: gameSeconds,
  },
  {
    name: 'ack-echo',
    about: 'Artillery: messages that the server acknowledges with themselves',
    choices: {
      connections: whole('connections', [1, 5_000]),
      roundTrips: whole('messages on each connection', [1, 1_000_000]),
    },
    setup: { shape: 'single', settings: { ECHO: 'true' } },
    words: { latencies: { echo: 'round trip' }, isAboutLatency: false, bad: [] },
    users: (numbers) => numbers('connections'),
    // At no less than a hundred a second in all.
    seconds: (numbers) => (numbers('connections') * numbers('roundTrips')) / 100,
  },
];

export const artilleryExperiments: Experiment[] = scenarios.map(scenarioExperiment);
