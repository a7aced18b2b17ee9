/** `pictures`: a whole hall that loads the pictures of a question while it walks, each phone by its own link. */
import sharp from 'sharp';
import type { ImageSize, KeptImage } from '../../src/protocol/images.js';
import { Visitor, openRoom } from '../hostile/visitor.js';
import { FindingsOf, type Findings } from '../report/findings.js';
import type { Context, Experiment } from '../rig/experiment.js';
import {
  checkOpenFiles,
  faultsOf,
  latency,
  most,
  play,
  saturationOf,
  type Played,
} from '../rig/play.js';
import { startRig, withRig, type Rig } from '../rig/rig.js';
import { decimal, readOptions, whole } from '../swarm/command-line.js';
import { Histogram, type Summary } from '../swarm/histogram.js';
import { seeded } from '../swarm/seeded.js';
import { decode } from '../swarm/wire.js';
import { startWorker, type Worker } from '../swarm/worker.js';
import type { PictureOrder, PicturesLoaded } from './picture-phones.js';

/** A connection of the game and six for pictures; the proxy holds both ends of each. */
const FILES_PER_PHONE = 21;
const COUNTDOWN_MS = 500;
/** The measuring window: from the question to the choices. */
const WINDOW_S = 8;
/** A question is open beyond the window, so that nobody's move is too late to be told. */
const LIMIT_S = 30;
const WARMUP_S = 5;
const READY_MS = 8_000;
const MOVES_MS = 80;

const OPTIONS = {
  phones: whole('players, each with a link of its own', [2, 500], 200),
  pictures: whole('choices of the question', [2, 6], 6),
  kb: whole('of each picture in the size of 640 pixels, about', [5, 200], 40),
  mbit: decimal('of the link of each phone, each way', [0.1, 10_000], 10),
  'mbit-all': decimal('of the way to the server that all share', [1, 100_000], 300),
  'round-trip': whole('of the links, in ms', [0, 2_000], 40),
};

export const picturesExperiment: Experiment = {
  name: 'pictures',
  about:
    'how long 200 phones need for the pictures of a question, and how late moves are meanwhile',
  startsItsServers: true,
  options: OPTIONS,
  run,
};

/** Nothing is loaded, the squares that phones load, and the whole pictures that a projector loads. */
const NAMES = { square: 'squares', small: 'whole pictures' } as const satisfies Partial<
  Record<ImageSize, string>
>;
type Size = keyof typeof NAMES;
const TURNS: readonly (Size | undefined)[] = [undefined, 'square', 'small'];

export interface Turn {
  name: string;
  played: Played;
  roundTripMs: number;
  pictures: { ms: Summary; bytes: number; refused: Record<string, number> } | undefined;
}

async function run(context: Context): Promise<Findings> {
  const { options, serverCore, swarmCore, signal, progress } = context;
  const read = readOptions(OPTIONS, options);
  checkOpenFiles(read.phones, FILES_PER_PHONE);
  const settings = { HOSTS: 'anyone', COUNTDOWN_MS: String(COUNTDOWN_MS) };
  return withRig(startRig({ core: serverCore, settings }, progress), async (rig) => {
    const { port } = new URL(rig.target);
    const shape = {
      port,
      each: read.mbit,
      all: read['mbit-all'],
      'round-trip': read['round-trip'],
    };
    const args = Object.entries(shape).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const phones = startWorker('lab/picture-phones.js', args, swarmCore);
    const host = await new Visitor(rig.target).arrive();
    try {
      const links = await phones.next<{ port: number }>();
      const near = { ...rig, target: `http://127.0.0.1:${links.port}` };
      const kept: string[] = [];
      for (let n = 0; n < read.pictures; n++) kept.push(await keep(host, n, read.kb * 1_000));
      const turns: Turn[] = [];
      for (const size of TURNS) {
        if (signal.aborted) break;
        progress(size === undefined ? 'a question without pictures' : `a question, ${NAMES[size]}`);
        turns.push(await turn(near, host, phones, { ...read, kept, size, signal, progress }));
      }
      return describePictures(turns);
    } finally {
      host.close();
      await phones.stop();
    }
  });
}

interface Asked extends Pick<Context, 'signal' | 'progress'> {
  phones: number;
  'round-trip': number;
  kept: readonly string[];
  size: Size | undefined;
}

/** One room with one question, which is put when the window opens. */
async function turn(rig: Rig, host: Visitor, phones: Worker, asked: Asked): Promise<Turn> {
  const { kept, size, signal, progress } = asked;
  const room = await openRoom(host, [], { maxPlayerCount: asked.phones + 1 });
  const question = size === undefined ? textQuestion(kept.length) : pictureQuestion(kept);
  const quiz = { title: 'Pictures', language: 'en', questions: [question] };
  const { quizSetId } = await host.json<{ quizSetId: string }>(
    'POST',
    `/api/rooms/${room.pin}/quiz-set`,
    quiz,
  );
  await room.host.do('updateRoomQuizset', { quizSetId, quizCount: 1 });
  const shown = new Promise<Pick<PictureOrder, 'ids' | 'startTime'>>((resolve) => {
    room.host.socket.on('message', (frame: Buffer) => {
      const packet = frame.includes('"startQuizTime"') ? decode(frame.toString()) : undefined;
      if (packet?.type !== 'update' || packet.update.name !== 'startQuizTime') return;
      const { choiceList, startTime } = packet.update.payload;
      resolve({ ids: choiceList.flatMap(({ image }) => image?.id ?? []), startTime });
    });
  });
  let loaded: Promise<PicturesLoaded> | undefined;
  const load = async (): Promise<PicturesLoaded> => {
    await room.host.do('startGame', {});
    const order: PictureOrder = {
      pin: room.pin,
      ...(await shown),
      size: size ?? 'square',
      phones: asked.phones,
    };
    phones.post(order);
    return phones.next<PicturesLoaded>();
  };
  const played = await play(
    rig,
    {
      players: asked.phones,
      pin: room.pin,
      seconds: WINDOW_S,
      warmupSeconds: WARMUP_S,
      chatShare: 0,
      probe: false,
    },
    {
      signal,
      progress,
      onWindow: (edge) => {
        if (edge === 'open') loaded = load();
      },
    },
  );
  const found = await loaded;
  room.host.close();
  const histogram = new Histogram();
  for (const one of found?.ms ?? []) histogram.record(one);
  return {
    name: size === undefined ? 'no pictures' : NAMES[size],
    played,
    roundTripMs: asked['round-trip'],
    pictures:
      size === undefined || found === undefined
        ? undefined
        : { ms: histogram.summary(), bytes: found.bytes, refused: found.refused },
  };
}

export function describePictures(turns: readonly Turn[]): Findings {
  const ready = (rank: 'p50' | 'p95' | 'max') => (one: Turn) => one.pictures?.ms[rank];
  const ownMoves = ({ played, roundTripMs }: Turn): number | null => {
    const all = latency('moves', 'p95')(played);
    return all === null ? null : Math.round(all - roundTripMs);
  };
  const problems = turns.flatMap(({ name, played, pictures }) => {
    const refused = Object.entries(pictures?.refused ?? {});
    return [
      ...faultsOf(played.result).map((fault) => `${name}: ${fault}`),
      ...refused.map(
        ([status, count]) => `${name}: ${count} pictures were answered with ${status}`,
      ),
    ];
  });
  const notes = turns.flatMap(({ name, played }) => {
    const saturation = saturationOf(played.result);
    return saturation === undefined ? [] : [`${name}: ${saturation}`];
  });
  const nameOf = (figure: string, { name }: Turn): string => `${name}: ${figure}`;
  return new FindingsOf()
    .compare(
      turns.filter(({ pictures }) => pictures !== undefined),
      [['all phones have all of them', 'ms', ready('max'), READY_MS]],
      nameOf,
    )
    .compare(turns, [['moves p95, less the links', 'ms', ownMoves, MOVES_MS]], nameOf)
    .table(
      'From the question to the choices',
      turns,
      [
        ['', '', ({ name }) => name],
        ['a picture', 'B', ({ pictures }) => pictures?.bytes],
        ['p50', 'ms', ready('p50')],
        ['p95', 'ms', ready('p95')],
        ['the last phone', 'ms', ready('max')],
        ['moves p95', 'ms', ({ played }) => latency('moves', 'p95')(played)],
        ['less the links', 'ms', ownMoves],
        ['moves p99', 'ms', ({ played }) => latency('moves', 'p99')(played)],
        ['loop late', 'ms', ({ played }) => most(played.loops.flatMap((one) => one?.max ?? []))],
        ['server', 'cores', ({ played }) => played.result.server?.cores],
      ],
      {
        note:
          'From when the question is put until a phone has all pictures. Each phone loads them by the code of the ' +
          'page: one after the other, from a moment of its own in the first two fifths of the time before the choices. ' +
          'A link sends one byte after the other, so a move waits behind the pictures of its phone and of the hall. ' +
          'Loss and the slow start of TCP are left out.',
      },
    )
    .fault(...problems)
    .note(...notes)
    .done({ turns });
}

function textQuestion(choices: number): object {
  return {
    quiz: 'Which is it?',
    choices: Array.from({ length: choices }, (_, n) => `Choice ${n}`),
    answer: 1,
    limitTime: LIMIT_S,
  };
}

function pictureQuestion(kept: readonly string[]): object {
  const pictures = kept.map((id, n) => ({ image: { id, alt: `Picture ${n}` } }));
  return { kind: 'pictures', quiz: 'Which is it?', pictures, answer: 1, limitTime: LIMIT_S };
}

const SIDE_PX = 640;
/** A picture has so many spots along a side at most: the more, the larger its file is. */
const MOST_SPOTS = 480;

/** Keeps a picture of about so many bytes in the size of 640 pixels. */
async function keep(host: Visitor, n: number, bytes: number): Promise<string> {
  let [low, high] = [8, MOST_SPOTS];
  let file = await spotted(n, low);
  while (high - low > 2) {
    const middle = Math.round((low + high) / 2);
    const tried = await spotted(n, middle);
    const { length } = await sharp(tried).webp({ quality: 80 }).toBuffer();
    if (length > bytes) high = middle;
    else [low, file] = [middle, tried];
  }
  const answer = await host.ask('POST', '/api/desk/images', file);
  if (answer.status !== 201) throw new Error(`a picture was refused: ${answer.status}`);
  return (JSON.parse(String(answer.body)) as KeptImage).id;
}

function spotted(n: number, side: number): Promise<Buffer> {
  const random = seeded(n + 1);
  const raw = Buffer.from(
    Array.from({ length: side * side * 3 }, () => Math.floor(random() * 256)),
  );
  return sharp(raw, { raw: { width: side, height: side, channels: 3 } })
    .resize(SIDE_PX, SIDE_PX, { kernel: 'cubic' })
    .png()
    .toBuffer();
}
