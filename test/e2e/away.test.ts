import { describe, expect, it } from 'vitest';
import { earlyPoints } from '../../src/game/scoring.js';
import type { Mark } from '../../src/protocol/index.js';
import type { TestClient } from '../support/client.js';
import { answer, goTo, SLOW, useHall, type OpenRoom } from '../support/hall.js';

const hall = useHall({ ...SLOW, GET_READY_MS: '200' });

const GUEST = 1;

async function isAway(room: OpenRoom, player: TestClient): Promise<void> {
  const { host } = room;
  player.drop();
  await host.wait('updatePresence', ({ players }) =>
    players.some(({ playerId, connected }) => playerId === player.playerId && !connected),
  );
}

/** A room with two guests, of whom one is away when the first question begins. */
async function askedAway(options: Parameters<typeof hall.openRoom>[0]): Promise<OpenRoom> {
  const room = await hall.openRoom(options, 2);
  await room.host.do('startGame', {});
  await room.host.wait('phase', ({ kind }) => kind === 'countdown');
  await isAway(room, room.players[GUEST]!);
  await goTo(room, 'question');
  return room;
}

/** Everybody who is here answers right, and the question is judged. */
async function judged(room: OpenRoom): Promise<Mark[]> {
  const { host, players } = room;
  for (const player of players) if (player.socket.connected) await answer(player, true);
  await goTo(room, 'reveal');
  return (await host.wait('endQuizTime')).players;
}

const markOf = (marks: readonly Mark[], { playerId }: TestClient): Mark | undefined =>
  marks.find((mark) => mark.playerId === playerId);

describe.concurrent('R5.4 a player who is away', () => {
  it('from get-ready to the bell is not asked', async () => {
    const room = await askedAway({});
    const guest = room.players[GUEST]!;
    const marks = await judged(room);
    expect(markOf(marks, guest)).toMatchObject({ played: false, isAnswer: false, score: 0 });
    // The two others share the points.
    expect(markOf(marks, room.host)).toMatchObject({ played: true, gain: 500 });
  });

  it('is asked where they come back in the middle of it', async () => {
    const room = await askedAway({});
    const { pin, host, players } = room;
    const back = hall.comeBack(players[GUEST]!, pin);
    players[GUEST] = back;
    await back.wait('startQuizTime');
    await host.wait('updatePresence', (told) =>
      told.players.some(({ playerId, connected }) => playerId === back.playerId && connected),
    );
    const marks = await judged(room);
    expect(markOf(marks, back)).toMatchObject({ played: true, isAnswer: true, gain: 333 });
  });

  it('loses a life in survival', async () => {
    const room = await askedAway({ gameMode: 'SURVIVAL' });
    const guest = room.players[GUEST]!;
    const marks = await judged(room);
    expect(markOf(marks, guest)).toMatchObject({ played: true, isAnswer: false, isAlive: false });
    expect(markOf(marks, room.host)).toMatchObject({ isAlive: true, score: 1 });
  });
});

describe('R6.15 a tap on the own place', () => {
  it('is a move: who stands still has half of the limit, and who taps the least time', async () => {
    const room = await hall.openRoom({ scoring: 'early', choiceOrder: 'written' }, 1);
    const { host, players } = room;
    const guest = players[GUEST]!;
    await goTo(room, 'question');
    await judged(room);
    const told = host.all('endQuizTime').length;
    await goTo(room, 'question', 1);
    // The same place as before, where the host stands as well.
    await answer(guest, true);
    await goTo(room, 'reveal', 1);
    await host.until(() => host.all('endQuizTime').length > told, 'the next reveal');
    const marks = host.last('endQuizTime')!.players;
    expect(markOf(marks, guest)).toMatchObject({ isAnswer: true, gain: 1_000 });
    expect(markOf(marks, host)).toMatchObject({
      isAnswer: true,
      gain: earlyPoints(30_000, 60_000, 'visible'),
    });
  });
});
