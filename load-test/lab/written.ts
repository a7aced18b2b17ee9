/** `written`: how soon behind the bell a room has what its people wrote, as zones to walk to. */
import { Visitor, openRoom } from '../hostile/visitor.js';
import { FindingsOf, type Findings } from '../report/findings.js';
import type { Context, Experiment } from '../rig/experiment.js';
import { checkOpenFiles, faultsOf, play, saturationOf, type Played } from '../rig/play.js';
import { startRig, withRig } from '../rig/rig.js';
import { readOptions, wholes } from '../swarm/command-line.js';
import { areBig } from '../swarm/options.js';

const COUNTDOWN_MS = 500;
const WRITE_S = 10;
const WALK_S = 8;
/** Countdown, get ready, both acts and the reveal. */
const WINDOW_S = 25;
const WARMUP_S = 3;
/** For the last player of a hall, and of a big room. */
const HALL_MS = 500;
const BIG_MS = 2_000;

/** As pages read it; a big room takes no other. */
const format = 'compact2';

const OPTIONS = {
  players: wholes('in a room, one room after the other', [2, 5_000], '200,2000'),
};

export const writtenExperiment: Experiment = {
  name: 'written',
  about: 'how soon behind the bell a room has what its people wrote as zones',
  startsItsServers: true,
  options: OPTIONS,
  run,
};

export interface Room {
  players: number;
  played: Played;
}

async function run(context: Context): Promise<Findings> {
  const { options, serverCore, signal, progress } = context;
  const { players } = readOptions(OPTIONS, options);
  checkOpenFiles(Math.max(...players));
  const settings = {
    HOSTS: 'anyone',
    COUNTDOWN_MS: String(COUNTDOWN_MS),
    MAX_ROOM_PLAYERS: String(Math.max(...players)),
  };
  return withRig(startRig({ core: serverCore, settings }, progress), async (rig) => {
    const rooms: Room[] = [];
    for (const count of players) {
      if (signal.aborted) break;
      progress(`a room of ${count}`);
      const host = await new Visitor(rig.target).arrive();
      try {
        const room = await openRoom(host, [], { maxPlayerCount: count, format, hostPlays: false });
        const { quizSetId } = await host.json<{ quizSetId: string }>(
          'POST',
          `/api/rooms/${room.pin}/quiz-set`,
          { title: 'Written', language: 'en', questions: [QUESTION] },
        );
        await room.host.do('updateRoomQuizset', { quizSetId, quizCount: 1 });
        const played = await play(
          rig,
          {
            players: count,
            pin: room.pin,
            format,
            seconds: WINDOW_S,
            warmupSeconds: WARMUP_S,
            chatShare: 0,
            rate: 0.5,
            answer: true,
            probe: false,
          },
          {
            signal,
            progress,
            onWindow: (edge) => {
              if (edge === 'open') void room.host.do('startGame', {});
            },
          },
        );
        rooms.push({ players: count, played });
        room.host.close();
      } finally {
        host.close();
      }
    }
    return describeWritten(rooms);
  });
}

export function describeWritten(rooms: readonly Room[]): Findings {
  const groups = (rank: 'p50' | 'p95' | 'max') => (one: Room) => {
    const found = one.played.result.answers?.groupsMs;
    return found === undefined || found.count === 0 ? null : found[rank];
  };
  const nameOf = (figure: string, { players }: Room): string => `${players} people: ${figure}`;
  const missing = rooms.flatMap(({ players, played }) => {
    const told = played.result.answers?.groupsMs.count ?? 0;
    return told >= players ? [] : [`${players} people: only ${told} were told what was written`];
  });
  const faults = rooms.flatMap(({ players, played }) =>
    faultsOf(played.result).map((fault) => `${players} people: ${fault}`),
  );
  const notes = rooms.flatMap(({ players, played }) => {
    const saturation = saturationOf(played.result);
    return saturation === undefined ? [] : [`${players} people: ${saturation}`];
  });
  const last = (target: number) =>
    [['the last player has the zones', 'ms', groups('max'), target]] as const;
  return new FindingsOf()
    .compare(
      rooms.filter((one) => !areBig(one)),
      last(HALL_MS),
      nameOf,
    )
    .compare(rooms.filter(areBig), last(BIG_MS), nameOf)
    .table(
      'From the bell to the zones',
      rooms,
      [
        ['people', '', ({ players }) => players],
        ['p50', 'ms', groups('p50')],
        ['p95', 'ms', groups('p95')],
        ['the last player', 'ms', groups('max')],
        ['server', 'cores', ({ played }) => played.result.server?.cores],
      ],
      {
        note:
          'Half of the players write one of six texts, and the others one of their own each. The bell is by the clock of the server, ' +
          'which the players share; waiting for the flush is in it.',
      },
    )
    .fault(...missing, ...faults)
    .note(...notes)
    .done({ rooms });
}

const QUESTION = {
  kind: 'typed',
  quiz: 'What is the capital of Korea?',
  accepted: ['Seoul'],
  limitTime: WRITE_S,
  walkTime: WALK_S,
};
