import { afterEach, describe, expect, it } from 'vitest';
import type { PlayableItem, QuizSet } from '../../src/game/shared/quiz-set.js';
import { closeFleets, Fleet } from '../faults/fleet.js';
import type { TestClient } from '../support/client.js';
import { SLOW, slowSet } from '../support/hall.js';

const SLIDES = 8;
const slides = (from: string): PlayableItem[] =>
  Array.from({ length: SLIDES }, (_, n) => {
    return { kind: 'slide', id: `${from}${n}`, title: `${from} ${n}`, text: '', seconds: null };
  });
const round = (id: string): PlayableItem => ({
  kind: 'round',
  id,
  name: id,
  count: 1,
  factor: 1,
  standings: 'each',
  questions: slowSet(2).questions,
});
const evening = (id: string, programme: PlayableItem[]): QuizSet => {
  return { ...slowSet(2), id, title: id, programme };
};
const EVENING = evening('evening', [...slides('s'), round('r')]);
/** Its items have the same names. */
const OTHER = evening('other', [...slides('s').toReversed(), round('r')]);
/** Its items come between two rounds. */
const LONG = evening('long', [round('r'), ...slides('s'), round('q')]);

const SETS = [slowSet(2), EVENING, OTHER, LONG];

afterEach(closeFleets);

interface Room {
  pin: string;
  host: TestClient;
  helper: TestClient;
  guest: TestClient;
}

type Hosting = Pick<Fleet, 'connect' | 'join'>;

/** A host on one process, a co-host on the other. */
async function open(fleet: Hosting, quizSetId = 'evening'): Promise<Room> {
  const host = fleet.connect(0);
  const { gameId: pin } = await host.do('createRoom', { playerName: 'Host' });
  const helper = await fleet.join(1, pin, 'Helper');
  const guest = await fleet.join(1, pin, 'Guest');
  await host.do('setCoHost', { playerId: helper.playerId, isCoHost: true });
  await host.do('updateRoomQuizset', { quizSetId });
  await Promise.all([host, helper].map((one) => one.wait('programme')));
  return { pin, host, helper, guest };
}

const revisionOf = (client: TestClient): number => client.last('programme')!.revision;
const orderOf = (client: TestClient): string[] =>
  client.last('programme')!.items.map(({ id }) => id);
const versionOf = (client: TestClient): number => client.last('phase')!.version;

async function agree(clients: readonly TestClient[], revision: number): Promise<void> {
  await Promise.all(clients.map((one) => one.wait('programme', (it) => it.revision >= revision)));
}

const WHERE = { 'one process': 1, 'two processes': 2 } as const;

describe.each(Object.entries(WHERE))('R27.6 edits of two hosts at once, on %s', (_, count) => {
  const start = () => Fleet.inProcess(count, SLOW, SETS);

  it('of which the later one is too late, and nothing changes twice', async () => {
    const { host, helper, guest } = await open(await start());
    for (let n = 0; n < 20; n++) {
      const revision = revisionOf(host);
      const before = orderOf(host);
      const last = before.length - 1;
      // One moves the first to the end, the other the second to the front.
      const moves = [
        { item: before[0]!, to: last },
        { item: before[1]!, to: 0 },
      ] as const;
      const after = moves.map(({ item, to }) =>
        before.filter((id) => id !== item).toSpliced(to, 0, item),
      );
      const hosts = n % 2 === 0 ? [host, helper] : [helper, host];
      const codes = await Promise.all(
        hosts.map((one, who) => one.fail('editProgramme', { revision, move: moves[who] })),
      );
      expect([...codes].sort()).toEqual(['TOO_LATE', 'ok']);
      await agree([host, helper], revision + 1);
      for (const one of [host, helper])
        expect([revisionOf(one), orderOf(one)]).toEqual([revision + 1, after[codes.indexOf('ok')]]);
    }
    expect(guest.all('programme')).toEqual([]);
    expect(await guest.fail('editProgramme', { revision: 20, move: { item: 's1', to: 2 } })).toBe(
      'NOT_HOST',
    );
  });

  it('of any kind: an item that is added or left out twice at once is there once', async () => {
    const { host, helper } = await open(await start());
    const edits = [
      { add: { item: { kind: 'standings' }, to: 3 } },
      { add: { item: { kind: 'slide', title: 'New', text: '', seconds: null }, to: 3 } },
      {
        add: {
          item: {
            kind: 'round',
            name: 'More',
            factor: 1,
            standings: 'each',
            setId: 'test-set',
            count: 2,
          },
          to: 3,
        },
      },
      { leaveOut: { item: 's5', isOut: true } },
    ] as const;
    for (const edit of edits) {
      const revision = revisionOf(host);
      const { length } = orderOf(host);
      const codes = await Promise.all(
        [host, helper].map((one) => one.fail('editProgramme', { revision, ...edit })),
      );
      expect([...codes].sort()).toEqual(['TOO_LATE', 'ok']);
      await agree([host, helper], revision + 1);
      expect(orderOf(helper)).toEqual(orderOf(host));
      expect(orderOf(host)).toHaveLength(length + ('add' in edit ? 1 : 0));
    }
  });

  it('take no press of Next away, and no press takes an edit away', async () => {
    const { host, helper, guest } = await open(await start(), 'long');
    await host.do('startGame', {});
    for (const kind of ['countdown', 'question', 'reveal'] as const) {
      await helper.wait('phase', (phase) => phase.kind === kind);
      await host.do('skipPhase', {});
    }
    await helper.wait('phase', ({ kind }) => kind === 'item');
    const seen = [host.last('phase')!.item];
    for (let n = 0; n < SLIDES - 3; n++) {
      await Promise.all(
        [host, helper].map((one) => one.wait('phase', (p) => p.version >= versionOf(host))),
      );
      const revision = revisionOf(host);
      const version = versionOf(host);
      // The last slide comes before the last but one, each time.
      const move = { item: orderOf(host)[SLIDES]!, to: SLIDES - 1 };
      const [next, edit] = await Promise.all([
        host.fail('nextPhase', { version }),
        helper.fail('editProgramme', { revision, move }),
      ]);
      expect([n, next, edit]).toEqual([n, 'ok', 'ok']);
      await agree([host, helper], revision + 1);
      await Promise.all(
        [host, helper, guest].map((one) => one.wait('phase', (p) => p.version > version)),
      );
      // One step, and no more.
      expect([versionOf(host), revisionOf(host)]).toEqual([version + 1, revision + 1]);
      seen.push(host.last('phase')!.item);
    }
    expect(seen).toEqual(Array.from({ length: SLIDES - 2 }, (__, n) => `s${n}`));
  });

  it('of an evening change none that was chosen meanwhile', async () => {
    const { host, helper } = await open(await start());
    const revision = revisionOf(helper);
    await host.do('updateRoomQuizset', { quizSetId: 'other' });
    // The helper still looks at the evening before.
    const item = {
      kind: 'round',
      name: 'More',
      factor: 1,
      standings: 'each',
      setId: 'test-set',
      count: 2,
    } as const;
    for (const edit of [
      { move: { item: 's1', to: 3 } },
      { leaveOut: { item: 's2', isOut: true } },
      { add: { item, to: 0 } },
    ])
      expect(await helper.fail('editProgramme', { revision, ...edit })).toBe('TOO_LATE');
    await helper.wait('programme', (it) => it.items[0]?.id === `s${SLIDES - 1}`);
    expect(orderOf(helper)).toEqual(OTHER.programme!.map(({ id }) => id));
    // A round that is added now has its questions.
    await helper.do('editProgramme', { revision: revisionOf(helper), add: { item, to: 0 } });
    await host.do('startGame', {});
    await host.wait('phase', ({ kind }) => kind === 'countdown');
    expect(await host.wait('round')).toMatchObject({ name: 'More' });
  });
});

describe('R27.4 who comes between rounds', () => {
  it('is told which round was played, and so whether its ranks are for everybody', async () => {
    const fleet = await Fleet.inProcess(1, SLOW, SETS);
    const { host, pin } = await open(fleet, 'long');
    await host.do('startGame', {});
    for (const kind of ['countdown', 'question', 'reveal'] as const) {
      await host.wait('phase', (phase) => phase.kind === kind);
      await host.do('skipPhase', {});
    }
    await host.wait('phase', ({ kind }) => kind === 'item');
    const told = host.last('round');
    const late = await fleet.join(0, pin, 'Late');
    await late.wait('showItem');
    expect(late.all('round')).toEqual([told]);
    // Behind a curtain, too: nobody is told of a round that comes then.
    await host.do('pauseGame', { curtain: true });
    const later = await fleet.join(0, pin, 'Later');
    await host.do('resumeGame', {});
    await later.wait('showItem');
    expect(later.all('round')).toEqual([told]);
  });

  it.each([10, 1_000])('is told what teams have made, in a room for %d', async (maxPlayerCount) => {
    const fleet = await Fleet.inProcess(1, SLOW, SETS);
    const host = fleet.connect(0, { format: 'compact2' }).echoFlushes();
    const options = {
      playerName: 'Host',
      scoring: 'flat',
      teams: 'choice',
      maxPlayerCount,
    } as const;
    const { gameId: pin } = await host.do('createRoom', options);
    await host.do('setTeam', { team: 1 });
    await host.do('updateRoomQuizset', { quizSetId: 'long' });
    await host.do('startGame', {});
    for (const kind of ['countdown', 'question', 'reveal'] as const) {
      await host.wait('phase', (phase) => phase.kind === kind);
      await host.do('skipPhase', {});
    }
    await host.wait('phase', ({ kind }) => kind === 'item');
    const { teams } = await host.wait('endQuizTime');
    expect(teams).toMatchObject([{ team: 1 }]);
    const late = fleet.connect(0, { format: 'compact2' }).echoFlushes();
    await late.do('joinRoom', { gameId: pin, playerName: 'Late' });
    await late.wait('showItem');
    await late.until(() => late.last('updateScores') !== undefined, 'what teams have made');
    expect(late.last('updateScores')?.teams).toEqual(teams);
  });

  it('R27.6 an item that was left out and is gone to is on like the others', async () => {
    const fleet = await Fleet.inProcess(1, SLOW, SETS);
    const { host } = await open(fleet, 'long');
    const revision = revisionOf(host);
    await host.do('editProgramme', { revision, leaveOut: { item: 'q', isOut: true } });
    await host.do('editProgramme', {
      revision: revision + 1,
      add: {
        item: {
          kind: 'round',
          name: 'Last',
          factor: 1,
          standings: 'each',
          setId: 'test-set',
          count: 2,
        },
        to: SLIDES + 2,
      },
    });
    await host.do('startGame', {});
    for (const kind of ['countdown', 'question', 'reveal'] as const) {
      await host.wait('phase', (phase) => phase.kind === kind);
      await host.do('skipPhase', {});
    }
    await host.wait('phase', ({ kind }) => kind === 'item');
    await host.do('goToItem', { version: versionOf(host), item: 'q' });
    expect(await host.wait('round', ({ name }) => name === 'q')).toMatchObject({
      number: 2,
      of: 3,
    });
  });
});
