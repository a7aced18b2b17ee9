import { afterEach, describe, expect, it } from 'vitest';
import { drawLots, hashOfSeed } from '../../src/game/shared/draw-lots.js';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import { decodeBits } from '../../src/protocol/crowd.js';
import type { DrawnLots, ShownDraw } from '../../src/protocol/programme.js';
import { closeFleets, Fleet } from '../faults/fleet.js';
import type { TestClient } from '../support/client.js';
import { answer, SLOW, slowSet, useHall } from '../support/hall.js';

const draw = (id: string, among: ShownDraw['among'], winners = 1) =>
  ({ kind: 'draw', id, title: `Prize ${id}`, among, winners }) as const;

/** A draw before the round, one after it, and one when all is over. */
const EVENING: QuizSet = {
  ...slowSet(2),
  id: 'evening',
  programme: [
    draw('welcome', 'everybody', 2),
    {
      kind: 'round',
      id: 'one',
      name: 'One',
      count: 1,
      order: 'written',
      factor: 1,
      standings: 'each',
      questions: slowSet(2).questions,
    },
    draw('middle', 'rightLast'),
    {
      kind: 'round',
      id: 'two',
      name: 'Two',
      count: 1,
      factor: 1,
      standings: 'each',
      questions: slowSet(2).questions,
    },
    draw('end', 'noPrize', 10),
  ],
};

const hall = useHall(SLOW, [slowSet(2), EVENING]);

afterEach(closeFleets);

const bytesOf = (client: TestClient): string => client.raw.join('\n');

async function next(host: TestClient): Promise<void> {
  await host.do('nextPhase', { version: host.last('phase')!.version });
}

const drawOf = (client: TestClient, isHeld: boolean): Promise<ShownDraw> =>
  client.wait(
    'showItem',
    (item) => item.kind === 'draw' && (item.drawn !== undefined) === isHeld,
  ) as Promise<ShownDraw>;

describe.concurrent('R27.8 draws', () => {
  it('hold what was told before, give codes to the winners alone, and are told to everybody alike', async () => {
    const room = await hall.openRoom({ scoring: 'flat' }, 3);
    const { pin, host, players } = room;
    const guests = players.slice(1);
    const compact = await hall.join(pin, 'Compact', { format: 'compact' });
    const screen = await hall.join(pin, '', { role: 'screen', token: host.token });
    await host.do('updateRoomQuizset', { quizSetId: 'evening' });
    const { drawHash } = await guests[0]!.wait('updateRoomQuizset', ({ rounds }) => rounds === 2);
    expect(drawHash).toMatch(/^[0-9a-f]{64}$/);
    await next(host);
    const before = await drawOf(screen, false);
    expect(before).toMatchObject({ title: 'Prize welcome', hash: drawHash, winners: 2 });
    // A player cannot let it begin, nor can somebody who is not in the room.
    const { version } = host.last('phase')!;
    expect(await guests[0]!.fail('nextPhase', { version })).toBe('NOT_HOST');
    await next(host);
    const held = await drawOf(screen, true);
    const { seed, among, count, winners, nextHash } = held.drawn!;
    expect(hashOfSeed(seed)).toBe(drawHash);
    const slots = decodeBits(among);
    expect(count).toBe(4);
    expect(slots).toHaveLength(4);
    expect(winners.map(({ slot }) => slot)).toEqual(drawLots(seed, slots, 2));
    expect(winners.map(({ playerId }) => playerId)).not.toContain(host.playerId);
    const all = [...players, compact];
    for (const one of all) expect(await drawOf(one, true)).toEqual(held);
    // The hash of the next seed follows, also for who comes later.
    await guests[0]!.wait('updateRoomQuizset', (choice) => choice.drawHash === nextHash);
    const late = await hall.join(pin, 'Late');
    expect(late.last('updateRoomQuizset')?.drawHash).toBe(nextHash);
    expect(await drawOf(late, true)).toEqual(held);
    const { codes } = await host.wait('claimCodes');
    expect(codes.map(({ playerId }) => playerId)).toEqual(winners.map(({ playerId }) => playerId));
    for (const one of [...guests, compact]) {
      const own = codes.filter(({ playerId }) => playerId === one.playerId);
      for (const { code } of own) expect(await one.wait('claimCode')).toEqual({ code });
      for (const { playerId, code } of codes)
        expect(bytesOf(one).includes(`"${code}"`)).toBe(playerId === one.playerId);
    }
    expect(bytesOf(screen)).not.toMatch(/claimCode/);
  });

  it('are among those who were right, wait for the host in a game, and end with it', async () => {
    const room = await hall.openRoom({ scoring: 'flat' }, 3);
    const { host, players, pin } = room;
    const [, right, wrong, other] = players as [TestClient, TestClient, TestClient, TestClient];
    await host.do('updateRoomQuizset', { quizSetId: 'evening' });
    await host.do('startGame', {});
    await next(host);
    for (const one of players) {
      await one.wait('startQuizTime');
      await answer(one, one === right);
    }
    await host.do('skipPhase', {});
    await host.wait('phase', ({ kind }) => kind === 'reveal');
    await next(host);
    expect(await drawOf(right, false)).toMatchObject({ title: 'Prize middle' });
    await next(host);
    const { drawn } = await drawOf(wrong, true);
    expect(drawn).toMatchObject({ count: 1, winners: [{ playerId: right.playerId }] });
    // Somebody who comes back into it is told the same, and the code again.
    const back = hall.comeBack(right, pin);
    expect((await drawOf(back, true)).drawn).toEqual(drawn);
    const { code } = await back.wait('claimCode');
    const { codes } = await host.wait('claimCodes');
    const title = 'Prize middle';
    expect(codes).toEqual([
      { playerId: right.playerId, code, drawn: { title, playerName: 'Player 1' } },
    ]);
    // The code stays through the next round, and is that of the podium, too.
    for (const kind of ['countdown', 'question', 'reveal', 'lobby'] as const) {
      if (kind === 'reveal') {
        for (const one of [wrong, other]) await answer(one, true);
        await host.do('skipPhase', {});
      } else await next(host);
      await host.wait('phase', (phase) => phase.kind === kind && (phase.first ?? 0) < 2);
    }
    const atEnd = await host.wait('claimCodes', (told) => told.codes.length > 1);
    expect(atEnd.codes.filter(({ playerId }) => playerId === right.playerId)).toEqual([
      codes[0],
      { playerId: right.playerId, code },
    ]);
    // Nobody of the podium and of the winners is in the last one.
    await next(host);
    await next(host);
    const last = (await host.wait(
      'showItem',
      (item) => item.kind === 'draw' && item.title === 'Prize end' && item.drawn !== undefined,
    )) as ShownDraw & { drawn: DrawnLots };
    const prized = new Set(atEnd.codes.map(({ playerId }) => playerId));
    for (const { playerId } of last.drawn.winners) expect(prized.has(playerId)).toBe(false);
  });

  it('cannot be held by who stands in, but passed over', async () => {
    const room = await hall.openRoom({ scoring: 'flat' }, 2);
    const { host, players } = room;
    const [, oldest, other] = players as [TestClient, TestClient, TestClient];
    await host.do('updateRoomQuizset', { quizSetId: 'evening' });
    await host.do('startGame', {});
    for (const kind of ['countdown', 'question', 'reveal'] as const) {
      await oldest.wait('phase', (phase) => phase.kind === kind);
      await host.do('skipPhase', {});
    }
    await drawOf(oldest, false);
    await host.do('exitRoom', {});
    await oldest.wait('actingHost', ({ playerId }) => playerId === oldest.playerId);
    const { version } = oldest.last('phase')!;
    expect(await oldest.fail('nextPhase', { version })).toBe('NOT_HOST');
    expect(await other.fail('skipPhase', { version })).toBe('NOT_HOST');
    await oldest.do('skipPhase', { version });
    await oldest.wait('phase', (phase) => phase.kind === 'countdown' && phase.version > version);
    expect(oldest.all('showItem').filter((item) => item.kind === 'draw' && item.drawn)).toEqual([]);
  });

  it('with nobody in them have no winner and no code, are told so, and give a new seed', async () => {
    const { host, players } = await hall.openRoom({}, 0);
    expect(players).toHaveLength(1);
    await host.do('updateRoomQuizset', { quizSetId: 'evening' });
    const { drawHash } = await host.wait('updateRoomQuizset', ({ rounds }) => rounds === 2);
    await next(host);
    await next(host);
    const { drawn } = await drawOf(host, true);
    expect(drawn).toMatchObject({ count: 0, winners: [], ms: 0 });
    expect(hashOfSeed(drawn!.seed)).toBe(drawHash);
    expect(decodeBits(drawn!.among)).toEqual([]);
    expect(host.all('claimCodes').flatMap(({ codes }) => codes)).toEqual([]);
    // The host goes on.
    await host.do('startGame', {});
    await host.wait('phase', ({ kind }) => kind === 'countdown');
  });

  it('are refused to players, as every item is', async () => {
    const room = await hall.openRoom({}, 2);
    const { host, players } = room;
    const guest = players[1]!;
    await host.do('updateRoomQuizset', { quizSetId: 'evening' });
    await next(host);
    const { version } = host.last('phase')!;
    for (const name of ['nextPhase', 'goToItem', 'backToItem'] as const)
      expect(await guest.fail(name, { version, item: 'end' })).toBe('NOT_HOST');
  });
});

describe('R27.8 over two processes', () => {
  it('a draw is the same wherever somebody is, and comes later', async () => {
    const fleet = await Fleet.inProcess(2, SLOW, [slowSet(2), EVENING]);
    const host = fleet.connect(0);
    const { gameId } = await host.do('createRoom', { hostPlays: false });
    const guests = await Promise.all([0, 1, 1].map((at, n) => fleet.join(at, gameId, `G${n}`)));
    await host.do('updateRoomQuizset', { quizSetId: 'evening' });
    await next(host);
    await host.wait('showItem');
    await next(host);
    const { drawn } = await drawOf(host, true);
    expect(drawn?.count).toBe(3);
    for (const guest of guests) expect((await drawOf(guest, true)).drawn).toEqual(drawn);
    const late = await fleet.join(1, gameId, 'Late');
    expect((await drawOf(late, true)).drawn).toEqual(drawn);
    const { codes } = await host.wait('claimCodes');
    for (const { playerId, code } of codes) {
      const winner = guests.find((guest) => guest.playerId === playerId);
      expect(await winner?.wait('claimCode')).toEqual({ code });
    }
  });
});
