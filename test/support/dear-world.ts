/** A server with as much in it as it may hold, of which everything is asked. */
import { nameOf } from '../../src/protocol/judged-name.js';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { vi } from 'vitest';
import { Database } from '../../src/server/platform/database/database.js';
import { resultsIn } from '../../src/game/closing.js';
import { standingsOf } from '../../src/game/scoring.js';
import type { Answer, JudgedQuestion } from '../../src/game/shared/judged.js';
import type { PlayableItem, QuizSet } from '../../src/game/shared/quiz-set.js';
import { programmeOf } from '../../src/game/programme.js';
import type { RoomChange } from '../../src/game/room-change.js';
import { bringQuizSet } from '../../src/game/settings-commands.js';
import { rulesOf, type RoomState, type Seat } from '../../src/game/room-state.js';
import { writingKey } from '../../src/game/writing.js';
import { OPERATOR } from '../../src/server/desk/accounts/accounts.js';
import { hashOf, newToken } from '../../src/server/desk/accounts/sessions.js';
import { limits, type DraftQuestion } from '../../src/protocol/index.js';
import { KeptSets } from '../../src/server/desk/sets/kept-sets.js';
import { TicketDesk } from '../../src/server/desk/tickets/ticket-desk.js';
import { writeGame } from '../../src/server/desk/results/game-writer.js';
import { MadeResults } from '../../src/server/desk/results/made-results.js';
import { ROOM_STORE, type RoomStore } from '../../src/server/live/store/contract.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { testDatabase, type TestDatabase } from '../database/engines.js';
import { KEY, SECRET, type AskedSet } from '../desk/desk-app.js';
import { aRecord, numbers } from '../results/records.js';
import { startTestApp, TestBank } from './app.js';
import { DearClient, type Sent } from './dear-client.js';
import { aSeat, inZone, someOptions } from './game-data.js';
import { SLOW } from './hall.js';
import { writePages } from './pages.js';
import { PATIENT } from './patience.js';
import { startRoutes, type Routes } from './routes.js';

const SETS = 500;
const GAMES = 2_000;
const PICTURES = 200;
/** So that the file of a set with all of them has its full size nearly. */
const PICTURE_BYTES = 300_000;
const HOSTS = 500;
/** Of the game that is asked about most. */
const QUESTIONS = 20;
const BIG = limits.DEFAULT_MOST_PLAYERS;
const CHOICES = 3;

const hangul = (units: number, seed: number): string =>
  Array.from({ length: units }, (_, n) =>
    String.fromCharCode(0xac00 + ((seed * 7_919 + n * 131) % 11_172)),
  ).join('');

const TEXT = hangul(20_000, 3);

/** The longest that a name may be, and another one for each number. */
export const longName = (n: number): string =>
  `${n} ${hangul(limits.NAME_MAX_GRAPHEMES, n)}`.slice(0, limits.NAME_MAX_GRAPHEMES);

/** As many questions as a set may have, each as long as the whole allows. */
export function fullDraft(title: string, images: readonly string[] = []): AskedSet {
  const questions = Array.from({ length: limits.QUIZ_FILE_MAX_QUESTIONS }, (_, n) => {
    const image = images[n];
    const question: DraftQuestion = {
      id: `q${n}`,
      kind: 'choice',
      quiz: `${n} ${hangul(images.length > 0 ? 70 : 90, n)}`,
      choices: Array.from({ length: 10 }, (__, choice) => `${choice} ${hangul(18, n + choice)}`),
      answers: [1],
      limitTime: 15,
      points: 1,
      ...(image !== undefined && { image: { id: image, alt: '' } }),
    };
    return question;
  });
  return { title, language: 'ko', labels: [], questions };
}

/** A list of names as long as may be, in as many teams. */
export function ticketBody(count: number): Buffer {
  const entries = Array.from({ length: count }, (_, n) => [longName(n), longName(n % 8), 1]);
  return Buffer.from(JSON.stringify({ title: hangul(40, 1), entries }));
}

function playedSet(): QuizSet {
  const { questions } = fullDraft('Full');
  return {
    id: 'full',
    title: 'Full',
    language: 'ko',
    questions: questions.map(({ quiz, choices = [] }) => {
      return { kind: 'choice', quiz, choices, answers: [0], limitTime: 120 };
    }),
  };
}

/** So many questions are asked in a round, so that one more round of a full set can ask the rest. */
const ASKED = 3;
/** The most that a round may ask, once all these rounds are in the evening. */
export const ASKED_OF_LAST = limits.EVENING_MAX_QUESTIONS - ASKED * (limits.MAX_ITEMS - 1);

/** As many items and rounds as an evening may have, but for one round, each with as much text as it may have. */
function fullEvening(): QuizSet {
  const { questions } = playedSet();
  const note = hangul(500, 5);
  const slides = Array.from({ length: limits.MAX_ITEMS - 1 }, (_, n): PlayableItem => {
    const text = hangul(300, n);
    return { kind: 'slide', id: `slide${n}`, title: hangul(60, n), text, seconds: null, note };
  });
  const rounds = Array.from({ length: limits.MAX_ITEMS - 1 }, (_, n): PlayableItem => {
    const from = (n * 3) % (questions.length - ASKED - limits.ROUND_SPARES);
    const options = { count: ASKED, factor: 3, standings: 'each', order: 'drawn' } as const;
    return {
      kind: 'round',
      id: `round${n}`,
      name: hangul(60, n),
      note,
      ...options,
      questions: questions.slice(from, from + ASKED + limits.ROUND_SPARES),
    };
  });
  const draw = { kind: 'draw', id: 'draw', title: hangul(60, 1), among: 'everybody' } as const;
  const programme = [...slides, { ...draw, winners: 10, note }, ...rounds];
  const all = programme.flatMap((item) => (item.kind === 'round' ? item.questions : []));
  return { id: 'own', title: hangul(40, 1), language: 'ko', questions: all, programme };
}

function judgedBy(ids: readonly string[], questions: number): JudgedQuestion[] {
  const draw = numbers(1);
  return Array.from({ length: questions }, (_, index) => {
    const solution = { kind: 'choice' as const, rights: [1 + draw(CHOICES)] };
    const answers = ids.map((playerId): Answer => {
      const zone = 1 + draw(CHOICES);
      return [playerId, zone, draw(15_000), 1, ...inZone(zone, CHOICES)];
    });
    const floor = { kind: 'choice' as const, choices: CHOICES };
    return {
      ...nameOf({ index }),
      floor,
      setSolution: solution,
      solution,
      limitMs: 15_000,
      isVoid: false,
      answers,
    };
  });
}

const shownQuestion = () => ({
  kind: 'choice' as const,
  quiz: hangul(90, 1),
  choiceList: [1, 2, 3].map((order) => ({ order, content: hangul(18, order) })),
});

/** The longest answer that slips are looked for in; all of them begin alike. */
export const longAnswer = (n: number): string =>
  `${'각'.repeat(limits.ANSWER_BOUNDS.maxGraphemes - 4)}${String(n).padStart(4, '0')}`;

/** One question with as many spellings as may be. */
function writtenSet(): QuizSet {
  const from = (first: number, count: number) =>
    Array.from({ length: count }, (_, n) => longAnswer(first + n));
  const spellings = {
    accepted: from(9_000, limits.MAX_SPELLINGS),
    wrong: from(9_500, limits.MAX_WRONG),
  };
  const times = { limitTime: 60, walkTime: 20 };
  return {
    id: 'written',
    title: 'Written',
    language: 'ko',
    questions: [{ kind: 'typed', quiz: hangul(90, 1), ...spellings, ...times }],
  };
}

/** So that a skip judges them. */
const WRITING_FOR_MS = 10_000;
const WRITING_LASTS_MS = 3_600_000;

export interface Room {
  pin: string;
  roomId: string;
  /** The name of the host's socket. */
  host: string;
  /** By which the host is known in requests. */
  bearer: Record<string, string>;
}

export interface RoomShape {
  options?: object;
  seats: number;
  /** Questions of the game that was played there last. */
  played?: number;
}

/** As short as may be, as each measurement waits for two. */
export const FLUSH_MS = 20;

export class DearWorld {
  routes!: Routes;
  client!: DearClient;
  sets!: KeptSets;
  store!: RoomStore;
  /** The operator's browser. */
  by!: { cookie: string };
  pictures: string[] = [];
  /** For a rehearsal. */
  small!: Room;
  ticketList: string | undefined;
  private full = '';
  private place!: TestDatabase;
  private readonly dir = mkdtempSync(join(tmpdir(), 'madang-pages-'));
  private filledAt = 0;
  private senders = 0;
  private made = 0;

  async open(): Promise<void> {
    this.place = await testDatabase('SQLite');
    const env = {
      ...SLOW,
      PICTURE_READY_MS: '60000',
      FLUSH_INTERVAL_MS: String(FLUSH_MS),
      FLUSH_MAX_MS: String(FLUSH_MS),
      TRUST_PROXY: 'true',
      METRICS: 'public',
      SECRET,
      MAX_ROOMS: '1100',
    };
    const bank = new TestBank([playedSet()]);
    this.routes = await startRoutes(() =>
      startTestApp(env, bank, this.pages(), undefined, this.place.database),
    );
    const { nest } = this.routes;
    this.sets = nest.get(KeptSets);
    this.store = nest.get<RoomStore>(ROOM_STORE);
    this.client = await DearClient.start();
    this.by = await this.signIn();
    await this.fill();
  }

  async close(): Promise<void> {
    await this.client.stop();
    await this.routes.app.close();
    await this.place.close();
    rmSync(this.dir, { recursive: true });
  }

  get url(): string {
    return this.routes.app.url;
  }

  get database(): Database {
    return this.place.database;
  }

  /** A request from an address of its own, as nobody's limit is what is measured. */
  request(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Buffer | string,
  ): Sent {
    const page: Record<string, string> = method === 'GET' ? {} : { origin: this.url };
    const bytes = body === undefined ? undefined : Buffer.from(body as string);
    return {
      method,
      url: this.url + path,
      headers: {
        'x-forwarded-for': this.address(),
        ...page,
        ...(bytes && { 'content-length': String(bytes.length) }),
        ...headers,
      },
      ...(bytes && { body: bytes }),
    };
  }

  /** What was made of games is made anew. */
  forgetMade(): void {
    this.routes.nest.get<{ made: Map<string, Buffer> }>(MadeResults).made.clear();
  }

  address(): string {
    const sender = ++this.senders;
    return `10.1.${sender >> 8}.${sender & 255}`;
  }

  /** A list of tickets with names as long as may be, two of them for people who open the room. */
  async keepTickets(count: number): Promise<string> {
    const { id } = await this.routes.nest.get(TicketDesk).create(OPERATOR, ticketBody(count));
    return id;
  }

  /** A big room with as many tickets as it has seats for. */
  async ticketedRoom(): Promise<Room> {
    this.ticketList ??= await this.keepTickets(BIG - 2);
    const room = await this.openRoom({ seats: 2, options: { maxPlayerCount: BIG } });
    await this.client.do(room.host, 'chooseTickets', { list: this.ticketList, others: true });
    return room;
  }

  /** The name of a new socket, which somebody unknown has opened. */
  async visitor(auth: object = {}, name = `visitor ${++this.made}`): Promise<string> {
    await this.client.open(name, this.url, auth, {
      extraHeaders: { 'x-forwarded-for': this.address() },
    });
    return name;
  }

  /** A room whose seats are held by connections that are not there, beside its host. */
  async openRoom({ options = {}, seats, played = 0 }: RoomShape): Promise<Room> {
    const host = `host ${++this.made}`;
    const token = await this.client.open(
      host,
      this.url,
      { wantToken: true, format: 'compact2' },
      { extraHeaders: { 'x-forwarded-for': this.address(), cookie: this.by.cookie } },
    );
    const { gameId: pin } = await this.client.do<{ gameId: string }>(host, 'createRoom', {
      playerName: 'Host',
      maxPlayerCount: Math.max(seats, 2),
      title: hangul(40, 1),
      ...options,
    });
    const roomId = (await this.store.findRoom(pin)) ?? '';
    await this.seat(roomId, seats - 1);
    if (played > 0) await this.endGame(roomId, played);
    return { pin, roomId, host, bearer: { authorization: `Bearer ${token}` } };
  }

  /** Changes of a room as if somebody had decided on them, and a set of its own where one is given. */
  async change(
    roomId: string,
    changes: (room: RoomState) => RoomChange[],
    quizSet?: QuizSet,
  ): Promise<void> {
    const before = await this.state(roomId);
    const id = `dear-${++this.made}`;
    const append = { id, before, expects: new Set([]), after: before, deadline: 'any' } as const;
    const set = quizSet && { quizSet };
    await this.store.append(roomId, { ...append, changes: changes(before), ...set });
    await nextTurn();
  }

  /** A room of 2,000 whose evening has room for one more round, with its first slide on. */
  async eveningRoom(): Promise<Room & { version: number; revision: number }> {
    const room = await this.openRoom({ seats: BIG, options: { hostPlays: false } });
    const set = fullEvening();
    const rounds = set.programme?.filter(({ kind }) => kind === 'round').length ?? 0;
    const choice = { quizSetId: set.id, quizCount: ASKED * rounds, title: set.title, rounds };
    const command = bringQuizSet(set, choice, programmeOf(set, seeded(++this.made)));
    await this.change(room.roomId, (state) => command.decide(state, Date.now()).changes, set);
    const chosen = await this.state(room.roomId);
    await this.client.do(room.host, 'nextPhase', { version: chosen.phase.version });
    const { phase, programme } = await this.state(room.roomId);
    return { ...room, version: phase.version, revision: programme?.revision ?? 0 };
  }

  /**
   * A room of 2,000 people who write, each of whom has written something else, as long as may be. Its process has read
   * all of it, and what was written before it in other rooms, where its host has a cockpit.
   */
  async writingRoom({ hostPlays = false } = {}): Promise<Room> {
    const room = await this.openRoom({ seats: BIG, options: { hostPlays } });
    const { roomId, host } = room;
    const set = writtenSet();
    const command = bringQuizSet(set, { quizSetId: set.id, quizCount: 1, title: set.title });
    await this.change(roomId, (state) => command.decide(state, Date.now()).changes, set);
    await this.client.do(host, 'startGame', {});
    await this.client.do(host, 'skipPhase', {});
    const startTime = this.store.now() - WRITING_FOR_MS;
    await this.change(roomId, ({ phase }) => {
      if (phase.kind !== 'question') throw new Error(phase.kind);
      const clock = { ...phase.clock, startTime, endTime: startTime + WRITING_LASTS_MS };
      return [{ kind: 'phase', phase: { ...phase, version: phase.version + 1, clock } }];
    });
    const state = await this.state(roomId);
    const question = { key: writingKey(state) ?? '', startTime, pausedAt: null };
    const texts = [...state.seats.values()].map(({ slot, generation }) => {
      return { slot, generation, texts: [longAnswer(slot)] };
    });
    await this.store.share(roomId, { moves: [], texts, chats: [], question });
    let written = hostPlays ? texts.length : 0;
    while (written !== texts.length) {
      const heard = await this.client.heard<{ writtenGroups?: { written: number } }>(host);
      written = heard.writtenGroups?.written ?? 0;
    }
    return room;
  }

  /** Resolves when a phase of that kind has begun. */
  async reaches({ roomId }: Room, kind: RoomState['phase']['kind']): Promise<void> {
    await vi.waitFor(async () => {
      const read = await this.store.readFields(roomId, ['phase']);
      if (read?.phase.kind !== kind) throw new Error(`still in ${read?.phase.kind}`);
    }, PATIENT);
  }

  async state(roomId: string): Promise<RoomState> {
    const room = await this.store.readRoom(roomId);
    if (room === undefined) throw new Error('the room is gone');
    return room;
  }

  /** A game of the operator's; returns its id. */
  async keepGame(players: number, questions: number): Promise<string> {
    const id = `room-${++this.made}.1`;
    const people = Array.from({ length: players }, (_, slot) => {
      return { playerId: `p${slot}`, slot, name: longName(slot) };
    });
    const judged = judgedBy(
      people.map(({ playerId }) => playerId),
      questions,
    );
    const asked = judged.map(() => shownQuestion());
    const record = { ...aRecord(1), id, players: people, judged, asked };
    await this.place.database.transact((db) =>
      writeGame(db, record, OPERATOR, { days: 30, now: Date.now() }),
    );
    return id;
  }

  /** Somebody who came by an invitation, and the session of their browser. */
  async addHost(): Promise<{ id: string; cookie: string }> {
    const id = `account-${++this.made}`;
    const now = Date.now();
    const token = newToken();
    await this.place.database.transact(async (db) => {
      await db
        .insertInto('host')
        .values({
          id,
          role: 'host',
          name: longName(this.made),
          login: id,
          created_at: now,
          seen_at: now,
        })
        .execute();
      await db
        .insertInto('host_session')
        .values({
          token_hash: hashOf(token),
          host_id: id,
          created_at: now,
          seen_at: now,
          expires_at: now + 10 ** 9,
          agent: 'a'.repeat(200),
        })
        .execute();
    });
    return { id, cookie: this.by.cookie.replace(/=.*/, `=${token}`) };
  }

  private async signIn(): Promise<{ cookie: string }> {
    const response = await fetch(`${this.url}/api/desk/session`, {
      method: 'POST',
      headers: { origin: this.url, 'content-type': 'application/json' },
      body: JSON.stringify({ key: KEY }),
    });
    return { cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
  }

  private pages(): string {
    writePages(this.dir);
    for (const ending of ['', '.br', '.gz'])
      writeFileSync(join(this.dir, `assets/app.js${ending}`), randomBytes(1024 * 1024));
    writeFileSync(join(this.dir, 'icon.png'), randomBytes(256 * 1024));
    return this.dir;
  }

  private async seat(roomId: string, count: number): Promise<void> {
    await this.change(roomId, ({ slotCount, generation }) =>
      Array.from({ length: count }, (_, n): RoomChange => {
        const slot = slotCount + n;
        const seat: Seat = aSeat(slot, {
          identityId: `${roomId} ${slot}`,
          playerId: `p${slot}`,
          playerName: longName(slot),
          generation: generation + 1 + n,
          connectionId: `${roomId} ${slot}`,
          process: this.store.processId,
          joinedAt: Date.now(),
        });
        return { kind: 'seated', seat, address: `192.0.2.${slot % 256}` };
      }),
    );
  }

  private async endGame(roomId: string, questions: number): Promise<void> {
    await this.change(roomId, ({ seats, phase, settings, tally }) => {
      const players = [...seats.values()];
      const ids = players.map(({ playerId }) => playerId);
      const judged = judgedBy(ids, questions);
      const rules = rulesOf(settings);
      const asked = judged.map(() => shownQuestion());
      const results = resultsIn(standingsOf(judged, rules), players, rules);
      const { version } = phase;
      return [
        {
          kind: 'phase',
          phase: { kind: 'lobby', version: version + 1, results },
          tally: { game: tally.game + 2, marks: [] },
          rules,
        },
        { kind: 'phase', phase: { kind: 'lobby', version: version + 2, results, asked }, judged },
      ];
    });
  }

  /** As it is in the table, with as much text as is searched. */
  private aSet(owner: string, n: number) {
    const now = Date.now();
    return {
      id: `filled_${owner}_${n}`,
      owner_id: owner,
      title: `Kept ${n} ${hangul(30, n)}`,
      language: 'ko' as const,
      revision: 1,
      labels: JSON.stringify([0, 1, 2, 3, 4].map((label) => hangul(24, n * 5 + label))),
      question_count: 1,
      playable_count: 1,
      bytes: 60_000,
      created_at: now,
      updated_at: now - n,
      deleted_at: null,
      search_text: `${n} ${TEXT}`,
      questions: '[]',
    };
  }

  /** As much as the operator's account, and the server, may keep. */
  private async fill(): Promise<void> {
    const { database } = this.place;
    const now = Date.now();
    await database.transact(async (db) => {
      for (let n = 0; n < SETS - 20; n++)
        await db.insertInto('quiz_set').values(this.aSet(OPERATOR.hostId, n)).execute();
      for (let n = 0; n < PICTURES; n++) {
        const bytes = randomBytes(PICTURE_BYTES);
        const id = createHash('sha256').update(bytes).digest('hex');
        this.pictures.push(id);
        await db
          .insertInto('image')
          .values({
            id,
            media_type: 'image/webp',
            width: 100,
            height: 100,
            size: bytes.length,
            created_at: now,
            bytes_small: bytes.subarray(0, 20_000),
            bytes,
          })
          .execute();
        await db
          .insertInto('host_image')
          .values({ host_id: OPERATOR.hostId, image_id: id, added_at: now })
          .execute();
      }
    });
    const one = await this.keepGame(1, 1);
    await database.transact(async (db) => {
      const game = await db
        .selectFrom('game')
        .selectAll()
        .where('id', '=', one)
        .executeTakeFirstOrThrow();
      for (let n = 0; n < GAMES - 100; n++)
        await db
          .insertInto('game')
          .values({ ...game, id: `game-${n}`, room_title: hangul(40, n) })
          .execute();
      for (let n = 0; n < HOSTS; n++)
        await db
          .insertInto('host')
          .values({
            id: `listed-${n}`,
            role: 'host',
            name: longName(n),
            login: `listed-${n}`,
            created_at: now,
            seen_at: now,
          })
          .execute();
      for (let n = 0; n < 490; n++)
        await db
          .insertInto('invite')
          .values({
            token_hash: hashOf(newToken()),
            role: 'host',
            note: hangul(60, n),
            made_by: OPERATOR.hostId,
            resets: null,
            created_at: now,
            expires_at: now + 10 ** 9,
            used_at: null,
          })
          .execute();
      for (let n = 0; n < 45; n++)
        await db
          .insertInto('host_session')
          .values({
            token_hash: hashOf(newToken()),
            host_id: OPERATOR.hostId,
            created_at: now,
            seen_at: now - n,
            expires_at: now + 10 ** 9,
            agent: 'a'.repeat(200),
          })
          .execute();
    });
    this.filledAt = Date.now();
  }

  /** A full set of the operator's; with pictures, as far as there is room. */
  async keepSet(title: string, images: readonly string[] = []): Promise<{ id: string }> {
    await this.makeRoom();
    const set = fullDraft(title, images);
    while (Buffer.byteLength(JSON.stringify(set.questions)) > limits.QUIZ_FILE_MAX_BYTES - 1_000)
      set.questions.pop();
    return this.sets.create(OPERATOR, set);
  }

  /** For another set of the operator's. */
  async makeRoom(): Promise<void> {
    await this.database.run((db) =>
      db
        .deleteFrom('quiz_set')
        .where('owner_id', '=', OPERATOR.hostId)
        .where('title', 'not like', 'Kept%')
        .where('id', 'not in', (inner) =>
          inner
            .selectFrom('quiz_set')
            .select('id')
            .where('owner_id', '=', OPERATOR.hostId)
            .orderBy('created_at', 'desc')
            .limit(15),
        )
        .execute(),
    );
  }

  async makeRoomForInvites(): Promise<void> {
    await this.database.run((db) =>
      db.deleteFrom('invite').where('created_at', '>', this.filledAt).execute(),
    );
  }

  /** The token of an invitation. */
  async invite(): Promise<string> {
    await this.makeRoomForInvites();
    const token = newToken();
    await this.database.run((db) =>
      db
        .insertInto('invite')
        .values({
          token_hash: hashOf(token),
          role: 'host',
          note: '',
          made_by: OPERATOR.hostId,
          resets: null,
          created_at: Date.now(),
          expires_at: Date.now() + 10 ** 9,
          used_at: null,
        })
        .execute(),
    );
    return token;
  }

  /** The headers of a host's browser. */
  async asHost(): Promise<{ cookie: string }> {
    return { cookie: (await this.addHost()).cookie };
  }

  /** A host who keeps as many sets as may be. */
  async fullHost(): Promise<string> {
    const { id } = await this.addHost();
    await this.database.transact(async (db) => {
      for (let n = 0; n < 200; n++)
        await db.insertInto('quiz_set').values(this.aSet(id, n)).execute();
    });
    return id;
  }

  /** The id of the picture that the question of a room shows now. */
  async shownPicture(room: Room): Promise<string> {
    await this.goTo(room, 'question');
    const { phase } = await this.state(room.roomId);
    return (phase.kind === 'question' && phase.question.image?.id) || '';
  }

  /** Rooms and what is kept, as many things are asked about them. */
  async openRooms() {
    await this.crowdOfRooms();
    const big = await this.openRoom({ seats: BIG, played: QUESTIONS });
    const hall = await this.openRoom({
      seats: limits.MOST_IN_HALL - 20,
      options: { teams: 'choice', maxPlayerCount: limits.MOST_IN_HALL },
    });
    await this.talk(hall);
    await this.client.do(hall.host, 'updateModeration', { filterWords: true });
    const { id: withPictures } = await this.keepSet('Kept with pictures', this.pictures);
    // So that it has a version.
    const written = await this.sets.find(OPERATOR.hostId, withPictures);
    if (written !== undefined) await this.sets.save(OPERATOR, withPictures, 1, written);
    const playing = await this.openRoom({
      seats: BIG,
      options: { scoring: 'early', hostPlays: false },
    });
    await this.client.do(playing.host, 'updateRoomQuizset', {
      quizSetId: withPictures,
      quizCount: 200,
    });
    this.small = await this.openRoom({ seats: 1, options: { maxPlayerCount: 300 } });
    this.full = withPictures;
    const post = async (
      method: string,
      path: string,
      body: object,
    ): Promise<{ token: string; secret: string }> => {
      const {
        url,
        headers,
        body: bytes,
      } = this.request(
        method,
        path,
        { 'content-type': 'application/json', ...this.by },
        JSON.stringify(body),
      );
      const answer = await fetch(url, { method, headers, body: new Uint8Array(bytes ?? []) });
      return (await answer.json()) as { token: string; secret: string };
    };
    const { token } = await post('POST', `/api/desk/sets/${withPictures}/links`, {
      kind: 'copy',
      answers: true,
    });
    const links: string[] = [];
    for (let n = 0; n < 19; n++)
      links.push(
        hashOf(
          (
            await post('POST', `/api/desk/sets/${withPictures}/links`, {
              kind: 'look',
              answers: true,
            })
          ).token,
        ),
      );
    const id = await this.keepBigGame();
    const { secret } = await post('PUT', `/api/desk/results/${id}/link`, {
      names: true,
      questions: true,
    });
    return {
      big,
      hall,
      playing,
      full: { id: withPictures, token, links },
      game: { id, secret },
    };
  }

  async someSet(): Promise<string> {
    return this.full;
  }

  /** As many rooms as a server has, in the list of all. */
  private async crowdOfRooms(): Promise<void> {
    for (let n = 0; n < 900; n++) {
      const options = { ...someOptions({ title: hangul(40, n), isPublic: true }) };
      const room = await this.store.openRoom({
        pin: String(n).padStart(6, '0'),
        options,
        quizSet: { quizSetId: 'full', quizCount: 10, title: 'Full' },
        identityId: `opener ${n}`,
        address: `192.0.2.${n % 250}`,
        limits: { rooms: 10_000, perIdentity: 10_000, perAddress: 10_000 },
      });
      if (room !== undefined) await this.seat(room, 1);
    }
  }

  /** As much as a room keeps of what was said in it. */
  private async talk({ roomId }: Room): Promise<void> {
    const { seats } = await this.state(roomId);
    const [speaker] = [...seats.values()].slice(1);
    if (speaker === undefined) throw new Error('nobody is there');
    const { slot, generation } = speaker;
    const message = hangul(200, 1);
    for (let n = 0; n < limits.CHAT_KEPT; n += 25) {
      const chats = Array.from({ length: 25 }, () => ({
        slot,
        generation,
        message,
        original: message,
      }));
      await this.store.share(roomId, { moves: [], chats });
      await nextTurn();
    }
  }

  async incarnation({ roomId }: Room): Promise<string> {
    return (await this.store.snapshot(roomId))?.incarnation ?? '';
  }

  /** A seat for somebody who is to come. */
  async freeSeat({ roomId }: Room): Promise<void> {
    await this.change(roomId, ({ seats, settings }) => {
      const all = [...seats.values()];
      if (all.length < settings.maxPlayerCount) return [];
      const { slot, playerId, identityId } = all.findLast(({ connectionId }) =>
        connectionId?.startsWith(roomId),
      ) as Seat;
      const at = Date.now();
      return [{ kind: 'left', slot, playerId, identityId, reason: 'left', at, restsUntil: at }];
    });
  }

  /** Somebody who is there. */
  async connected({ roomId }: Room): Promise<string> {
    const { seats, hostId } = await this.state(roomId);
    const found = [...seats.values()].findLast(
      ({ connectionId, playerId }) =>
        connectionId?.startsWith(roomId) === false && playerId !== hostId,
    );
    return found?.playerId ?? '';
  }

  /** Somebody who has just gone. */
  async dropped({ roomId }: Room): Promise<string> {
    let gone = '';
    await this.change(roomId, ({ seats }) => {
      const seat = [...seats.values()].findLast(({ connectionId }) =>
        connectionId?.startsWith(roomId),
      ) as Seat;
      gone = seat.playerId;
      return [{ kind: 'dropped', slot: seat.slot, droppedAt: Date.now() }];
    });
    return gone;
  }

  /** Ends the game, of which much was judged; one is played first where none was. */
  async toEnd(room: Room): Promise<void> {
    const { phase } = await this.state(room.roomId);
    if (phase.kind === 'lobby' && phase.results !== null) return;
    if (phase.kind === 'lobby') await this.goTo(room, 'countdown');
    await this.client.do(room.host, 'endGame', {});
  }

  /** Goes to such a phase of a game of which much was judged; returns its version. */
  async goTo(room: Room, kind: 'countdown' | 'question' | 'reveal'): Promise<number> {
    const phase = async () => (await this.state(room.roomId)).phase;
    if ((await phase()).kind === 'lobby') {
      await this.client.do(room.host, 'startGame', {});
      await this.change(room.roomId, ({ seats, phase: current, game }) => {
        const ids = [...seats.values()].map(({ playerId }) => playerId);
        const judged = judgedBy(ids, QUESTIONS);
        const version = current.version + 1;
        // They were asked before those that come, as what came of them is remembered.
        const asked = judged.map(() => ({ shown: shownQuestion() }));
        return [
          {
            kind: 'phase',
            phase: { ...current, version },
            judged,
            ...(game && { game: { ...game, asked } }),
          },
        ];
      });
    }
    if ((await phase()).kind === kind && kind === 'countdown') return (await phase()).version;
    do await this.client.do(room.host, 'skipPhase', {});
    while ((await phase()).kind !== kind);
    return (await phase()).version;
  }

  /** The game of which reports are made. */
  keepBigGame(): Promise<string> {
    return this.keepGame(BIG, QUESTIONS);
  }
}
