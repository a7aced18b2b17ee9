import { describe, expect, it } from 'vitest';
import { drawInt, drawOne, type Random } from '../../src/game/random.js';
import { advance, endGame, extend, pause, resume, startGame } from '../../src/game/transitions.js';
import type { RoomState } from '../../src/game/room-state.js';
import { RoomView } from '../../src/batch/room-view.js';
import type { RoomSnapshot, RoomStore } from '../../src/store/contract.js';
import { LENGTHS, codeOf, inZone, someOptions, someQuestions } from '../support/game-data.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { heardUpTo, listen, open, read, request, seatAll, type UseParts } from './parts.js';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const VERBS = 120;

/** All of a room that a process has a copy of. */
function copyOf(snapshot: RoomSnapshot): object {
  return facesOf(new RoomView(structuredClone(snapshot)));
}

function facesOf(view: RoomView): object {
  const { seats, chat, ...rest } = view;
  return { ...rest, seats: [...seats.values()].sort((a, b) => a.slot - b.slot), chat: chat.all() };
}

type Verb = (store: RoomStore, roomId: string, random: Random, room: RoomState) => Promise<unknown>;

const someSlot = (random: Random): number => drawInt(random, 12);
const someEpoch = (random: Random): number => 1 + drawInt(random, 3);
const seatVerb: Verb = (store, roomId, random) => {
  const n = drawInt(random, 12);
  const playerName = `Name ${drawInt(random, 4)}`;
  const changes = { playerId: `p${n}-${random()}`, connectionId: `c${random()}`, playerName };
  return store.seatPlayer(roomId, request(n, changes));
};
const shareVerb: Verb = (store, roomId, random, { seats }) => {
  const position = inZone(1 + drawInt(random, 2));
  const moves = seats.map(({ slot, epoch }) => ({ slot, epoch, position }));
  const chats = [{ slot: someSlot(random), epoch: someEpoch(random), message: String(random()) }];
  return store.share(roomId, { moves: moves.filter(() => random() < 0.5), chats });
};
const phaseVerb: Verb = (store, roomId, random, room) => {
  const now = store.now();
  const questions = someQuestions(5);
  const transition =
    room.phase.kind === 'lobby'
      ? startGame(room, questions, now, random, LENGTHS)
      : drawOne(random, [
          () => advance(room, now, LENGTHS),
          () => advance(room, now, LENGTHS),
          () => (random() < 0.2 ? endGame(room) : extend(room)),
          () => pause(room, now),
          () => resume(room, now),
        ])();
  const fromVersion = room.phase.version - drawInt(random, 2) * drawInt(random, 2);
  return store.claimPhase(roomId, { fromVersion, deadline: 'any', transition });
};
/** Everything that can happen in a room, at random and often in vain. */
export const VERB_LIST: Verb[] = [
  seatVerb,
  seatVerb,
  shareVerb,
  shareVerb,
  phaseVerb,
  phaseVerb,
  (store, roomId, random) => store.dropPlayer(roomId, someSlot(random), someEpoch(random)),
  (store, roomId, random) => {
    const who = { slot: someSlot(random), serial: 1 + drawInt(random, 2) };
    return store.removePlayer(roomId, who, random() < 0.1 ? 'kicked' : 'left');
  },
  (store, roomId, random) => {
    const who = { slot: someSlot(random), serial: 1 };
    return store.renamePlayer(roomId, who, `Name ${drawInt(random, 4)}`);
  },
  (store, roomId, random, { hostId, seats }) => {
    const to = seats.length === 0 ? '' : drawOne(random, seats).playerId;
    const from = random() < 0.3 ? 'nobody' : hostId;
    return store.setHost(roomId, {
      from,
      to,
      isHandedOver: random() < 0.5,
      ifAway: random() < 0.2,
    });
  },
  (store, roomId, random) =>
    store.updateRoom(
      roomId,
      {
        options: { title: `Title ${random()}`, isLocked: random() < 0.1 },
        screen: { showChat: random() < 0.5 },
        muted: random() < 0.5,
      },
      { inLobby: random() < 0.5 },
    ),
];

/** Facts, and the bus that carries them. */
export function factsContract(use: UseParts): void {
  describe('facts', () => {
    it.each(SEEDS)('make a copy equal to the room, without a gap (seed %i)', async (seed) => {
      const parts = use();
      const { store } = parts;
      const random = seeded(seed);
      const { roomId } = await open(store, {
        options: someOptions({ gameMode: seed % 2 === 0 ? 'SURVIVAL' : 'RANKING' }),
      });
      await seatAll(store, roomId, 4);
      const heard = await listen(parts, roomId);
      const first = (await store.snapshot(roomId)) as RoomSnapshot;
      const view = new RoomView(structuredClone(first));
      for (let i = 0; i < VERBS; i++) {
        const room = await read(store, roomId);
        await codeOf(() => drawOne(random, VERB_LIST)(store, roomId, random, room));
        if (i % 10 === 0) await parts.passTime(2);
      }
      const last = (await store.snapshot(roomId)) as RoomSnapshot;
      const facts = await heardUpTo(heard, last.state.seq);
      expect(facts.map(({ seq }) => seq)).toEqual(facts.map((_, i) => first.state.seq + 1 + i));
      expect(facts.length).toBeGreaterThan(VERBS / 3);
      for (const fact of structuredClone(facts)) view.apply(fact);
      expect(facesOf(view)).toEqual(copyOf(last));
    });

    it('stay as they were told, whatever happens next', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      const heard = await listen(parts, roomId);
      const { seat } = await store.seatPlayer(roomId, request(0));
      const [told] = await heardUpTo(heard, 2);
      const before = structuredClone(told);
      await store.renamePlayer(roomId, seat, 'New');
      await store.share(roomId, { moves: [{ slot: 0, epoch: 1, position: [9, 9] }], chats: [] });
      const chats = [{ slot: 0, epoch: 1, message: 'said' }];
      await store.share(roomId, { moves: [], chats });
      const said = (await heardUpTo(heard, 5)).at(-1);
      const saidBefore = structuredClone(said);
      const copy = (await store.snapshot(roomId))!;
      const copyBefore = structuredClone(copy);
      await store.removePlayer(roomId, seat, 'kicked');
      await heardUpTo(heard, 6);
      expect([told, said, copy.chat]).toEqual([before, saidBefore, copyBefore.chat]);
    });

    it('are told only to those who listen to their room', async () => {
      const parts = use();
      const { store, bus } = parts;
      const [here, there] = [await open(store), await open(store)];
      const heardHere = await listen(parts, here.roomId);
      const heardThere = await listen(parts, there.roomId);
      const second = await listen(parts, here.roomId);
      const gone: unknown[] = [];
      const stop = await bus.subscribe(here.roomId, (fact) => gone.push(fact));
      await stop();
      await store.seatPlayer(here.roomId, request(0));
      await store.seatPlayer(there.roomId, request(1));
      const facts = await heardUpTo(heardHere, 2);
      expect(await heardUpTo(second, 2)).toEqual(facts);
      expect(await heardUpTo(heardThere, 2)).toMatchObject([
        { seat: { playerId: 'p1' } },
        { seq: 2 },
      ]);
      expect(facts).toMatchObject([{ seat: { playerId: 'p0' } }, { seq: 2 }]);
      expect(gone).toEqual([]);
    });

    it('reach everybody in their order, also when a listener itself makes another', async () => {
      const parts = use();
      const { store, bus } = parts;
      const { roomId } = await open(store);
      await bus.subscribe(roomId, ({ seq }) => {
        if (seq < 4) void store.updateRoom(roomId, { muted: true }, { inLobby: false });
      });
      const second = await listen(parts, roomId);
      await store.updateRoom(roomId, { muted: true }, { inLobby: false });
      const facts = await heardUpTo(second, 4);
      expect(facts.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    });

    it('follow without a gap on a snapshot that is taken while they come', async () => {
      const parts = use();
      const { store } = parts;
      const { roomId } = await open(store);
      const heard = await listen(parts, roomId);
      const joins = Array.from({ length: 30 }, (_, n) => store.seatPlayer(roomId, request(n)));
      const snapshot = (await store.snapshot(roomId)) as RoomSnapshot;
      await Promise.all(joins);
      const last = (await store.snapshot(roomId)) as RoomSnapshot;
      const view = new RoomView(structuredClone(snapshot));
      for (const fact of await heardUpTo(heard, last.state.seq))
        if (fact.seq > view.seq) view.apply(fact);
      expect(facesOf(view)).toEqual(copyOf(last));
    });
  });

  describe('reads', () => {
    it('are copies: changing them changes nothing', async () => {
      const { store } = use();
      const { roomId } = await open(store);
      await seatAll(store, roomId, 2);
      await store.share(roomId, { moves: [], chats: [{ slot: 0, epoch: 1, message: 'x' }] });
      const state = await read(store, roomId);
      await store.dropPlayer(roomId, 1, 1);
      expect(state.seats[1]).toMatchObject({ connectionId: 'c1', droppedAt: null });
      const before = structuredClone(await store.snapshot(roomId)) as RoomSnapshot;

      const mine = (await store.snapshot(roomId)) as RoomSnapshot;
      mine.state.seats.pop();
      mine.state.seats[0]!.score = 999;
      mine.chat.pop();
      const room = await read(store, roomId);
      room.seats[1]!.playerName = 'changed';
      room.options.title = 'changed';
      room.quizSet.title = 'changed';
      room.screen.showChat = true;
      room.hostId = 'changed';
      const { seat } = await store.seatPlayer(roomId, request(0, { connectionId: 'c0' }));
      seat.playerName = 'changed';

      const after = (await store.snapshot(roomId)) as RoomSnapshot;
      before.state.seats[0]!.epoch = 2;
      before.state.seq += 1;
      before.state.lastActivityAt = after.state.lastActivityAt;
      expect(after).toEqual(before);
    });
  });
}
