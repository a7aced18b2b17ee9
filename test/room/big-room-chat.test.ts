import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { STEPS, type CompactFlush } from '../../src/protocol/index.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { CrowdEar } from '../support/crowd-ear.js';
import { CutChannel } from '../support/cut-channel.js';
import { restoreStore } from '../support/restored-store.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

const PLAYERS = 16;
const STEP_MS = 20;
const STEPS_IN_ALL = 1_000;

let stage: Stage;
let roomId: string;
let channel: CutChannel;
let people: Person[];

/** Somebody with a phone that may read late, lose its connection with what it has not read, and come back. */
class Person {
  readonly ear = new CrowdEar();
  /** Until then it reads nothing. */
  readsFrom = 0;
  private read = 0;

  constructor(
    readonly name: string,
    public actor: Actor | null,
  ) {}

  listen(step: number): void {
    if (this.actor === null || step < this.readsFrom) return;
    const { connectionId } = this.actor;
    const heard = stage.broadcaster.heard(connectionId);
    for (; this.read < heard.length; this.read++) {
      const { event, payload } = heard[this.read]!;
      if (event === 'flush') this.ear.read(payload as CompactFlush);
    }
    stage.room(roomId).echo(connectionId, this.ear.seq);
  }

  get isCutOff(): boolean {
    return this.actor !== null && stage.broadcaster.terminated.includes(this.actor.connectionId);
  }

  async drop(): Promise<void> {
    await stage.drop(this.actor!);
    this.actor = null;
  }

  async comeBack(): Promise<void> {
    this.read = 0;
    this.actor = await stage.sit(roomId, this.name, this.ear.cursor);
  }
}

beforeEach(() => {
  stage = openStage();
  stage.format = 'compact';
  channel = new CutChannel(stage.bus);
  people = [];
});
afterEach(() => closeStage(stage));

async function openRoom(gameMode: 'RANKING' | 'SURVIVAL'): Promise<void> {
  roomId = await stage.open({ maxPlayerCount: 1_000, gameMode });
  for (let n = 0; n < PLAYERS; n++)
    people.push(new Person(`Player ${n}`, await stage.sit(roomId, `Player ${n}`)));
  await stage.pass(200);
  // Who has heard nothing yet comes back as a newcomer does, to the last few messages.
  await stage.finish(stage.say(people[0]!.actor!, 'hello'));
  await stage.pass(200);
  for (const person of people) person.listen(0);
}

/** What a copy has missed is told it as a whole, as where the log has it no more. */
function tellSnapshots(): void {
  const { store } = stage;
  store.since = async (id) => {
    const snapshot = await store.snapshot(id);
    return snapshot && { kind: 'snapshot', snapshot };
  };
}

/** All walk, talk, go and come back, fall behind and are cut off, and a game is played; returns what was taken. */
async function play(random: () => number): Promise<Set<string>> {
  const taken = new Set<string>();
  const refused: unknown[] = [];
  const { driver } = stage;
  for (let step = 0; step < STEPS_IN_ALL; step++) {
    const one = people[Math.floor(random() * PLAYERS)]!;
    const { actor } = one;
    if (actor === null) await one.comeBack();
    else if (random() < 0.03) await one.drop();
    else if (random() < 0.01) one.readsFrom = step + 150 + Math.floor(random() * 150);
    else if (random() < 0.25 && actor.isAdmitted()) {
      const message = `message ${step}`;
      stage.say(actor, message).then(
        () => taken.add(message),
        (error: unknown) => refused.push(error),
      );
    }
    for (const { actor } of people)
      if (actor?.isAdmitted() && random() < 0.1)
        stage.move(actor, [Math.floor(random() * STEPS), Math.floor(random() * STEPS)]);
    if (random() < 0.01) await channel.inTheDark(() => stage.pass(3 * STEP_MS));
    if (random() < 0.02) await stage.directory.compare();
    if (step % 200 === 50) {
      const { kind } = stage.room(roomId).view.phase;
      if (kind === 'lobby') await driver.start(roomId, false);
      else await stage.finish(driver.adjust(roomId, 'skip'), 1);
    }
    await stage.pass(STEP_MS);
    for (const person of people) {
      // Whoever reads nothing for too long is cut off.
      if (person.isCutOff) await person.drop();
      person.listen(step);
    }
  }
  for (let second = 0; second < 8; second++) {
    for (const person of people) {
      if (person.isCutOff) await person.drop();
      if (person.actor === null) await person.comeBack();
      person.listen(Infinity);
    }
    await stage.directory.compare();
    await stage.pass(1_000);
  }
  for (const person of people) person.listen(Infinity);
  return taken;
}

describe('R23.4, R8.1 the chat of a big room', () => {
  it.each([1, 2, 6])(
    'is told to everybody once, to who goes and comes, falls behind or is cut off, seed %i',
    async (seed) => {
      if (seed % 2 === 0) tellSnapshots();
      await openRoom('RANKING');
      const taken = await play(seeded(seed));
      const { chat } = (await stage.store.snapshot(roomId))!;
      const kept = chat.map(({ message }) => message);
      expect(taken.size).toBeGreaterThan(100);
      expect([...taken].filter((message) => !kept.includes(message))).toEqual([]);
      for (const { ear } of people) {
        expect(ear.chat.map(({ message }) => message)).toEqual(kept);
        expect(ear.chat.map(({ id }) => id)).toEqual(kept.map((_, n) => n + 1));
      }
    },
  );

  it.each([1, 2, 6])(
    'R7.2 is told to the living and to ghosts as far as they hear it, once, seed %i',
    async (seed) => {
      if (seed % 2 === 0) tellSnapshots();
      await openRoom('SURVIVAL');
      await play(seeded(10 + seed));
      const { chat } = (await stage.store.snapshot(roomId))!;
      const forAll = chat.flatMap(({ livingId, message }) => (livingId === null ? [] : message));
      expect(forAll.length).toBeGreaterThan(50);
      const order = new Map(chat.map(({ message }, n) => [message, n]));
      for (const { ear } of people) {
        const heard = ear.chat.map(({ message }) => message);
        expect(new Set(heard).size).toBe(heard.length);
        expect(heard.filter((message) => forAll.includes(message))).toEqual(forAll);
        const places = heard.map((message) => order.get(message));
        expect(places).toEqual(places.toSorted((a, b) => a! - b!));
      }
    },
  );

  it.each([1, 2, 3, 4, 5, 6])(
    'R4.5 misses nothing that a store still has which comes back without its last second, seed %i',
    async (seed) => {
      const random = seeded(20 + seed);
      await openRoom('RANKING');
      const steps = async (count: number): Promise<void> => {
        for (let step = 0; step < count; step++) {
          const { actor } = people[Math.floor(random() * PLAYERS)]!;
          if (random() < 0.3) stage.chat(actor!, `message ${random()}`);
          stage.move(actor!, [Math.floor(random() * STEPS), Math.floor(random() * STEPS)]);
          await stage.pass(5 * Math.floor(random() * 5));
          for (const person of people) person.listen(0);
        }
      };
      await steps(40);
      const known = (await stage.store.snapshot(roomId))!;
      await steps(20);
      // Where something was decided that is lost, too, everybody starts anew.
      const isAnew = seed % 2 === 0;
      if (isAnew) await stage.rooms.changeSettings(stage.room(roomId), { slowSeconds: 1 });
      restoreStore(stage.store, known);
      await stage.directory.compare();
      await steps(40);
      await stage.pass(1_000);
      for (const person of people) person.listen(0);
      const { chat } = (await stage.store.snapshot(roomId))!;
      const kept = chat.map(({ message }) => message);
      expect(kept.length).toBeGreaterThan(known.chat.length);
      for (const { ear } of people) {
        expect(ear.visits).toBe(isAnew ? 2 : 1);
        const heard = new Set(ear.chat.map(({ message }) => message));
        expect([...heard].filter((message) => kept.includes(message))).toEqual(kept);
        const ids = new Map(ear.chat.map(({ message, id }) => [message, id]));
        expect(kept.map((message) => ids.get(message))).toEqual(kept.map((_, n) => n + 1));
      }
    },
  );
});
