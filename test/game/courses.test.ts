import { describe, expect, it } from 'vitest';
import { applyChange } from '../../src/game/apply-change.js';
import { draftOf } from '../../src/game/draft.js';
import { drawInt, drawOne } from '../../src/game/shared/random.js';
import type { RoomChange } from '../../src/game/room-change.js';
import type { RoomCommand } from '../../src/game/room-command.js';
import { copyRoom, type Revision, type RoomState } from '../../src/game/room-state.js';
import { RoomError } from '../../src/protocol/index.js';
import { decideAll } from '../../src/server/live/store/room-writer.js';
import { EPOCH } from '../support/game-data.js';
import type { Question } from '../../src/game/shared/quiz-set.js';
import { WRITTEN } from '../support/kinds.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { OWNER, Process, Store } from './course-store.js';
import { RandomCourse } from './random-course.js';
import { expectEqual, opened, plain } from './room-trial.js';

/** One that has failed stays here. */
const SEEDS = Array.from({ length: 24 }, (_, n) => n + 1);
const STEPS = 120;
const TRIES = 12;

function start(seed: number, questions?: readonly Question[]) {
  const course = new RandomCourse(seeded(seed), [], questions);
  const gameMode = seed % 2 === 0 ? 'SURVIVAL' : 'RANKING';
  const first = opened({ gameMode, maxPlayerCount: 6, isPublic: seed % 3 === 0 }, OWNER);
  return { course, first };
}

/** How many of all steps are commands and transitions; the others share what people do. */
interface Shares {
  commands: number;
  claims: number;
}

function run(seed: number, shares: Shares, questions?: readonly Question[]): Store {
  const { course, first } = start(seed, questions);
  const { random } = course;
  const store = new Store(first);
  const processes = ['a', 'b', 'c'].map((name) => new Process(name, store, first));
  let now = EPOCH;

  const command = (process: Process): void => {
    const count = 1 + drawInt(random, 4);
    // They are given by people who know one copy or another.
    const commands = Array.from({ length: count }, () =>
      course.command(drawOne(random, [process.copy, store.document]), process.name),
    );
    for (let tries = 0; tries < TRIES; tries++) {
      const { append } = decideAll(process.copy, commands, now);
      if (process.append(append, now, course.chance(0.15)) === 'done') return;
      // Others go on meanwhile, and what comes of it is heard in part.
      if (course.chance(0.3)) claim(drawOne(random, processes));
      process.hear(1 + drawInt(random, 4));
    }
    process.hear(Infinity);
    const { append } = decideAll(process.copy, commands, now);
    expect(process.append(append, now, false)).toBe('done');
  };

  const claim = (process: Process): void => {
    const { copy } = process;
    const transition = ((): ReturnType<typeof course.transition> | undefined => {
      try {
        return course.transition(copy, now);
      } catch (error) {
        if (error instanceof RoomError) return undefined;
        throw error;
      }
    })();
    if (transition === undefined) return;
    const change: RoomChange = { kind: 'phase', ...transition };
    const after = draftOf(copy);
    applyChange(after, change);
    const expects = new Set<Revision>(['phase']);
    const isBehind = copy.revisions.roster !== store.document.revisions.roster;
    const append = { before: copy, after, expects, changes: [change], deadline: 'any' as const };
    const outcome = process.append(append, now, course.chance(0.1));
    if (outcome === 'done' && isBehind) store.note('claims behind the roster');
  };

  for (let step = 0; step < STEPS; step++) {
    now += drawInt(random, course.chance(0.2) ? 8_000 : 400);
    const process = drawOne(random, processes);
    process.hear(course.chance(0.4) ? Infinity : drawInt(random, 3));
    if (course.chance(0.03)) process.restart();
    const die = random();
    if (die < shares.commands) command(process);
    else if (die < shares.commands + shares.claims) claim(process);
    else store.share(course.moves(process.copy), course.texts(process.copy));
  }
  for (const process of processes) process.hear(Infinity);
  store.checkNames();
  return store;
}

describe('R4.5 several processes that decide on copies', () => {
  const seen = new Map<string, number>();

  it.each(SEEDS)('come to one and the same room, seed %i', (seed) => {
    const store = run(seed, { commands: 0.6, claims: 0.25 });
    for (const [what, count] of store.seen) seen.set(what, (seen.get(what) ?? 0) + count);
    expect(store.log.length).toBeGreaterThan(STEPS / 6);
  });

  it('and all of it has been there', () => {
    for (const [what, least] of [
      ...(['seated', 'attached', 'dropped', 'left', 'renamed', 'host'] as const).map(
        (kind) => [kind, 50] as const,
      ),
      ...(['helpers', 'settings', 'phase', 'screenAdded', 'screensRemoved'] as const).map(
        (kind) => [kind, 50] as const,
      ),
      ['acting', 20],
      ['stale', 500],
      ['lost answers', 100],
      ['claims behind the roster', 50],
      ['ghosts', 50],
    ] as const)
      expect([what, (seen.get(what) ?? 0) >= least]).toEqual([what, true]);
  });
});

describe('R16.14 several processes on which people write', () => {
  const seen = new Map<string, number>();

  it.each(SEEDS)('come to one and the same room, seed %i', (seed) => {
    const store = run(seed, { commands: 0.25, claims: 0.45 }, WRITTEN);
    for (const [what, count] of store.seen) seen.set(what, (seen.get(what) ?? 0) + count);
    expect(store.log.length).toBeGreaterThan(STEPS / 12);
  });

  it('and all of it has been there', () => {
    for (const [what, least] of [
      ['texts', 200],
      ['texts that come too late', 20],
      ['ends of writing', 5],
      ['walks to texts', 5],
    ] as const)
      expect([what, (seen.get(what) ?? 0) >= least]).toEqual([what, true]);
  });
});

describe('a batch', () => {
  it.each(SEEDS)('R4.5 on a draft is the same as one command after the other, seed %i', (seed) => {
    const { course, first } = start(seed, seed % 3 === 0 ? WRITTEN : undefined);
    const { random } = course;
    const room = copyRoom(first);
    let now = EPOCH;
    const decide = (on: RoomState, command: RoomCommand<unknown>): unknown => {
      try {
        const decision = command.decide(on, now);
        const told = JSON.stringify(decision);
        for (const change of decision.changes) applyChange(on, change);
        // What was decided does not change with what it does.
        expect(JSON.stringify(decision)).toBe(told);
        return JSON.parse(told);
      } catch (error) {
        if (error instanceof RoomError) return error.code;
        throw error;
      }
    };
    for (let batch = 0; batch < 25; batch++) {
      now += drawInt(random, 6_000);
      const commands = Array.from({ length: 1 + drawInt(random, 8) }, () =>
        course.command(room, drawOne(random, ['a', 'b', 'c'])),
      );
      for (const { slot, generation: _, question: _key, ...text } of course.texts(room))
        room.texts.set(slot, text);
      const before = plain(room);
      const draft = draftOf(room);
      const onDraft = commands.map((command) => decide(draft, command));
      expect(plain(room)).toEqual(before);
      const { append, results } = decideAll(room, commands, now);
      const oneByOne = commands.map((command) => decide(room, command));
      expect(onDraft).toEqual(oneByOne);
      expectEqual(draft, room);
      expectEqual(append.after, room);
      const told = results.map((one) =>
        'error' in one
          ? (one.error as RoomError).code
          : (JSON.parse(JSON.stringify(one)) as unknown),
      );
      expect(told).toEqual(oneByOne);
      if (course.chance(0.3)) {
        try {
          applyChange(room, { kind: 'phase', ...course.transition(room, now) });
        } catch (error) {
          if (!(error instanceof RoomError)) throw error;
        }
      }
    }
  });
});
