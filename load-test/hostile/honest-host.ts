/** A host who is signed in and works while others attack: saves, searches, corrects and sends pictures. */
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeptSetSummary } from '../../src/protocol/index.js';
import { Histogram, type Summary } from '../swarm/histogram.js';
import { closeRoom, keptGame, openRoom, play, Visitor } from './visitor.js';
import { png } from './dear-attacks.js';

const EVERY_MS = 450;
/** At home, at school and on the phone: an address may change something twice a second (R10.4). */
const ADDRESSES = ['127.0.2.1', '127.0.2.2', '127.0.2.3'];
/** Of pictures, each of which takes a process some 100 ms. */
const PICTURE_EVERY = 2;
const PLAYERS = 10;
const TASKS = ['save', 'search', 'correction', 'picture'] as const;
type Task = (typeof TASKS)[number];

export type HostFigures = Record<Task, { ms: Summary; refused: number }>;

export class HonestHost {
  private figures = new Map<Task, { trips: Histogram; refused: number }>();
  private isOver = false;
  private working: Promise<void> = Promise.resolve();

  private task: { name: Task; began: number } | undefined;
  private turn = 0;
  private rounds = 0;
  private readonly hears = new Set<() => void>();

  private constructor(
    private readonly places: readonly Visitor[],
    private set: KeptSetSummary,
    private readonly game: string,
  ) {}

  /** Signs in by the key that follows from the server's secret. */
  static async open(target: string, secret: string): Promise<HonestHost> {
    const places = ADDRESSES.map((address) => new Visitor(target, address));
    const [visitor] = places as [Visitor];
    await visitor.arrive();
    const key = createHmac('sha256', secret).update('the key of the operator').digest('base64url');
    const type = { 'content-type': 'application/json' };
    const body = JSON.stringify({ key });
    const { cookie } = await visitor.ask('POST', '/api/desk/session', body, type);
    if (cookie === undefined) throw new Error('the honest host could not sign in');
    for (const place of places.toReversed()) place.cookie = `${visitor.cookie}; ${cookie}`;
    const set = await visitor.json<KeptSetSummary>('POST', '/api/desk/drafts', draft(0));
    const players = Array.from({ length: PLAYERS }, () => new Visitor(target, visitor.address));
    const room = await openRoom(visitor, players);
    await play(room, 1);
    const host = new HonestHost(places, set, await keptGame(visitor));
    closeRoom(room);
    host.working = host.work();
    return host;
  }

  /** How long each took since the last call; what waits now has taken as long as it has waited. */
  take(): HostFigures {
    if (this.task !== undefined) {
      const { name, began } = this.task;
      this.note(name, performance.now() - began, true);
    }
    const taken = Object.fromEntries(
      TASKS.map((task) => {
        const { trips = new Histogram(), refused = 0 } = this.figures.get(task) ?? {};
        return [task, { ms: trips.summary(), refused }];
      }),
    ) as HostFigures;
    this.figures = new Map();
    return taken;
  }

  /** Resolves when everything was done once from now on, pictures as well. */
  async worked(): Promise<void> {
    const enough = this.rounds + PICTURE_EVERY + 1;
    while (this.rounds < enough && !this.isOver)
      await new Promise<void>((resolve) => this.hears.add(resolve));
  }

  async close(): Promise<void> {
    this.isOver = true;
    await this.working;
    for (const place of this.places) place.close();
  }

  private async work(): Promise<void> {
    for (let n = 1; !this.isOver; n++) {
      await this.time('save', () => this.save(n));
      await this.time('search', () => this.status('GET', '/api/desk/sets?search=title'));
      await this.time('correction', () => this.correct(n));
      if (n % PICTURE_EVERY === 0)
        await this.time('picture', () => this.status('POST', '/api/desk/images', png(n)));
      this.rounds++;
      for (const hear of this.hears) hear();
      this.hears.clear();
      await sleep(EVERY_MS);
    }
  }

  private async time(name: Task, work: () => Promise<boolean>): Promise<void> {
    const began = performance.now();
    this.task = { name, began };
    const isDone = await work().catch(() => false);
    this.task = undefined;
    this.note(name, performance.now() - began, isDone);
  }

  private note(name: Task, ms: number, isDone: boolean): void {
    const known = this.figures.get(name) ?? { trips: new Histogram(), refused: 0 };
    this.figures.set(name, known);
    known.trips.record(ms);
    if (!isDone) known.refused++;
  }

  private get visitor(): Visitor {
    return this.places[this.turn++ % this.places.length] as Visitor;
  }

  private async status(method: string, path: string, body?: Buffer): Promise<boolean> {
    return (await this.visitor.ask(method, path, body)).status < 400;
  }

  private async save(n: number): Promise<boolean> {
    const { id, revision } = this.set;
    const answer = await this.visitor.ask('PUT', `/api/desk/sets/${id}`, JSON.stringify(draft(n)), {
      'content-type': 'application/json',
      'if-match': `"${revision}"`,
    });
    if (answer.status >= 300) return false;
    this.set = JSON.parse(String(answer.body)) as KeptSetSummary;
    return true;
  }

  private async correct(n: number): Promise<boolean> {
    const ruling = JSON.stringify({ isVoid: n % 2 === 0, rights: null });
    const path = `/api/desk/results/${this.game}/questions/0.0.0`;
    const type = { 'content-type': 'application/json' };
    return (await this.visitor.ask('PUT', path, ruling, type)).status < 300;
  }
}

function draft(n: number): object {
  const questions = [
    { id: 'a', kind: 'ox', quiz: `Is ${n} even?`, truth: 'O', limitTime: 10, points: 1 },
  ];
  return { title: 'A title', language: 'en', labels: [], questions };
}
