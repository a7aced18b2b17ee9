import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChoiceQuestion, PlayableItem, QuizSet } from '../../src/game/shared/quiz-set.js';
import type { PictureBytes } from '../../src/server/contracts/picture-bytes.js';
import type { QuizBank } from '../../src/server/contracts/quiz-bank.js';
import type { PlannedPayload, ShownDraw, SlideItem } from '../../src/protocol/programme.js';
import { TestBank } from '../support/app.js';
import { TestClient } from '../support/client.js';
import { inLanguages } from '../support/in-languages.js';
import { Hall, settle, SLOW, slowSet } from '../support/hall.js';

/** A text that nobody may know before its time; each names what it is of. */
const mark = (name: string): string => `~${name}~`;
const marksIn = (bytes: string): Set<string> =>
  new Set([...bytes.matchAll(/~([\w .]+)~/g)].map(([, name]) => name!));
const untold = (bytes: string, told: ReadonlySet<string>): string[] =>
  [...marksIn(bytes)].filter((name) => !told.has(name));

const PICTURE = 'a'.repeat(64);
const picture: PictureBytes = { large: Buffer.from('large'), small: Buffer.from('small') };

const question = (name: string): ChoiceQuestion => ({
  kind: 'choice',
  quiz: mark(`${name} quiz`),
  choices: ['first', 'second'].map((choice) => mark(`${name} ${choice}`)),
  answers: [1],
  explanation: mark(`${name} why`),
  note: mark(`${name} note`),
  limitTime: 60,
});
const slide = (id: string): PlayableItem => ({
  kind: 'slide',
  id,
  title: mark(`${id} title`),
  text: mark(`${id} text`),
  image: { id: PICTURE, alt: mark(`${id} picture`) },
  seconds: null,
  note: mark(`${id} note`),
});
const draw = (id: string): PlayableItem => ({
  kind: 'draw',
  id,
  title: mark(`${id} title`),
  among: 'everybody',
  winners: 1,
  note: mark(`${id} note`),
});
const round = (id: string): PlayableItem => ({
  kind: 'round',
  id,
  name: mark(`${id} name`),
  count: 1,
  order: 'written',
  factor: 1,
  standings: 'each',
  note: mark(`${id} note`),
  // One that is asked, and a spare one.
  questions: [question(`${id} asked`), question(`${id} spare`)],
});

const IN_ONE_LANGUAGE: PlayableItem[] = [
  slide('welcome'),
  draw('pen'),
  round('one'),
  slide('middle'),
  { kind: 'break', id: 'tea', message: mark('tea text'), minutes: 5, note: mark('tea note') },
  { kind: 'standings', id: 'table', note: mark('table note') },
  draw('book'),
  round('two'),
  slide('end'),
];
/** All of it in a second language, too, in which each text has the same mark. */
const PROGRAMME = IN_ONE_LANGUAGE.map((item): PlayableItem => {
  if (item.kind === 'standings') return item;
  const both = inLanguages(item, ['de']);
  if (both.kind !== 'round') return both;
  return { ...both, questions: both.questions.map((one) => inLanguages(one, ['de'])) };
});
const rounds = PROGRAMME.flatMap((item) => (item.kind === 'round' ? item.questions : []));
const EVENING: QuizSet = {
  id: 'evening',
  title: 'Evening',
  language: 'en',
  languages: ['de'],
  questions: rounds,
  programme: PROGRAMME,
};

class PicturedBank extends TestBank implements QuizBank {
  override picture(): undefined;
  override picture(id: string): PictureBytes | undefined;
  override picture(id?: string): PictureBytes | undefined {
    return id === PICTURE ? picture : undefined;
  }
}

const hall = new Hall();
beforeAll(() => hall.open(SLOW, new PicturedBank([slowSet(2), EVENING])));
afterAll(() => hall.close());

const slideMarks = (id: string): string[] => [`${id} title`, `${id} text`, `${id} picture`];
const askedMarks = (id: string): string[] =>
  ['quiz', 'first', 'second'].map((part) => `${id} asked ${part}`);

/** By which press it comes on, and what everybody is told then that was a secret before. */
const STAGES: [at: string, told: string[]][] = [
  ['lobby', []],
  ['welcome', slideMarks('welcome')],
  ['pen', ['pen title']],
  ['pen held', []],
  ['countdown', ['one name']],
  ['question', askedMarks('one')],
  ['reveal', ['one asked why']],
  ['middle', slideMarks('middle')],
  ['tea', ['tea text']],
  ['table', []],
  ['book', ['book title']],
  ['book held', []],
  ['countdown', ['two name']],
  ['question', askedMarks('two')],
  ['reveal', ['two asked why']],
  ['lobby', []],
  ['end', slideMarks('end')],
];

/** Told to those who run the room from the beginning: the names of rounds (R27.9). */
const OF_HOSTS = ['one name', 'two name'];
/** All but the spare questions, which nobody is told of. */
const ALL = [...marksIn(JSON.stringify(PROGRAMME))].filter((name) => !name.includes('spare'));

async function linkedCockpit(host: TestClient, pin: string): Promise<TestClient> {
  const { secret } = await host.do('createHostLink', {});
  const browser = hall.connect();
  await browser.wait('session');
  const { token } = browser;
  const response = await fetch(`${hall.app.url}/api/rooms/${pin}/host-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ secret }),
  });
  expect(response.status).toBe(204);
  const cockpit = hall.connect({ role: 'cockpit', token });
  await cockpit.do('joinRoom', { gameId: pin });
  return cockpit;
}

async function overHttp(pin: string, token: string): Promise<string> {
  const paths = ['quiz-sets', 'rooms', `rooms/${pin}`, `rooms/${pin}/door`, 'info'];
  paths.push(`rooms/${pin}/results`, `rooms/${pin}/quiz-set`);
  const texts = await Promise.all(
    paths.map(async (path) => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${hall.app.url}/api/${path}`, { headers });
      return JSON.stringify([...response.headers]) + (await response.text());
    }),
  );
  return texts.join('\n');
}

const bytesOf = (client: TestClient): string => client.raw.join('\n');

async function openEvening() {
  const { pin, host, players } = await hall.openRoom({ scoring: 'flat' }, 3);
  const [, guest, helper, back] = players as [TestClient, TestClient, TestClient, TestClient];
  await host.do('setCoHost', { playerId: helper.playerId, isCoHost: true });
  const compact = await hall.join(pin, 'Compact', { format: 'compact2' });
  const screen = await hall.join(pin, '', { role: 'screen', token: host.token });
  const foreign = await hall.join(pin, '', { role: 'screen' });
  // Beside the own seat: such a cockpit is told no secrets, as its person plays.
  const ownCockpit = await hall.join(pin, '', { role: 'cockpit', token: host.token });
  const insider = await linkedCockpit(host, pin);
  await host.do('updateRoomQuizset', { quizSetId: 'evening' });
  for (const one of [host, helper, ownCockpit, insider]) await one.wait('programme');
  return {
    pin,
    host,
    insider,
    /** These people are told nothing of the programme. */
    strangers: { guest, compact, screen, foreign },
    /** Comes on a new connection at each stage. */
    back,
    /** These play and run the room. */
    hosts: { host, helper, ownCockpit },
  };
}

type Evening = Awaited<ReturnType<typeof openEvening>>;

const versionOf = (client: TestClient): number => client.last('phase')!.version;

async function press(evening: Evening): Promise<void> {
  const { host } = evening;
  const version = versionOf(host);
  const isStart = (await host.fail('nextPhase', { version })) !== 'ok';
  if (isStart && host.last('phase')!.kind === 'lobby') await host.do('startGame', {});
  else if (isStart) await host.do('skipPhase', {});
  const everybody = allOf(evening);
  await Promise.all(everybody.map((one) => one.wait('phase', (phase) => phase.version > version)));
}

const allOf = ({ strangers, hosts, insider, back }: Evening): TestClient[] => [
  ...Object.values(strangers),
  ...Object.values(hosts),
  insider,
  back,
];

/** The item that is on, as a name in `STAGES`. */
function placeOf({ host }: Evening): string {
  const { kind, item } = host.last('phase')!;
  const shown = host.last('showItem');
  const isHeld = item !== undefined && shown?.kind === 'draw' && shown.drawn !== undefined;
  return `${item ?? kind}${isHeld ? ' held' : ''}`;
}

const privateTo = (client: TestClient) => {
  return { programme: client.all('programme'), hostNotes: client.all('hostNotes') };
};

const drawsOf = (client: TestClient): (ShownDraw & { drawn: NonNullable<ShownDraw['drawn']> })[] =>
  client
    .all('showItem')
    .flatMap((item) =>
      item.kind === 'draw' && item.drawn !== undefined ? [{ ...item, drawn: item.drawn }] : [],
    );

/** The names of the pictures in this game, as far as somebody was told them ahead. */
const picturesOf = (client: TestClient): Map<string, string> =>
  new Map(
    client
      .all('programme')
      .flatMap(({ items }) => items)
      .flatMap(({ id, item }: PlannedPayload): [string, string][] => {
        const { image } = (item ?? {}) as Partial<SlideItem>;
        return image === undefined ? [] : [[id, image.id]];
      }),
  );

describe('R27.9, R4.2 before its time nobody hears of an item', () => {
  it('no text, note, picture, question, seed or winner, and no programme, at any stage of an evening', async () => {
    const evening = await openEvening();
    const { pin, host, insider, strangers, hosts } = evening;
    const told = new Set<string>();
    /** These bytes had come when a draw was held. */
    const beforeDraws: string[] = [];
    let bytesOfBack = '';

    for (const [n, [at, fresh]] of STAGES.entries()) {
      if (at.endsWith('held')) beforeDraws.push(allOf(evening).map(bytesOf).join('\n'));
      if (n > 0) await press(evening);
      expect([n, placeOf(evening)]).toEqual([n, at]);
      for (const name of fresh) told.add(name);

      // A late comer, a late projector and who comes back hear of what stands now and of nothing else.
      const late = await hall.join(pin, `Late ${n}`);
      const lateScreen = await hall.join(pin, '', { role: 'screen' });
      bytesOfBack += bytesOf(evening.back);
      evening.back.close();
      evening.back = hall.comeBack(evening.back, pin);
      const came = [late, lateScreen, evening.back];
      for (const client of came) {
        await client.wait('phase', ({ version }) => version === versionOf(host));
        if (host.last('phase')!.item !== undefined) await client.wait('showItem');
      }
      // All that was sent to anybody before this has come.
      await settle(late, [...allOf(evening), lateScreen]);
      const where = (who: string): string => `${who}, at stage ${n} (${at})`;
      for (const [who, client] of Object.entries(strangers)) {
        const { programme, hostNotes } = privateTo(client);
        expect({ who: where(who), marks: marksIn(bytesOf(client)), programme, hostNotes }).toEqual({
          who: where(who),
          marks: told,
          programme: [],
          hostNotes: [],
        });
        expect(bytesOf(client)).not.toMatch(/"note"|"revision"/);
      }
      const known = new Set([...told, ...OF_HOSTS]);
      for (const [who, client] of Object.entries(hosts)) {
        const { hostNotes } = privateTo(client);
        expect({ who: where(who), marks: marksIn(bytesOf(client)), hostNotes }).toEqual({
          who: where(who),
          marks: known,
          hostNotes: [],
        });
        const items = client.last('programme')!.items;
        expect(items.map(({ kind }) => kind)).toEqual(PROGRAMME.map(({ kind }) => kind));
        expect(items.every(({ item }) => item === undefined)).toBe(true);
      }
      for (const client of came)
        expect([where('late'), untold(bytesOf(client), told), client.all('programme')]).toEqual([
          where('late'),
          [],
          [],
        ]);
      expect([where('back'), untold(bytesOfBack, told)]).toEqual([where('back'), []]);
      late.close();
      lateScreen.close();

      // A picture is there while its slide is on.
      for (const [id, named] of picturesOf(insider)) {
        const response = await fetch(`${hall.app.url}/api/rooms/${pin}/pictures/${named}`);
        expect([where(id), response.status]).toEqual([where(id), id === at ? 200 : 404]);
        await response.arrayBuffer();
      }
      const kept = await fetch(`${hall.app.url}/api/rooms/${pin}/pictures/${PICTURE}`);
      expect(kept.status).toBe(404);
      expect(marksIn(await overHttp(pin, host.token))).toEqual(new Set());
    }

    // Nobody, whoever they are, had a seed, or the code of its winner, before a draw was held.
    const draws = [...new Map(drawsOf(host).map((one) => [one.drawn.seed, one])).values()];
    const { codes } = host.last('claimCodes')!;
    expect([draws.length, beforeDraws.length]).toEqual([2, 2]);
    for (const [n, { title, drawn }] of draws.entries()) {
      const { code } = codes.find((one) => one.drawn?.title === title)!;
      const before = beforeDraws[n]!;
      const isNew = codes.findIndex((one) => one.code === code) === n;
      expect([before.includes(drawn.seed), isNew && before.includes(`"${code}"`)]).toEqual([
        false,
        false,
      ]);
      for (const one of [...Object.values(strangers), insider])
        expect(bytesOf(one)).toContain(drawn.seed);
    }
    // Each secret was there to be told, and who may know it was.
    expect(marksIn(bytesOf(insider))).toEqual(new Set(ALL));
    expect([...picturesOf(insider).keys()]).toEqual(['welcome', 'middle', 'end']);
  });

  it('R4.12 and nothing of the item behind a curtain', async () => {
    const evening = await openEvening();
    const { pin, host } = evening;
    await host.do('startGame', {});
    await host.wait('phase', ({ kind }) => kind === 'countdown');
    while (placeOf(evening) !== 'middle') await press(evening);
    await host.do('pauseGame', { curtain: true });
    const late = await hall.join(pin, 'Late');
    await late.wait('phase', ({ curtain }) => curtain === true);
    await settle(host, [late]);
    expect([...marksIn(bytesOf(late))].filter((name) => name.startsWith('middle'))).toEqual([]);
    expect(late.all('showItem')).toEqual([]);
    const id = picturesOf(evening.insider).get('middle');
    const shown = await fetch(`${hall.app.url}/api/rooms/${pin}/pictures/${id}`);
    expect(shown.status).toBe(404);
    await host.do('resumeGame', {});
    expect(await late.wait('showItem')).toMatchObject({ title: mark('middle title') });
  });
});
