import { nameOf } from '../../src/protocol/judged-name.js';
import { expect, it } from 'vitest';
import { correct } from '../../src/game/correct.js';
import { isAlive, type RoomState } from '../../src/game/room-state.js';
import type { Transition } from '../../src/game/room-change.js';
import { advance, startGame } from '../../src/game/transitions.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { inZone, LENGTHS, someOptions, someQuestions } from '../support/game-data.js';
import { claim } from '../support/store-verbs.js';
import { after } from '../game/phase-rooms.js';
import { chatOf, from, newRoom, plain, read, seatAll, sorted, type UseParts } from './parts.js';
import { rightOf } from '../support/drawn.js';

const PLAYERS = 10;
const QUESTIONS = 7;

/** A game in which ghosts come back (R14.2), written and read again at every step. */
export function revivalContract(use: UseParts): void {
  it('R14.2 keeps a revival and what corrections make of it, as decided', async () => {
    const parts = use();
    const { store } = parts;
    const options = someOptions({ gameMode: 'SURVIVAL', scoring: 'flat', revival: true });
    const quizSet = { quizSetId: 'test-set', quizCount: QUESTIONS, title: 'Test set' };
    const roomId = (await store.openRoom(newRoom({ options, quizSet })))!;
    await seatAll(parts, roomId, PLAYERS);
    const step = async (decide: (room: RoomState) => Transition): Promise<RoomState> => {
      const room = await read(store, roomId);
      const transition = decide(room);
      const { phase, tally, judged, rules, seats } = plain(after(room, transition));
      expect(await claim(parts, room, transition)).toMatchObject({ kind: 'done' });
      const written = await read(store, roomId);
      expect(plain(written)).toMatchObject({ phase, tally, judged, rules, seats });
      return written;
    };
    const goOn = () => step((room) => advance(room, store.now(), LENGTHS));
    const living = ({ seats }: RoomState): number[] =>
      sorted(seats).flatMap((seat) => (isAlive(seat) ? seat.slot : []));
    const hears = async (slot: number): Promise<boolean> => {
      await store.share(roomId, { moves: [], chats: [{ ...from(slot), message: 'x' }] });
      return (await chatOf(store, roomId)).at(-1)?.livingId !== null;
    };

    await step((room) =>
      startGame(room, { questions: someQuestions(QUESTIONS), random: seeded(1) }, 0, LENGTHS),
    );
    const asked = await goOn();
    const right = rightOf(asked.game!.questions[0]);
    const moves = Array.from({ length: PLAYERS }, (_, slot) => {
      return { ...from(slot), position: inZone(slot < 2 ? right : 3 - right) };
    });
    await store.share(roomId, { moves, chats: [] });
    expect(living(await goOn())).toEqual([0, 1]);
    expect(await hears(2)).toBe(false);
    expect(living(await goOn())).toEqual([0, 1, 2, 3]);
    expect([await hears(2), await hears(4)]).toEqual([true, false]);
    const voided = await step((room) =>
      correct(room, nameOf({ index: 0 }), { isVoid: true, rights: null }),
    );
    expect(living(voided)).toHaveLength(PLAYERS);
    expect(await hears(4)).toBe(true);
    await step((room) => correct(room, nameOf({ index: 0 }), { isVoid: false, rights: null }));
    // In the middle of a question nobody falls; at its end those do who have no life.
    const { judged } = await goOn();
    expect(judged[0]?.revives).toEqual(['p2', 'p3']);
  });
}
