import { describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import {
  answer,
  chatOf,
  goTo,
  settle,
  SLOW,
  slowSet,
  useHall,
  type Hall,
  type OpenRoom,
} from '../support/hall.js';

const hall = useHall(SLOW, [slowSet(20, 4)]);
const seldom = useHall({ ...SLOW, FLUSH_INTERVAL_MS: '300' });

/** Marks that can only come from a ghost. */
const GHOST_WORDS = 'GHOSTLY-WORDS';
const GHOST_POSITION: [number, number] = [0.12345, 0.54321];
const SIGNS = [GHOST_WORDS, '0.12345', '0.54321'];

/** Four players of whom the last two fall in the first question, and a spectator. */
async function haunted(at: Hall = hall) {
  const room = await at.openRoom({ gameMode: 'SURVIVAL' }, 3);
  const screen = await at.join(room.pin, '', { role: 'screen' });
  await goTo(room, 'question');
  for (const [n, player] of room.players.entries()) await answer(player, n < 2);
  await goTo(room, 'reveal');
  const [host, living, ghost, otherGhost] = room.players as [
    TestClient,
    TestClient,
    TestClient,
    TestClient,
  ];
  return { room, host, living, ghost, otherGhost, screen };
}

async function haunt(ghost: TestClient, witness: TestClient): Promise<void> {
  await ghost.do('updatePosition', { newPosition: GHOST_POSITION });
  await ghost.do('chatMessage', { message: GHOST_WORDS });
  await witness.wait('chatMessage', ({ messages }) => messages.at(-1)?.message === GHOST_WORDS);
  await witness.wait('updatePosition', ({ updates }) => hasMove(updates, ghost));
}

const hasMove = (updates: { playerId: string; playerPosition: number[] }[], of: TestClient) =>
  updates.some(
    ({ playerId, playerPosition }) =>
      playerId === of.playerId && playerPosition[0] === GHOST_POSITION[0],
  );

function signsIn(clients: TestClient[]): string[] {
  const frames = clients.flatMap(({ raw }) => raw).join('\n');
  return SIGNS.filter((sign) => frames.includes(sign));
}

const positionOf = (client: TestClient, of: TestClient) =>
  client.last('joinRoom')?.players.find(({ playerId }) => playerId === of.playerId)?.playerPosition;

describe.concurrent('R7 the living and the ghosts', () => {
  it('R7.1 sends no byte of a ghost to the living or a spectator, in every phase', async () => {
    const { room, host, living, ghost, otherGhost, screen } = await haunted();
    for (const [kind, index] of [
      ['reveal', 0],
      ['question', 1],
      ['reveal', 1],
    ] as const) {
      await goTo(room, kind, index);
      await haunt(ghost, otherGhost);
      await haunt(otherGhost, ghost);
      await settle(host, [...room.players, screen]);
      if (kind === 'question') for (const one of [host, living]) await answer(one, true);
    }
    expect(signsIn([host, living, screen])).toEqual([]);
    expect(signsIn([otherGhost])).toEqual(SIGNS);
    const ids = chatOf(living).map(({ id }) => id);
    expect(ids).toEqual(ids.map((_, n) => n + 1));
  });

  it('R7.1 gives a ghost no new name, by its host neither, until the game has ended', async () => {
    const { room, host, living, ghost, otherGhost, screen } = await haunted();
    const ask = { playerId: ghost.playerId, playerName: GHOST_WORDS };
    expect(await host.fail('renamePlayer', ask)).toBe('WRONG_PHASE');
    expect(await ghost.fail('setPlayerName', { playerName: GHOST_WORDS })).toBe('WRONG_PHASE');
    await settle(host, [living, otherGhost, screen]);
    expect(signsIn([...room.players, screen])).toEqual([]);
    // Whoever is alive can be renamed as before.
    await host.do('renamePlayer', { playerId: living.playerId, playerName: 'Alive' });
    await host.do('endGame', {});
    await host.do('renamePlayer', ask);
    for (const one of [living, screen])
      await one.wait('setPlayerName', ({ playerName }) => playerName === GHOST_WORDS);
  });

  it('R7.1 shows newcomers among the living, and those who come back, no trace of a ghost', async () => {
    const { room, host, living, ghost, otherGhost } = await haunted();
    await haunt(ghost, otherGhost);
    living.drop();
    const back = hall.comeBack(living, room.pin, { lastChatId: 0 });
    const screen = hall.connectByQuery({ 'game-id': room.pin }, { role: 'screen' });
    for (const one of [back, screen]) await one.wait('endQuizTime');
    await settle(host, [back, screen]);
    expect(signsIn([back, screen])).toEqual([]);
    const fell = positionOf(screen, ghost);
    expect(fell).not.toEqual(GHOST_POSITION);
    expect(positionOf(back, ghost)).toEqual(fell);
    otherGhost.drop();
    const ghostAgain = hall.comeBack(otherGhost, room.pin);
    await ghostAgain.wait('endQuizTime');
    expect(positionOf(ghostAgain, ghost)).toEqual(GHOST_POSITION);
    expect(chatOf(ghostAgain).map(({ message }) => message)).toContain(GHOST_WORDS);
  });

  it('R7.2 lets ghosts hear and see the living', async () => {
    const { host, living, ghost, otherGhost } = await haunted();
    await living.do('updatePosition', { newPosition: [0.75, 0.875] });
    await settle(living, [host, ghost, otherGhost]);
    for (const one of [host, ghost, otherGhost]) {
      const { updates } = await one.wait('updatePosition', (frame) =>
        frame.updates.some(({ playerPosition: [x, y] }) => x === 0.75 && y === 0.875),
      );
      expect(updates).toContainEqual({
        playerId: living.playerId,
        playerPosition: [0.75, 0.875],
      });
    }
  });

  it('R7.4 gives who fell all positions, and everybody all of them at the end', async () => {
    const { room, host, living, ghost, otherGhost, screen } = await haunted();
    const ids = room.players.map(({ playerId }) => playerId).toSorted();
    const isFull = ({ updates }: { updates: { playerId: string }[] }) =>
      updates
        .map(({ playerId }) => playerId)
        .toSorted()
        .join() === ids.join();
    for (const one of [ghost, otherGhost]) await one.wait('updatePosition', isFull);
    await haunt(ghost, otherGhost);
    const before = new Map(
      [...room.players, screen].map((one) => [one, one.all('updatePosition').length]),
    );
    await host.do('endGame', {});
    await settle(ghost, [...room.players, screen]);
    for (const [one, n] of before) {
      const frames = one.all('updatePosition').slice(n);
      expect(frames.filter(isFull)).toHaveLength(1);
      const place = frames
        .find(isFull)!
        .updates.find(({ playerId }) => playerId === ghost.playerId)!.playerPosition;
      expect(place).toEqual(GHOST_POSITION);
    }
    // What was said among ghosts stays among them.
    for (const one of [host, living, screen])
      expect(one.raw.join('\n').includes(GHOST_WORDS)).toBe(false);
    await settle(living, [ghost]);
  });

  it('R7.4 numbers the flushes of every connection upwards', async () => {
    const { room, ghost, otherGhost, host, screen } = await haunted();
    await haunt(ghost, otherGhost);
    await host.do('updatePosition', { newPosition: [0.1, 0.1] });
    await settle(host, [...room.players, screen]);
    for (const one of [...room.players, screen]) {
      const seqs = one.all('updatePosition').map(({ seq }) => seq);
      expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
    }
  });

  it('R5.3, R7.1 holds moves of after the deadline back for the next phase', async () => {
    const { host, living } = await haunted();
    expect(host.last('phase')?.kind).toBe('reveal');
    await living.do('updatePosition', { newPosition: [0.0625, 0.0625] });
    const { updates } = await host.wait('updatePosition', (frame) =>
      frame.updates.some(({ playerPosition: [x] }) => x === 0.0625),
    );
    expect(updates).toEqual([{ playerId: living.playerId, playerPosition: [0.0625, 0.0625] }]);
  });
});

describe.concurrent('R7.3 late joiners', () => {
  const marksOf = (client: TestClient, index: number, of: TestClient) =>
    client.all('endQuizTime')[index]?.players.find(({ playerId }) => playerId === of.playerId);

  it('R7.3 plays a ranking game from the next question on, with 0 points', async () => {
    const room = await hall.openRoom({ gameMode: 'RANKING' }, 1);
    await goTo(room, 'countdown');
    const early = await hall.join(room.pin, 'In the countdown');
    room.players.push(early);
    await goTo(room, 'question');
    const late = await hall.join(room.pin, 'In the question');
    room.players.push(late);
    expect(late.self).toMatchObject({ isAlive: true, score: 0 });
    for (const player of room.players) await answer(player, true);
    await goTo(room, 'reveal');
    const later = await hall.join(room.pin, 'In the reveal');
    room.players.push(later);
    const { host } = room;
    expect(marksOf(host, 0, early)).toMatchObject({ isAnswer: true, score: 333 });
    expect(marksOf(host, 0, late)).toMatchObject({ isAnswer: false, score: 0, isAlive: true });
    await goTo(room, 'question', 1);
    for (const player of room.players) await answer(player, true);
    await goTo(room, 'reveal', 1);
    for (const [player, score] of [
      [early, 533],
      [late, 200],
      [later, 200],
    ] as const)
      expect(marksOf(host, 1, player)).toMatchObject({ isAnswer: true, score });
  });

  it.each(['countdown', 'question', 'reveal'] as const)(
    'R7.3 makes who joins a survival game in the %s a ghost',
    async (kind) => {
      const room: OpenRoom = await hall.openRoom({ gameMode: 'SURVIVAL' }, 1);
      await goTo(room, kind === 'countdown' ? kind : 'question');
      if (kind !== 'countdown') for (const player of room.players) await answer(player, true);
      await goTo(room, kind);
      const late = await hall.join(room.pin, 'Late');
      expect(late.self).toMatchObject({ isAlive: false, score: 0 });
      await late.do('chatMessage', { message: GHOST_WORDS });
      await late.do('updatePosition', { newPosition: GHOST_POSITION });
      await late.wait('updatePosition', ({ updates }) => hasMove(updates, late));
      await settle(room.host, [...room.players, late]);
      expect(signsIn(room.players)).toEqual([]);
      await room.host.do('endGame', {});
      await settle(late, room.players);
    },
  );

  it('R7.2 shows other ghosts where a late ghost went within the flush of its coming', async () => {
    const { room, ghost, otherGhost } = await haunted(seldom);
    await settle(ghost, [otherGhost]);
    const late = seldom.connectByQuery({ 'game-id': room.pin });
    // A flush has just been, so this is there before the next one.
    late.socket.on('connect', () => late.tell('updatePosition', { newPosition: GHOST_POSITION }));
    await late.wait('phase');
    await settle(ghost, [otherGhost, late]);
    const seen = otherGhost.heard.flatMap(({ payload }) => {
      const { players = [], updates = [] } = (payload ?? {}) as {
        players?: { playerId: string; playerPosition: number[] }[];
        updates?: { playerId: string; playerPosition: number[] }[];
      };
      return [...players, ...updates].filter(({ playerId }) => playerId === late.playerId);
    });
    expect(seen.at(-1)?.playerPosition).toEqual(GHOST_POSITION);
  });
});
