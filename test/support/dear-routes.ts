/** The dearest that may be sent by each route: what is allowed, and what somebody hostile makes. */
import { randomBytes } from 'node:crypto';
import { hostileFiles, legalFiles } from './quiz-files.js';
import { limits } from '../../src/protocol/index.js';
import { OPERATOR } from '../../src/server/desk/accounts/accounts.js';
import { Looks } from '../../src/server/desk/looks/looks.js';
import { setFileOf } from '../../src/server/desk/sets/set-file.js';
import { packed, workbookOf, workbookXml, zipOf } from '../quiz/workbook.js';
import { kahootRows } from '../quiz/templates.js';
import type { Table, Work } from './dear-client.js';
import { fullDraft, ticketBody, type DearWorld, type Room } from './dear-world.js';
import { DEAR_TEXTS, payloadsOf } from './dear-texts.js';
import { photo } from './images.js';
import { bodySchemas } from './routes.js';

/** What several routes are asked about. */
export interface DearThings {
  /** Of 2,000 players, whose last game had 20 questions. */
  big: Room;
  /** A hall with a question that has a picture open. */
  playing: Room;
  /** The id of a full set with pictures, and the token of a link to copy it. */
  full: { id: string; token: string; links: string[] };
  /** The id of a kept game of 2,000 players, and the secret of its public link. */
  game: { id: string; secret: string };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const SHEET = { 'content-type': limits.SHEET_TYPE };

/** As many as a header may have: `node` reads 16 kB of them. */
const COOKIES = 'a=b; '.repeat(2_000);
const LANGUAGES = 'ko-KR;q=0.1,'.repeat(120);
const QUERY = '?' + 'a[]=1&'.repeat(150);
const LONG = 'x'.repeat(1_000);

const PAIR = ['#0a5c36', '#1b3f8b'] as const;
const COLOURS = JSON.stringify({ colours: PAIR });

/** A body of 1 kB at most that takes as long to read as may be. */
const NESTED = `${'['.repeat(500)}${']'.repeat(500)}`;
const TOO_LARGE = Buffer.alloc(1024 * 1024, '[');

/** As many answers as may be asked about. */
const answers = (text: string): string =>
  JSON.stringify({ texts: Array.from({ length: limits.MAX_SPELLINGS }, () => text) });

/** NFKC makes 18 characters of it. */
const PHRASE = '\uFDFA';
/** As long as a text of a draft may be; to sort marks takes a time that grows with the square of their number. */
const MARKS = `a${'\u0316\u0301'.repeat(limits.DRAFT_TEXT_MAX_UNITS / 2 - 1)}`;

/** A set with this text in so many questions. */
const draftOf = (text: string, count: number): string =>
  JSON.stringify({
    title: 'Dear',
    language: 'en',
    labels: [],
    questions: Array.from({ length: count }, (_, n) => {
      const one = { id: `q${n}`, kind: 'typed', quiz: text, accepted: ['a'] };
      return { ...one, limitTime: 20, points: 1 };
    }),
  });

/** A list of tickets whose last name is this. */
const entriesOf = (name: string): string =>
  JSON.stringify({
    title: 'T',
    entries: [...Array.from({ length: 2_000 }, (_, n) => [`${MARKED_NAME}${n}`]), [name]],
  });

/** One that may stand, and is dear to clean. */
const MARKED_NAME = 'a\u0301\u0316\u0317b\u0301\u0316\u0317';

const fileNamed = (name: string) =>
  [...legalFiles, ...hostileFiles].find((file) => file.name === name)!;

/** A JPEG of nearly as many bytes as a picture may have. */
async function fullPicture(): Promise<Buffer> {
  let side = 2_600;
  for (;;) {
    const file = await photo(side, side).jpeg({ quality: 95 }).toBuffer();
    if (file.length <= limits.IMAGE_FILE_MAX_BYTES) return file;
    side -= 200;
  }
}

/** A PNG of empty chunks, as large as a picture may be. */
function chunkedPng(): Buffer {
  const chunk = Buffer.from('\0\0\0\0tEXt\0\0\0\0', 'latin1');
  const head = Buffer.from(
    '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0....',
    'latin1',
  );
  const room = limits.IMAGE_FILE_MAX_BYTES - head.length;
  return Buffer.concat([head, Buffer.alloc(Math.floor(room / 12) * 12, chunk)]);
}

const sheetRow = (n: number): (string | number)[] => {
  const { quiz, choices = [] } = fullDraft('').questions[n]!;
  return [quiz, ...choices.slice(0, 4), 20, 1];
};

/** As many parts and bytes as an archive may have, of which the server needs the first. */
async function fullArchive(parts: number, rest: Buffer): Promise<Buffer> {
  const { chunks } = setFileOf(fullDraft('Archive'), [], async () => undefined);
  const texts: Uint8Array[] = [];
  for await (const chunk of chunks) texts.push(chunk);
  const each = Math.floor(rest.length / parts);
  return zipOf([
    { name: 'set.json', bytes: Buffer.concat(texts), isStored: true },
    ...Array.from({ length: parts }, (_, n) => {
      const bytes = rest.subarray(n * each, (n + 1) * each);
      return { name: `${n}${'/a'.repeat(120)}`, bytes, isStored: true };
    }),
  ]);
}

/** As many UTF-16 units of what is dear as a small body has room for, three bytes each, in all of its fields. */
const SMALL_BODY_UNITS = 280;
/** Said of a text that cannot be folded, or of what is none that is kept. */
const REFUSED = ['400 BAD_REQUEST', '403 FORBIDDEN', '404 NOT_FOUND', '404 GAME_NOT_FOUND'];

export async function dearRoutes(w: DearWorld, things: DearThings): Promise<Table> {
  const table = await ownRoutes(w, things);
  // Each with the texts of a small body as what is dear to fold.
  for (const [route, schema] of bodySchemas(w.routes.nest))
    for (const [kind, make] of Object.entries(DEAR_TEXTS)) {
      const fields = payloadsOf(schema, 'x', 1).length;
      const text = make(Math.floor(SMALL_BODY_UNITS / Math.max(1, fields)));
      const body = Object.assign({}, ...payloadsOf(schema, text, 1)) as object;
      const [method = '', path = ''] = route.split(' ');
      const entry = table[route];
      if (entry === undefined || kind in entry || Object.keys(body).length === 0) continue;
      const url = path
        .replace(':pin', things.big.pin)
        .replace(':name', '3.0.0')
        .replace(/:\w+/g, 'none');
      const headers = { ...JSON_TYPE, ...w.by };
      entry[kind] = () => {
        return { sent: w.request(method, url, headers, JSON.stringify(body)), expects: REFUSED };
      };
    }
  return table;
}

async function ownRoutes(w: DearWorld, { big, playing, full, game }: DearThings): Promise<Table> {
  const hostileBy = {
    cookie: `${COOKIES}${w.by.cookie}`,
    'accept-language': LANGUAGES,
    'accept-encoding': 'gzip;q=0.1,'.repeat(60),
  };
  const picture = await fullPicture();
  const png = chunkedPng();
  const logo = await photo(420, 420).jpeg({ quality: 95 }).toBuffer();
  const workbook = workbookOf(kahootRows(Array.from({ length: 200 }, (_, n) => sheetRow(n))));
  const styles = packed({
    ...workbookXml([
      ['question', 'answer', 'choice1', 'choice2'],
      ['Q?', 1, 'a', 'b'],
    ]),
    'xl/styles.xml': `<styleSheet><numFmt numFmtId="164" formatCode="${'['.repeat(255)}"/><cellXfs>${'<xf numFmtId="164"/>'.repeat(95_000)}</cellXfs></styleSheet>`,
  });
  const csv = Buffer.from(fileNamed('CSV of 200 long questions').bytes);
  const marks = Buffer.from(fileNamed('choices and answers of marks').bytes);
  const lists = Buffer.from(fileNamed('objects in objects, each of another kind').bytes);
  const draft = Buffer.from(JSON.stringify(fullDraft('Saved')));
  const archive = await fullArchive(1_400, randomBytes(60_000_000));
  const tickets = await w.keepTickets(limits.TICKETS_MOST);
  /** As much structure as a list may have bytes. */
  const arrays = Buffer.from(
    `{"title":"T","entries":[${Array.from({ length: 100_000 }, () => '[[]]').join(',')}]}`,
  );
  const junk = randomBytes(limits.SET_ARCHIVE_MAX_BYTES);

  const get = (path: string, expects = '200', headers: Record<string, string> = w.by): Work => {
    return { sent: w.request('GET', path, headers), expects };
  };
  /** With headers as long as they may be. */
  const crowded = (
    path: string,
    expects = '200',
    headers: Record<string, string> = hostileBy,
  ): Work => {
    return { sent: w.request('GET', path + QUERY, headers), expects };
  };
  const page = (path: string, hostile = path, expects = '200'): Table[string] => {
    return { legal: () => get(path), hostile: () => crowded(hostile, expects) };
  };
  const send = (
    method: string,
    path: string,
    body: Buffer | string | undefined,
    expects: Work['expects'],
    headers: Record<string, string> = { ...JSON_TYPE, ...w.by },
  ): Work => ({ sent: w.request(method, path, headers, body), expects });
  const crowdedSend = (
    method: string,
    path: string,
    body: Buffer | string | undefined,
    expects: string,
  ) => send(method, path + QUERY, body, expects, { ...JSON_TYPE, ...hostileBy });
  const bearer = { ...hostileBy, ...big.bearer };
  /** For an account that has deleted them. */
  const chooseColours = async (): Promise<void> => {
    await new Looks(w.database).setColours(OPERATOR, PAIR);
  };
  const newSet = async (): Promise<string> => (await w.keepSet(`New ${Math.random()}`)).id;
  const lastSet = { id: '', revision: 1 };
  const deleted = async (): Promise<string> => {
    const id = await newSet();
    await w.sets.remove('operator', id);
    return id;
  };
  const secret = JSON.stringify({ secret: game.secret });
  const token = JSON.stringify({ token: full.token });
  const pages = [
    '/',
    '/index.html',
    '/desk',
    '/desk/share',
    '/desk/stage',
    '/desk/tickets',
    '/desk/results',
    '/report',
  ];

  /** Behind a proxy, as this server is, there is none; elsewhere only the operator, at the machine, gets further. */
  const startPage = (method: 'GET' | 'POST', path: string): Table => ({
    [`${method} ${path}`]: {
      legal: () => send(method, path, method === 'GET' ? undefined : '{}', '404 NOT_FOUND'),
      hostile: () =>
        crowdedSend(method, path, method === 'GET' ? undefined : NESTED, '404 NOT_FOUND'),
    },
  });

  return {
    ...startPage('GET', '/start'),
    ...startPage('GET', '/api/start'),
    ...startPage('POST', '/api/start/session'),
    ...startPage('POST', '/api/start/desk'),
    ...startPage('POST', '/api/start/address'),
    ...startPage('POST', '/api/start/stop'),
    ...Object.fromEntries(pages.map((path) => [`GET ${path}`, page(path)])),
    'GET /join/:pin': page(`/join/${big.pin}`, `/join/${LONG}`),
    'GET /screen/:pin': page(`/screen/${big.pin}`, `/screen/${LONG}`),
    'GET /host/:pin': page(`/host/${big.pin}`, `/host/${LONG}`),
    'GET /desk/set/:id': page(`/desk/set/${full.id}`, `/desk/set/${LONG}`),
    'GET /desk/ready/:id': page('/desk/ready/full', `/desk/ready/${LONG}`),
    'GET /desk/results/:id': page(`/desk/results/${game.id}`, `/desk/results/${LONG}`),
    'GET /^\\/(\\d{6})\\/?$/': {
      legal: () => get(`/${big.pin}`, '302'),
      hostile: () => crowded('/123456/', '302'),
    },
    'GET /assets/:name': {
      legal: () => get('/assets/app.js'),
      hostile: () => crowded(`/assets/${'%2e%2e%2f'.repeat(100)}x`, '403 BAD_REQUEST'),
    },
    'GET /:name': {
      legal: () => get('/icon.png'),
      hostile: () => crowded(`/${LONG}`, '404 NOT_FOUND'),
    },
    'GET /health/live': page('/health/live'),
    'GET /health/ready': page('/health/ready'),
    'GET /api/info': page('/api/info'),
    'GET /metrics': page('/metrics'),
    'GET /status.json': page('/status.json'),
    'GET /api/rooms': page('/api/rooms'),
    'GET /api/rooms/:pin/door': {
      legal: () => get(`/api/rooms/${big.pin}/door`, '200', big.bearer),
      hostile: () => crowded(`/api/rooms/${LONG}/door`, '404 ROOM_NOT_FOUND', bearer),
    },
    'GET /api/rooms/:pin/results/file': {
      legal: () => {
        w.forgetMade();
        return get(`/api/rooms/${big.pin}/results/file?format=xlsx&lang=ko`, '200', big.bearer);
      },
      hostile: () => {
        w.forgetMade();
        const query = `?format=csv&table=answers&${QUERY.slice(1)}`;
        const path = `/api/rooms/${big.pin}/results/file${query}`;
        return { sent: w.request('GET', path, bearer), expects: '200' };
      },
    },
    'GET /api/rooms/:pin/results': {
      legal: () => get(`/api/rooms/${big.pin}/results`, '200', big.bearer),
      hostile: () => crowded(`/api/rooms/${big.pin}/results`, '200', bearer),
    },
    'GET /api/rooms/:pin/pictures/:id': {
      legal: async () =>
        get(
          `/api/rooms/${playing.pin}/pictures/${await w.shownPicture(playing)}`,
          '200',
          playing.bearer,
        ),
      hostile: () => crowded(`/api/rooms/${playing.pin}/pictures/${LONG}`, '404 NOT_FOUND', bearer),
    },
    'POST /api/rooms/:pin/host-link': {
      legal: async () => {
        const link = await w.client.do<{ secret: string }>(big.host, 'createHostLink', {});
        return send(
          'POST',
          `/api/rooms/${big.pin}/host-link`,
          JSON.stringify({ secret: link.secret }),
          '204',
          {
            ...JSON_TYPE,
            ...big.bearer,
          },
        );
      },
      hostile: () =>
        send('POST', `/api/rooms/${big.pin}/host-link${QUERY}`, NESTED, '400 BAD_REQUEST', {
          ...JSON_TYPE,
          ...bearer,
        }),
    },
    'POST /api/rooms/:pin/quiz-set': {
      legal: () =>
        send('POST', `/api/rooms/${big.pin}/quiz-set`, workbook, '200', {
          ...SHEET,
          ...big.bearer,
        }),
      hostile: () =>
        send('POST', `/api/rooms/${big.pin}/quiz-set`, styles, '400 BAD_QUIZ_FILE', {
          ...SHEET,
          ...bearer,
        }),
    },
    'GET /api/quiz-sets': {
      legal: () => get(`/api/quiz-sets?play=${full.id}`),
      hostile: () => crowded(`/api/quiz-sets`),
    },

    'GET /api/desk': page('/api/desk'),
    'GET /api/desk/sets': {
      legal: () => get('/api/desk/sets?offset=0&label=' + encodeURIComponent('가')),
      // Eight words that are in no set but nearly.
      hostile: () =>
        get(
          `/api/desk/sets?search=${encodeURIComponent(Array.from({ length: 8 }, (_, n) => `가${n}${'나'.repeat(30)}`).join(' '))}`,
          '200',
          hostileBy,
        ),
    },
    'POST /api/desk/sets': {
      legal: async () => {
        await w.makeRoom();
        return send('POST', '/api/desk/sets', csv, '201', { 'content-type': 'text/csv', ...w.by });
      },
      hostile: () => crowdedSend('POST', '/api/desk/sets', lists, '400 BAD_QUIZ_FILE'),
    },
    'POST /api/desk/drafts': {
      legal: async () => {
        await w.makeRoom();
        return send('POST', '/api/desk/drafts', draft, '201');
      },
      hostile: () => crowdedSend('POST', '/api/desk/drafts', lists, '400 BAD_REQUEST'),
      marks: async () => {
        await w.makeRoom();
        return send('POST', '/api/desk/drafts', draftOf(MARKS, 60), '201');
      },
      phrases: async () => {
        await w.makeRoom();
        return send('POST', '/api/desk/drafts', draftOf(PHRASE.repeat(330), 180), '201');
      },
    },
    'POST /api/desk/read': {
      legal: () =>
        send('POST', '/api/desk/read', csv, '200', { 'content-type': 'text/csv', ...w.by }),
      hostile: () =>
        send('POST', '/api/desk/read', marks, ['200', '400 BAD_QUIZ_FILE'], {
          'content-type': 'text/csv',
          ...hostileBy,
        }),
    },
    'POST /api/desk/masked': {
      legal: () => send('POST', '/api/desk/masked', answers('s h i t '.repeat(5)), '200'),
      hostile: () =>
        crowdedSend(
          'POST',
          '/api/desk/masked',
          answers(`a${'\u0301'.repeat(300)}`),
          '400 BAD_REQUEST',
        ),
      phrases: () => crowdedSend('POST', '/api/desk/masked', answers(PHRASE.repeat(20)), '200'),
    },
    'GET /api/desk/sets/:id': {
      legal: () => get(`/api/desk/sets/${full.id}`),
      hostile: () => crowded(`/api/desk/sets/${LONG}`, '404 QUIZ_SET_NOT_FOUND'),
    },
    'GET /api/desk/sets/:id/file': {
      legal: () => get(`/api/desk/sets/${full.id}/file`),
      hostile: () => get(`/api/desk/sets/${full.id}/file?format=xlsx`, '200', hostileBy),
    },
    'PUT /api/desk/sets/:id': {
      legal: async () => {
        if (lastSet.id === '') lastSet.id = await newSet();
        const headers = { ...JSON_TYPE, ...w.by, 'if-match': `"${lastSet.revision++}"` };
        return send('PUT', `/api/desk/sets/${lastSet.id}`, draft, '200', headers);
      },
      hostile: () =>
        send('PUT', `/api/desk/sets/${full.id}`, lists, '400 BAD_REQUEST', {
          ...JSON_TYPE,
          ...hostileBy,
          'if-match': '"1"',
        }),
    },
    'DELETE /api/desk/sets/:id': {
      legal: async () => send('DELETE', `/api/desk/sets/${await newSet()}`, undefined, '204'),
      hostile: () =>
        crowdedSend('DELETE', `/api/desk/sets/${LONG}`, undefined, '404 QUIZ_SET_NOT_FOUND'),
    },
    'POST /api/desk/sets/:id/restore': {
      legal: async () =>
        send('POST', `/api/desk/sets/${await deleted()}/restore`, undefined, '204'),
      hostile: () =>
        crowdedSend('POST', `/api/desk/sets/${LONG}/restore`, undefined, '404 QUIZ_SET_NOT_FOUND'),
    },
    'POST /api/desk/sets/:id/copy': {
      legal: async () => {
        await w.makeRoom();
        return send('POST', `/api/desk/sets/${full.id}/copy`, undefined, '201');
      },
      hostile: () =>
        crowdedSend('POST', `/api/desk/sets/${LONG}/copy`, undefined, '404 QUIZ_SET_NOT_FOUND'),
    },
    'GET /api/desk/sets/:id/versions': {
      legal: () => get(`/api/desk/sets/${full.id}/versions`),
      hostile: () => crowded(`/api/desk/sets/${LONG}/versions`),
    },
    'GET /api/desk/sets/:id/versions/:revision': {
      legal: () => get(`/api/desk/sets/${full.id}/versions/1`),
      hostile: () =>
        crowded(`/api/desk/sets/${full.id}/versions/${'9'.repeat(1_000)}`, '400 BAD_REQUEST'),
    },
    'GET /api/desk/tickets': page('/api/desk/tickets'),
    'POST /api/desk/tickets': {
      legal: () => send('POST', '/api/desk/tickets', ticketBody(limits.TICKETS_MOST), '201'),
      hostile: () => crowdedSend('POST', '/api/desk/tickets', arrays, '400 BAD_REQUEST'),
      phrases: () =>
        crowdedSend('POST', '/api/desk/tickets', entriesOf(PHRASE.repeat(192)), '400 BAD_REQUEST'),
      marks: () => crowdedSend('POST', '/api/desk/tickets', entriesOf(MARKS), '400 BAD_REQUEST'),
    },
    'GET /api/desk/tickets/:id': {
      legal: () => get(`/api/desk/tickets/${tickets}`),
      hostile: () => crowded(`/api/desk/tickets/${LONG}`, '404 TICKETS_NOT_FOUND'),
    },
    'POST /api/desk/tickets/:id/title': {
      legal: () =>
        send(
          'POST',
          `/api/desk/tickets/${tickets}/title`,
          JSON.stringify({ title: '가'.repeat(40) }),
          '204',
        ),
      hostile: () =>
        crowdedSend('POST', `/api/desk/tickets/${LONG}/title`, NESTED, '400 BAD_REQUEST'),
    },
    'POST /api/desk/tickets/:id/reissue': {
      legal: () => send('POST', `/api/desk/tickets/${tickets}/reissue`, '{"number":null}', '201'),
      hostile: () =>
        crowdedSend('POST', `/api/desk/tickets/${LONG}/reissue`, NESTED, '400 BAD_REQUEST'),
    },
    'DELETE /api/desk/tickets/:id': {
      legal: async () =>
        send(
          'DELETE',
          `/api/desk/tickets/${await w.keepTickets(limits.TICKETS_MOST)}`,
          undefined,
          '204',
        ),
      hostile: () =>
        crowdedSend('DELETE', `/api/desk/tickets/${LONG}`, undefined, '404 TICKETS_NOT_FOUND'),
    },
    'POST /api/desk/archive': {
      legal: async () => {
        await w.makeRoom();
        return send('POST', '/api/desk/archive', archive, '201', w.by);
      },
      hostile: () => send('POST', '/api/desk/archive', junk, '400 BAD_QUIZ_FILE', hostileBy),
    },

    'POST /api/desk/session': {
      legal: () =>
        send(
          'POST',
          '/api/desk/session',
          JSON.stringify({ name: '가'.repeat(32), password: '나'.repeat(100) }),
          '403 FORBIDDEN',
          JSON_TYPE,
        ),
      hostile: () => crowdedSend('POST', '/api/desk/session', NESTED, '400 BAD_REQUEST'),
      phrases: () =>
        crowdedSend(
          'POST',
          '/api/desk/session',
          JSON.stringify({ name: PHRASE.repeat(limits.NAME_MAX_UNITS), password: 'x' }),
          '400 BAD_REQUEST',
        ),
    },
    'DELETE /api/desk/session': {
      legal: async () => send('DELETE', '/api/desk/session', undefined, '204', await w.asHost()),
      hostile: () =>
        send('DELETE', '/api/desk/session' + QUERY, undefined, '204', {
          ...hostileBy,
          cookie: COOKIES,
        }),
    },
    'GET /api/desk/sessions': page('/api/desk/sessions'),
    'DELETE /api/desk/sessions': {
      legal: async () => send('DELETE', '/api/desk/sessions', undefined, '204', await w.asHost()),
      hostile: () =>
        send('DELETE', '/api/desk/sessions' + QUERY, undefined, '401 NOT_SIGNED_IN', {
          ...hostileBy,
          cookie: COOKIES,
        }),
    },
    'DELETE /api/desk/sessions/:id': {
      legal: () => send('DELETE', '/api/desk/sessions/none', undefined, '204'),
      hostile: () => crowdedSend('DELETE', `/api/desk/sessions/${LONG}`, undefined, '204'),
    },
    'POST /api/desk/invites': {
      legal: async () => {
        await w.makeRoomForInvites();
        return send(
          'POST',
          '/api/desk/invites',
          JSON.stringify({ role: 'host', note: '가'.repeat(60) }),
          '201',
        );
      },
      hostile: () => crowdedSend('POST', '/api/desk/invites', NESTED, '400 BAD_REQUEST'),
    },
    'GET /api/desk/invites': page('/api/desk/invites'),
    'DELETE /api/desk/invites/:id': {
      legal: () => send('DELETE', '/api/desk/invites/none', undefined, '204'),
      hostile: () => crowdedSend('DELETE', `/api/desk/invites/${LONG}`, undefined, '204'),
    },
    'POST /api/desk/invite': {
      legal: async () =>
        send(
          'POST',
          '/api/desk/invite',
          JSON.stringify({ token: await w.invite() }),
          '200',
          JSON_TYPE,
        ),
      hostile: () => crowdedSend('POST', '/api/desk/invite', NESTED, '400 BAD_REQUEST'),
    },
    'POST /api/desk/invite/use': {
      legal: async () =>
        send(
          'POST',
          '/api/desk/invite/use',
          JSON.stringify({
            token: await w.invite(),
            name: `가${Math.random()}`,
            password: '나'.repeat(100),
          }),
          '204',
          JSON_TYPE,
        ),
      hostile: () => crowdedSend('POST', '/api/desk/invite/use', NESTED, '400 BAD_REQUEST'),
      phrases: async () =>
        crowdedSend(
          'POST',
          '/api/desk/invite/use',
          JSON.stringify({
            token: await w.invite(),
            name: PHRASE.repeat(limits.NAME_MAX_UNITS),
            password: '나'.repeat(100),
          }),
          '400 BAD_REQUEST',
        ),
    },
    'PUT /api/desk/password': {
      legal: async () =>
        send(
          'PUT',
          '/api/desk/password',
          JSON.stringify({ current: '가'.repeat(100), password: '나'.repeat(100) }),
          '403 FORBIDDEN',
          { ...JSON_TYPE, ...(await w.asHost()) },
        ),
      hostile: () => crowdedSend('PUT', '/api/desk/password', NESTED, '400 BAD_REQUEST'),
    },
    'GET /api/desk/hosts': page('/api/desk/hosts'),
    'PUT /api/desk/hosts/:id': {
      legal: async () =>
        send(
          'PUT',
          `/api/desk/hosts/${(await w.addHost()).id}`,
          JSON.stringify({ isDisabled: true }),
          '204',
        ),
      hostile: () => crowdedSend('PUT', `/api/desk/hosts/${LONG}`, NESTED, '400 BAD_REQUEST'),
    },
    'DELETE /api/desk/hosts/:id': {
      legal: async () => send('DELETE', `/api/desk/hosts/${await w.fullHost()}`, undefined, '204'),
      hostile: () =>
        crowdedSend('DELETE', `/api/desk/hosts/${LONG}`, undefined, '404 PLAYER_NOT_FOUND'),
    },
    'POST /api/desk/hosts/:id/invite': {
      legal: async () => {
        await w.makeRoomForInvites();
        return send('POST', `/api/desk/hosts/${(await w.addHost()).id}/invite`, undefined, '201');
      },
      hostile: () =>
        crowdedSend('POST', `/api/desk/hosts/${LONG}/invite`, undefined, '404 PLAYER_NOT_FOUND'),
    },
    'POST /api/desk/images': {
      legal: () => send('POST', '/api/desk/images', picture, '201', w.by),
      hostile: () => send('POST', '/api/desk/images', png, '400 BAD_IMAGE', hostileBy),
    },
    'GET /api/desk/images/:id': {
      legal: () => get(`/api/desk/images/${w.pictures[0]}`),
      hostile: () => crowded(`/api/desk/images/${LONG}`, '404 NOT_FOUND'),
    },
    'GET /api/desk/look': {
      legal: () => get('/api/desk/look'),
      hostile: () => crowded('/api/desk/look'),
    },
    'PUT /api/desk/look': {
      legal: () => send('PUT', '/api/desk/look', COLOURS, '200'),
      hostile: () => crowdedSend('PUT', '/api/desk/look', NESTED, '400 BAD_REQUEST'),
    },
    'PUT /api/desk/look/logo': {
      legal: async () => {
        await chooseColours();
        return send('PUT', '/api/desk/look/logo', logo, '200', w.by);
      },
      hostile: () =>
        send('PUT', '/api/desk/look/logo', png.subarray(0, 299_999), '400 BAD_IMAGE', hostileBy),
    },
    'DELETE /api/desk/look/logo': {
      legal: async () => {
        await chooseColours();
        return send('DELETE', '/api/desk/look/logo', undefined, '200');
      },
      hostile: async () => {
        await chooseColours();
        return crowdedSend('DELETE', '/api/desk/look/logo', undefined, '200');
      },
    },
    'DELETE /api/desk/look': {
      legal: () => send('DELETE', '/api/desk/look', undefined, '204'),
      hostile: () => crowdedSend('DELETE', '/api/desk/look', undefined, '204'),
    },
    'POST /api/desk/report/look': {
      legal: () => send('POST', '/api/desk/report/look', secret, '200', JSON_TYPE),
      hostile: () => crowdedSend('POST', '/api/desk/report/look', NESTED, '400 BAD_REQUEST'),
    },
    'GET /api/looks/colours/:pair': {
      legal: () => get('/api/looks/colours/0a5c36-1b3f8b'),
      // Nothing can be read in these, so both grounds are tried.
      hostile: () => crowded('/api/looks/colours/777777-ffd400', '404 NOT_FOUND'),
    },
    'GET /api/looks/logos/:id': {
      legal: () => get(`/api/looks/logos/${'0'.repeat(64)}`, '404 NOT_FOUND'),
      hostile: () => crowded(`/api/looks/logos/${LONG}`, '404 NOT_FOUND'),
    },
    'GET /api/desk/ready/:id': {
      legal: () => get('/api/desk/ready/full'),
      hostile: () => crowded(`/api/desk/ready/${LONG}`, '404 QUIZ_SET_NOT_FOUND'),
    },
    'POST /api/desk/ready/:id/copy': {
      legal: async () => {
        await w.makeRoom();
        return send('POST', '/api/desk/ready/full/copy', undefined, '201');
      },
      hostile: () =>
        crowdedSend('POST', `/api/desk/ready/${LONG}/copy`, undefined, '404 QUIZ_SET_NOT_FOUND'),
    },
    'GET /api/desk/sets/:id/links': {
      legal: () => get(`/api/desk/sets/${full.id}/links`),
      hostile: () => crowded(`/api/desk/sets/${LONG}/links`),
    },
    'POST /api/desk/sets/:id/links': {
      legal: async () =>
        send(
          'POST',
          `/api/desk/sets/${await newSet()}/links`,
          JSON.stringify({ kind: 'copy', answers: true }),
          '201',
        ),
      hostile: () =>
        crowdedSend('POST', `/api/desk/sets/${full.id}/links`, NESTED, '400 BAD_REQUEST'),
    },
    'DELETE /api/desk/sets/:id/links/:link': {
      legal: () =>
        send('DELETE', `/api/desk/sets/${full.id}/links/${full.links.pop()}`, undefined, '204'),
      hostile: () =>
        crowdedSend('DELETE', `/api/desk/sets/${full.id}/links/${LONG}`, undefined, '204'),
    },
    'POST /api/desk/shared': {
      legal: () => send('POST', '/api/desk/shared', token, '200', JSON_TYPE),
      hostile: () => crowdedSend('POST', '/api/desk/shared', TOO_LARGE, '413 BAD_QUIZ_FILE'),
    },
    'POST /api/desk/shared/images/:id': {
      legal: () =>
        send('POST', `/api/desk/shared/images/${w.pictures[0]}`, token, '200', JSON_TYPE),
      hostile: () =>
        crowdedSend('POST', `/api/desk/shared/images/${LONG}`, TOO_LARGE, '413 BAD_QUIZ_FILE'),
    },
    'POST /api/desk/shared/copy': {
      legal: async () => {
        await w.makeRoom();
        return send('POST', '/api/desk/shared/copy', token, '201');
      },
      hostile: () => crowdedSend('POST', '/api/desk/shared/copy', TOO_LARGE, '413 BAD_QUIZ_FILE'),
    },
    'GET /api/desk/results': page('/api/desk/results?offset=0', '/api/desk/results'),
    'GET /api/desk/results/:id': {
      legal: () => {
        w.forgetMade();
        return get(`/api/desk/results/${game.id}`);
      },
      hostile: () => crowded(`/api/desk/results/${LONG}`, '404 GAME_NOT_FOUND'),
    },
    'GET /api/desk/results/:id/file': {
      legal: () => {
        w.forgetMade();
        return get(`/api/desk/results/${game.id}/file?format=xlsx&lang=ko`);
      },
      hostile: () => {
        w.forgetMade();
        return get(
          `/api/desk/results/${game.id}/file?format=csv&table=answers&lang=ko`,
          '200',
          hostileBy,
        );
      },
    },
    'DELETE /api/desk/results/:id': {
      legal: async () =>
        send('DELETE', `/api/desk/results/${await w.keepBigGame()}`, undefined, '204'),
      hostile: () =>
        crowdedSend('DELETE', `/api/desk/results/${LONG}`, undefined, '404 GAME_NOT_FOUND'),
    },
    'DELETE /api/desk/results/:id/names': {
      legal: async () =>
        send('DELETE', `/api/desk/results/${await w.keepBigGame()}/names`, undefined, '204'),
      hostile: () =>
        crowdedSend('DELETE', `/api/desk/results/${LONG}/names`, undefined, '404 GAME_NOT_FOUND'),
    },
    'PUT /api/desk/results/:id/questions/:name': {
      legal: () => {
        w.forgetMade();
        return send(
          'PUT',
          `/api/desk/results/${game.id}/questions/3.0.0`,
          JSON.stringify({ isVoid: Math.random() < 0.5, rights: [2] }),
          '200',
        );
      },
      hostile: () =>
        crowdedSend(
          'PUT',
          `/api/desk/results/${game.id}/questions/3.0.0`,
          NESTED,
          '400 BAD_REQUEST',
        ),
    },
    'PUT /api/desk/results/:id/link': {
      legal: async () =>
        send(
          'PUT',
          `/api/desk/results/${await w.keepGame(1, 1)}/link`,
          JSON.stringify({ names: true, questions: true }),
          '200',
        ),
      hostile: () =>
        crowdedSend('PUT', `/api/desk/results/${game.id}/link`, NESTED, '400 BAD_REQUEST'),
    },
    'DELETE /api/desk/results/:id/link': {
      legal: async () =>
        send('DELETE', `/api/desk/results/${await w.keepGame(1, 1)}/link`, undefined, '204'),
      hostile: () =>
        crowdedSend('DELETE', `/api/desk/results/${LONG}/link`, undefined, '404 GAME_NOT_FOUND'),
    },
    'POST /api/desk/report': {
      legal: () => {
        w.forgetMade();
        return send('POST', '/api/desk/report', secret, '200', JSON_TYPE);
      },
      hostile: () => crowdedSend('POST', '/api/desk/report', NESTED, '400 BAD_REQUEST'),
    },
  };
}
