/** The program in which phones load the pictures of a question, each by its link. */
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import type { ImageSize } from '../../src/protocol/images.js';
import { loadInTurn, type Loadable } from '../../src/web/kinds/load-in-turn.js';
import { ShapedLinks } from '../rig/shaped-links.js';
import { readAnswer } from '../hostile/visitor.js';
import { addressIn } from '../swarm/options.js';
import { endWithParent, tell } from '../swarm/worker.js';

/** A browser opens so many connections to one server. */
const CONNECTIONS = 6;

/** One question's pictures, which each phone loads as the page does. */
export interface PictureOrder {
  pin: string;
  /** When the choices appear, epoch ms of this machine, on which the server runs, too. */
  startTime: number;
  ids: readonly string[];
  size: ImageSize;
  phones: number;
}

export interface PicturesLoaded {
  /** For each phone: from when the question was put until it had all of them. */
  ms: number[];
  /** The mean of one picture, without headers. */
  bytes: number;
  /** Answers other than 200, by status. */
  refused: Record<string, number>;
}

endWithParent();
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '' },
    each: { type: 'string', default: '' },
    all: { type: 'string', default: '' },
    'round-trip': { type: 'string', default: '' },
  },
});
const links = await ShapedLinks.start(Number(values.port), {
  mbitEach: Number(values.each),
  mbitAll: Number(values.all),
  roundTripMs: Number(values['round-trip']),
});
process.on('message', (order: PictureOrder) => void loadAll(order).then(tell));
tell({ port: links.port });

async function loadAll(order: PictureOrder): Promise<PicturesLoaded> {
  const loaded: PicturesLoaded = { ms: [], bytes: 0, refused: {} };
  let count = 0;
  const phones = Array.from({ length: order.phones }, async (_, phone) => {
    const began = performance.now();
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const pictures = order.ids.map((id) => new Picture(() => load(order, id, phone, agent)));
    const stop = loadInTurn(pictures, order.startTime - Date.now(), Math.random);
    const answers = await Promise.all(pictures.map(({ answer }) => answer));
    loaded.ms.push(performance.now() - began);
    stop();
    agent.destroy();
    for (const { status, bytes } of answers) {
      if (status === 200) loaded.bytes += bytes;
      else loaded.refused[status] = (loaded.refused[status] ?? 0) + 1;
      count += status === 200 ? 1 : 0;
    }
  });
  await Promise.all(phones);
  loaded.bytes = Math.round(loaded.bytes / Math.max(1, count));
  return loaded;
}

interface Answer {
  status: number;
  bytes: number;
}

class Picture implements Loadable {
  readonly answer: Promise<Answer>;
  private begin: (answer: Promise<Answer>) => void = () => {};
  private hasBegun = false;

  constructor(private readonly ask: () => Promise<Answer>) {
    this.answer = new Promise((resolve) => (this.begin = resolve));
  }

  async load(): Promise<void> {
    if (!this.hasBegun) this.begin(this.ask());
    this.hasBegun = true;
    await this.answer;
  }
}

function load(
  { pin, size }: PictureOrder,
  id: string,
  phone: number,
  agent: Agent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const path = `/api/rooms/${pin}/pictures/${id}?size=${size}`;
    const headers = { 'x-forwarded-for': addressIn(phone) };
    request({ host: '127.0.0.1', port: links.port, path, headers, agent }, (response) => {
      readAnswer(response).then(({ status, body }) => {
        resolve({ status, bytes: body.length });
      }, reject);
    })
      .on('error', reject)
      .end();
  });
}
