/** What each attack that is dear to the server prepares, and what an attacker then does over and over. */

import { crc32, deflateSync, deflateRawSync } from 'node:zlib';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  codeOf,
  readAnswer,
  Visitor,
  keptGame,
  openRoom,
  play,
  type AttackRoom,
  type Member,
  type Seat,
} from './visitor.js';
import { limits, type KeptSetSummary } from '../../src/protocol/index.js';
import type { DearKind } from './floods.js';

const SIZE = 32;
/** As many chunks as a picture may have and still be read (R10.9), or nearly. */
const MOST_CHUNKS = 9_900;

/** A small grey picture, another one for each `n`, with so many chunks that say nothing. */
export function png(n: number, chunks = 0): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // Eight bits of grey.
  header.writeUInt8(8, 8);
  const rows = Buffer.alloc((SIZE + 1) * SIZE, 0);
  for (let i = 0; i < SIZE; i++) rows[i * (SIZE + 1) + 1] = (n + i) % 256;
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const empty = chunk('tEXt', Buffer.alloc(0));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...Array<Buffer>(chunks).fill(empty),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function choppedPng(n: number): Buffer {
  return png(n, MOST_CHUNKS);
}

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, sum]);
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A small workbook whose formats take long to read: so many brackets in one, and so many cells that use it. */
function styledWorkbook(brackets = 12_000, cells = 600): Buffer {
  const formats = `<numFmts count="1"><numFmt numFmtId="200" formatCode="${'['.repeat(brackets)}"/></numFmts>`;
  const uses = '<xf numFmtId="200"/>'.repeat(cells);
  return archiveOf({
    'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${XML}<styleSheet ${MAIN}>${formats}<cellXfs>${uses}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet ${MAIN}><sheetData><row r="1"><c r="A1" s="1"><v>1</v></c></row></sheetData></worksheet>`,
  });
}

/** A ZIP archive of a few texts. */
function archiveOf(parts: Record<string, string>): Buffer {
  const chunks: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(bytes.length, 18);
    about.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04', 'latin1'),
      about,
      Buffer.from(name),
      packed,
    ]);
    const head = Buffer.from('PK\x01\x02\x14\x00', 'latin1');
    entries.push(Buffer.concat([head, about, place, Buffer.from(name)]));
    chunks.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...chunks, directory, end]);
}

const TICK_MS = 250;
/** A body that takes longer than an attack, and is none that is refused for its size: a quiz file may have 256 kB. */
const BYTES = 250_000;

/** Sends a body at so many bytes a second; resolves with the answer's code, or `CLOSED`. */
function uploadSlowly(
  { target, address, cookie }: Visitor,
  path: string,
  bytesPerS: number,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve) => {
    const headers = { origin: target, cookie, 'content-length': BYTES };
    const sent = request(`${target}${path}`, { method: 'POST', localAddress: address, headers });
    const some = 'x'.repeat((bytesPerS * TICK_MS) / 1000);
    const timer = setInterval(() => sent.write(some), TICK_MS);
    const leave = (): void => void sent.destroy();
    const end = (code: string): void => {
      clearInterval(timer);
      signal.removeEventListener('abort', leave);
      sent.destroy();
      resolve(code);
    };
    signal.addEventListener('abort', leave);
    sent.on('error', () => end('CLOSED'));
    sent.on('response', (response) => {
      readAnswer(response).then(
        (answer) => end(codeOf(answer)),
        () => end('CLOSED'),
      );
    });
    sent.flushHeaders();
  });
}

/** Attackers who come from the same addresses; each has an identity of their own. */
export type Party = readonly Visitor[];

/** What the `n`-th of a party does once; resolves with the answer in short, `200` or `RATE_LIMITED`. */
export type Act = (party: Party, n: number, signal: AbortSignal) => Promise<string>;

interface Field {
  parties: readonly Party[];
  /** Somebody who prepares, and is held to no limit that the attackers have used up. */
  helper: Visitor;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const SHEET = { 'content-type': limits.SHEET_TYPE };
/** Of the games whose results are asked for. */
const QUESTIONS = 3;
/** So that a limit of commands is not all that is met. */
const COMMAND_MS = 20;
/** Between two rulings, as an address may change something twice a second. */
const RULING_MS = 500;
/** As much as may be looked for in a set, and the longest word that is not in it. */
const TEXT = 'a'.repeat(1_900);
const WORD = `${'a'.repeat(31)}b`;
const SEARCH = encodeURIComponent([WORD, WORD, WORD].join(' '));
/** More than an address may have of rooms that are big. */
const BIG_ROOM = limits.MOST_IN_HALL + 100;
/** Messages that somebody may say at once, and those of a player before they wait (R10.2). */
const SAID_AT_ONCE = 10;
const MESSAGE = '하'.repeat(190);
/** NFKC makes 18 characters of one: as many of them as a name may have units before it is folded. */
const PHRASE = '\uFDFA';
const GROWING_NAME = PHRASE.repeat(3 * limits.NAME_MAX_UNITS);
/** As many as a command has room for. */
const GROWING_NAMES = Array.from({ length: 26 }, () => GROWING_NAME);
/** Names that may stand, of letters with three marks each. */
const MARKED = 'a\u0301\u0316\u0317b\u0301\u0316\u0317';
const MARKED_NAMES = Array.from({ length: 400 }, (_, n) => `${MARKED} ${n}`);
/** As many characters as a message may have. */
const MOST_PHRASES = limits.CHAT_BOUNDS.maxUnits / 18;
/** Marks are sorted in a time that grows with the square of their number. */
const PILE = `a${'\u0316\u0301'.repeat((limits.DRAFT_TEXT_MAX_UNITS - 2) / 2)}`;
/** Slower than a body may come, and just as fast as it has to. */
const TRICKLES = [80, 20_000];

/** Commands of a host of which everybody in the room is told, as they come round. */
type ToldToAll = [Parameters<Seat['ask']>[0], object];
const TOLD_TO_ALL: readonly ToldToAll[] = [
  ['lockRoom', { locked: true }],
  ['updateRoomOption', { map: 'maze' }],
  ['updateRoomOption', { theme: 'night' }],
  ['lockRoom', { locked: false }],
  ['updateRoomOption', { map: 'yard' }],
  ['updateRoomOption', { theme: 'yard' }],
  ['startGame', {}],
  ['endGame', {}],
];
/** Sockets of the attackers' own that only hear, of so many addresses: ten of one are seated in a second (R1.8). */
const HEARERS = 40;
const HEARER_ADDRESSES = 20;
const HEARERS_AT = 220;

type Preparation = (field: Field) => Promise<Act> | Act;

const PREPARATIONS: Record<Exclude<DearKind, 'newcomers'>, Preparation> = {
  async 'workbook styles'({ parties }) {
    const file = styledWorkbook();
    const rooms = await roomOfEach(parties.flat());
    return (party, n) =>
      post(one(party, n), `/api/rooms/${rooms.get(one(party, n))}/quiz-set`, file);
  },

  'shared bodies'() {
    const body = JSON.stringify({ token: 'x', more: Array.from({ length: 60_000 }, () => [{}]) });
    const routes = ['shared', 'shared/images/x', 'shared/copy'];
    return (party, n) => {
      const route = routes[n % routes.length] ?? '';
      return post(one(party, n), `/api/desk/${route}`, body, SHEET);
    };
  },

  async 'result files'({ parties, helper }) {
    const { room, coHosts } = await playedWithCoHosts(helper, parties);
    const [owner] = room.members;
    let times = 0;
    return (party, n) => {
      // What was made is kept until a ruling changes, so one of them rules all the time.
      if (n === 0) return rule(owner?.seat ?? room.host, times++);
      const mine = party.filter((visitor) => coHosts.has(visitor));
      const kind = n % 2 === 0 ? 'csv' : 'xlsx';
      const language = n % 3 === 0 ? 'ko' : 'en';
      const path = `/api/rooms/${room.pin}/results/file?format=${kind}&lang=${language}`;
      return get(one(mine, n), path);
    };
  },

  async reports({ parties, helper }) {
    const room = await openRoom(helper, parties.flat());
    await play(room, QUESTIONS);
    const id = await keptGame(helper);
    const link = { names: true, questions: true };
    const path = `/api/desk/results/${id}`;
    const { secret } = await helper.json<{ secret: string }>('PUT', `${path}/link`, link);
    const body = JSON.stringify({ secret });
    let times = 0;
    return async (party, n) => {
      if (n > 0) return post(one(party, n), '/api/desk/report', body, JSON_TYPE);
      await sleep(RULING_MS);
      const ruling = JSON.stringify({ isVoid: times++ % 2 === 0, rights: null });
      return codeOf(await helper.ask('PUT', `${path}/questions/0.0.0`, ruling, JSON_TYPE));
    };
  },

  async door({ parties, helper }) {
    const { pin } = await openRoom(helper, parties.flat());
    return (party, n) => get(one(party, n), `/api/rooms/${pin}/door`);
  },

  async 'picture ids'({ helper }) {
    const room = await openRoom(helper);
    const quizSetId = await bringLongQuiz(room);
    await room.host.do('updateRoomQuizset', {
      quizSetId,
      quizCount: limits.QUIZ_FILE_MAX_QUESTIONS,
    });
    await room.host.do('startGame', {});
    await room.host.until('question');
    let times = 0;
    return (party, n) => {
      const id = (++times).toString(16).padStart(32, '0');
      return get(one(party, n), `/api/rooms/${room.pin}/pictures/${id}`);
    };
  },

  'guest saves'() {
    const kept = new Map<Visitor, KeptSetSummary>();
    return async (party, n) => {
      const who = one(party, n);
      const set = kept.get(who);
      const text = JSON.stringify(longDraft(n));
      const answer =
        set === undefined
          ? await who.ask('POST', '/api/desk/drafts', text, JSON_TYPE)
          : await who.ask('PUT', `/api/desk/sets/${set.id}`, text, {
              ...JSON_TYPE,
              'if-match': `"${set.revision}"`,
            });
      if (answer.status < 300) kept.set(who, JSON.parse(String(answer.body)) as KeptSetSummary);
      return codeOf(answer);
    };
  },

  async whoAre({ parties, helper }) {
    const wish = { maxPlayerCount: BIG_ROOM, format: 'compact2' } as const;
    const { members } = await openRoom(helper, parties.flat(), wish);
    const seats = seatsOf(members);
    const slots = Array.from({ length: limits.WHO_MOST }, (_, slot) => slot);
    return async (party, n) => {
      const answer = await told(seats.get(one(party, n)), 'whoAre', { slots });
      await sleep(COMMAND_MS);
      return answer;
    };
  },

  async 'chat history'({ parties, helper }) {
    const room = await openRoom(helper, parties.flat());
    await talk(room.members);
    const { incarnation } = room.host;
    const auth = { lastChatId: 1, lastChatAudience: 'living' } as const;
    const cursor = {
      ...auth,
      ...(incarnation !== undefined && { lastChatIncarnation: incarnation }),
    };
    return async (party, n) => {
      const seat = await one(party, n).connect(cursor);
      try {
        return await told(seat, 'joinRoom', { gameId: room.pin });
      } finally {
        seat.close();
      }
    };
  },

  async corrections({ parties, helper }) {
    const { room, coHosts } = await playedWithCoHosts(helper, parties);
    const seats = seatsOf(room.members);
    let times = 0;
    return async (party, n) => {
      const mine = party.filter((visitor) => coHosts.has(visitor));
      return rule(seats.get(one(mine, n)) ?? room.host, times++);
    };
  },

  async 'slow uploads'({ parties }) {
    const rooms = await roomOfEach(parties.flat());
    return (party, n, signal) => {
      const who = one(party, n);
      const paths = [
        '/api/desk/images',
        '/api/desk/archive',
        `/api/rooms/${rooms.get(who)}/quiz-set`,
      ];
      const path = paths[n % paths.length] ?? '';
      return uploadSlowly(who, path, TRICKLES[n % TRICKLES.length] ?? 0, signal);
    };
  },

  async searches({ parties }) {
    // All at once they would wait for each other for longer than a proxy does.
    for (const who of parties.flat()) await who.json('POST', '/api/desk/drafts', longDraft(0));
    return (party, n) => get(one(party, n), `/api/desk/sets?search=${SEARCH}`);
  },

  'sign-ins'() {
    let times = 0;
    return (party, n) => {
      const body = JSON.stringify({ name: `host${times++}`, password: 'not the right one' });
      return post(one(party, n), '/api/desk/session', body, JSON_TYPE);
    };
  },

  'chopped pictures'() {
    let times = 0;
    return (party, n) => post(one(party, n), '/api/desk/images', choppedPng(times++));
  },

  rooms() {
    return async (party, n) => {
      const seat = await one(party, n).connect({}, true);
      try {
        return await told(seat, 'createRoom', { title: 'Attack' });
      } finally {
        seat.close();
      }
    };
  },

  async 'joins by growing names'({ parties }) {
    return commandOfEach(parties, 'joinRoom', { gameId: '000000', playerName: GROWING_NAME });
  },

  async 'lists of strangers'({ parties }) {
    return commandOfEach(parties, 'updateNameList', { names: GROWING_NAMES });
  },

  async 'lists of hosts'({ parties }) {
    const seats = new Map<Visitor, Seat>();
    for (const who of parties.flat()) seats.set(who, (await openRoom(who)).host);
    let times = 0;
    return async (party, n) => {
      const names = times++ % 2 === 0 ? GROWING_NAMES : MARKED_NAMES;
      const answer = await told(seats.get(one(party, n)), 'updateNameList', { names });
      await sleep(COMMAND_MS);
      return answer;
    };
  },

  'rooms by growing names'() {
    const query = { 'create-room': `title=Attack;playerName=${GROWING_NAME}` };
    return async (party, n) => {
      const seat = await one(party, n).connect({}, true, query);
      const code = await seat.refusal();
      seat.close();
      return code;
    };
  },

  'accounts by growing names'() {
    const name = PHRASE.repeat(limits.NAME_MAX_UNITS);
    const signIn = JSON.stringify({ name, password: 'not the right one' });
    const use = JSON.stringify({ token: 'a'.repeat(43), name, password: 'not the right one' });
    return (party, n) =>
      n % 2 === 0
        ? post(one(party, n), '/api/desk/session', signIn, JSON_TYPE)
        : post(one(party, n), '/api/desk/invite/use', use, JSON_TYPE);
  },

  async 'growing chat'({ parties, helper }) {
    const room = await openRoom(helper, parties.flat());
    await room.host.do('updateModeration', { filterWords: true });
    const seats = seatsOf(room.members);
    const message = PHRASE.repeat(MOST_PHRASES);
    return async (party, n) => {
      const answer = await told(seats.get(one(party, n)), 'chatMessage', { message });
      await sleep(COMMAND_MS);
      return answer;
    };
  },

  'growing answers'() {
    const text = PHRASE.repeat(limits.ANSWER_BOUNDS.maxGraphemes / 2);
    const texts = Array.from({ length: limits.MAX_SPELLINGS }, () => text);
    const body = JSON.stringify({ texts });
    return (party, n) => post(one(party, n), '/api/desk/masked', body, JSON_TYPE);
  },

  'piled drafts'() {
    const draft = JSON.stringify(piledDraft());
    return (party, n) => post(one(party, n), '/api/desk/drafts', draft, JSON_TYPE);
  },

  colours() {
    let times = 0;
    return (party, n) => {
      const main = (0x0a5c36 + 7 * times++).toString(16).padStart(6, '0');
      return get(one(party, n), `/api/looks/colours/${main}-1b3f8b`);
    };
  },

  'wrong PINs'() {
    let times = 0;
    return async (party, n) => {
      const part = (++times).toString(16);
      // Each from another /64 of one /48.
      const headers = { 'x-forwarded-for': `2001:db8:1:${part.slice(-4)}::1` };
      const pin = String(times % 1_000_000).padStart(6, '0');
      return codeOf(await one(party, n).ask('GET', `/api/rooms/${pin}/door`, undefined, headers));
    };
  },

  async 'told to all'({ parties, helper }) {
    const hosts = new Map<Party, Seat[]>();
    for (const [at, party] of parties.entries()) hosts.set(party, await ownHall(party, helper, at));
    let times = 0;
    return async (party, n) => {
      const seats = hosts.get(party) ?? [];
      const seat = seats[n % seats.length];
      const [name, payload] = TOLD_TO_ALL[times++ % TOLD_TO_ALL.length] as ToldToAll;
      const version = seat?.phase?.version ?? 0;
      const answer = await told(seat, name, name === 'endGame' ? { version } : payload);
      await sleep(COMMAND_MS);
      return answer;
    };
  },
};

export function prepare(kind: Exclude<DearKind, 'newcomers'>, field: Field): Promise<Act> {
  return Promise.resolve(PREPARATIONS[kind](field));
}

function one(party: Party, n: number): Visitor {
  const found = party[n % party.length];
  if (found === undefined) throw new Error('nobody attacks');
  return found;
}

async function get(who: Visitor, path: string): Promise<string> {
  return codeOf(await who.ask('GET', path));
}

async function post(
  who: Visitor,
  path: string,
  body: string | Buffer,
  headers?: Record<string, string>,
): Promise<string> {
  return codeOf(await who.ask('POST', path, body, headers));
}

async function told(
  seat: Seat | undefined,
  ...[name, payload]: Parameters<Seat['ask']>
): Promise<string> {
  const answer = await seat?.ask(name, payload);
  if (answer === undefined) return 'no seat';
  return answer.ok ? 'ok' : answer.error.code;
}

/** Voids a question of the last game, or takes that back. */
async function rule(seat: Seat, times: number): Promise<string> {
  const version = seat.phase?.version ?? 0;
  const isVoid = times % 2 === 0;
  const answer = await told(seat, 'correctQuestion', {
    version,
    question: 0,
    isVoid,
    rights: null,
  });
  await sleep(2 * COMMAND_MS);
  return answer;
}

function seatsOf(members: readonly Member[]): Map<Visitor, Seat> {
  return new Map(members.map(({ visitor, seat }) => [visitor, seat]));
}

/** A room of each, by who opened it. */
async function roomOfEach(visitors: Party): Promise<Map<Visitor, string>> {
  const rooms = await Promise.all(visitors.map((visitor) => openRoom(visitor)));
  return new Map(rooms.map(({ owner, pin }) => [owner, pin]));
}

/** A room in which a game was played, and as many of each party as may be co-hosts. */
async function playedWithCoHosts(
  owner: Visitor,
  parties: readonly Party[],
): Promise<{ room: AttackRoom; coHosts: ReadonlySet<Visitor> }> {
  const room = await openRoom(owner, parties.flat());
  const ofEach = Math.floor(limits.MAX_CO_HOSTS / parties.length);
  const coHosts = new Set(parties.flatMap((party) => party.slice(0, ofEach)));
  for (const { visitor, playerId } of room.members)
    if (coHosts.has(visitor)) await room.host.do('setCoHost', { playerId, isCoHost: true });
  await play(room, QUESTIONS);
  return { room, coHosts };
}

/** A room of a party's own, full of sockets that only hear; resolves with the seats of those who may run it. */
async function ownHall(party: Party, helper: Visitor, at: number): Promise<Seat[]> {
  const [owner, ...others] = party;
  if (owner === undefined) throw new Error('nobody attacks');
  const hearers: Visitor[] = [];
  const network = helper.address.split('.').slice(0, 2).join('.');
  for (let n = 0; n < HEARERS; n++) {
    const address = `${network}.${HEARERS_AT + at}.${1 + (n % HEARER_ADDRESSES)}`;
    hearers.push(await new Visitor(helper.target, address).arrive());
  }
  const coHosts = others.slice(0, limits.MAX_CO_HOSTS);
  const room = await openRoom(owner, [...coHosts, ...hearers]);
  for (const { visitor, playerId } of room.members)
    if (coHosts.includes(visitor)) await room.host.do('setCoHost', { playerId, isCoHost: true });
  const seats = seatsOf(room.members);
  return [room.host, ...coHosts.flatMap((one) => seats.get(one) ?? [])];
}

/** As much as a room keeps, as fast as it takes it. */
async function talk(members: readonly Member[]): Promise<void> {
  await Promise.all(
    members.map(async ({ seat }) => {
      for (let said = 0; said < SAID_AT_ONCE; said++) {
        await seat.ask('chatMessage', { message: MESSAGE });
        await sleep((members.length * 1_000) / limits.HALL_CHATS_PER_S);
      }
    }),
  );
}

/** A quiz of as many bytes as a file may have. */
async function bringLongQuiz({ owner, pin }: AttackRoom): Promise<string> {
  const questions = Array.from({ length: limits.QUIZ_FILE_MAX_QUESTIONS }, (_, n) => ({
    quiz: `${n} ${'q'.repeat(280)}`,
    choices: Array.from({ length: limits.MAX_CHOICES }, (_, i) => `${i} ${'c'.repeat(70)}`),
    answer: 1,
    limitTime: limits.MAX_LIMIT_S,
  }));
  const path = `/api/rooms/${pin}/quiz-set`;
  const quiz = { title: 'Long', language: 'en', questions };
  const { quizSetId } = await owner.json<{ quizSetId: string }>('POST', path, quiz);
  return quizSetId;
}

/** Each attacker gives a command over and over, and has no room. */
async function commandOfEach(
  parties: readonly Party[],
  ...[name, payload]: Parameters<Seat['ask']>
): Promise<Act> {
  const seats = new Map<Visitor, Seat>();
  for (const who of parties.flat()) seats.set(who, await who.connect({}, true));
  return async (party, n) => {
    const answer = await told(seats.get(one(party, n)), name, payload);
    await sleep(COMMAND_MS);
    return answer;
  };
}

/** As many texts as a draft has room for, of a question whose picture is described. */
function piledDraft(): object {
  const image = { id: '0'.repeat(64), alt: PILE };
  const one = { kind: 'typed', limitTime: 10, points: 1, image };
  const texts = Array.from({ length: 2 * limits.MAX_SPELLINGS }, () => PILE);
  const questions = [
    { ...one, id: 'q0', quiz: PILE, accepted: texts },
    { ...one, id: 'q1', quiz: PILE, accepted: texts.slice(0, 20) },
  ];
  return { title: 'Piles', language: 'en', labels: [], questions };
}

function longDraft(n: number): object {
  const questions = Array.from({ length: 40 }, (_, i) => ({
    id: `q${i}`,
    kind: 'choice',
    quiz: TEXT,
    choices: ['a', 'b'],
    answers: [1],
    limitTime: 10,
    points: 1,
  }));
  return { title: `Long ${n}`, language: 'en', labels: [], questions };
}
