import { describe, expect, it } from 'vitest';
import { MemoryBus } from '../../src/server/live/store/memory/memory-bus.js';
import { MemoryStore } from '../../src/server/live/store/memory/memory-store.js';
import { MemoryTimer } from '../../src/server/live/store/memory/memory-timer.js';
import { SleepWatch } from '../../src/server/live/store/memory/sleep-watch.js';
import { RoomWriter } from '../../src/server/live/store/room-writer.js';
import { EPOCH, request } from '../support/game-data.js';
import { claim, seatPlayer } from '../support/store-verbs.js';
import { asking } from '../game/room-trial.js';
import { newRoom } from './parts.js';

/** A machine whose clocks pass by hand. */
class Machine {
  up = 100_000;
  steady = 5_000;
  readonly watch: SleepWatch;

  constructor(readonly platform: NodeJS.Platform) {
    const clocks = { upMs: () => this.up, steadyMs: () => this.steady, platform };
    this.watch = new SleepWatch(clocks);
  }

  awake(ms: number): void {
    this.up += ms;
    this.steady += ms;
  }

  asleep(ms: number): void {
    this.up += ms;
    if (this.platform !== 'linux') this.steady += ms;
  }
}

describe('R25.7 a machine that slept', () => {
  it.each(['linux', 'darwin', 'win32'] as const)(
    'is found out on %s, once, and a short nap is not',
    (platform) => {
      const machine = new Machine(platform);
      machine.awake(1_000);
      expect(machine.watch.look()).toBeUndefined();
      machine.asleep(2_000);
      expect(machine.watch.look()).toBeUndefined();
      machine.asleep(60_000);
      expect(machine.watch.look()?.sleptMs).toBe(60_000);
      machine.awake(1_000);
      expect(machine.watch.look()).toBeUndefined();
    },
  );

  it.each(['linux', 'darwin', 'win32'] as const)(
    'on %s: no deadline that came meanwhile ends a question, and the host goes on',
    async (platform) => {
      const machine = new Machine(platform);
      const from = machine.steady;
      const now = (): number => EPOCH + machine.steady - from;
      const bus = new MemoryBus();
      const timer = new MemoryTimer(now);
      const store = new MemoryStore(bus, timer, now, { sleeps: machine.watch });
      const parts = { store, writer: new RoomWriter(store) };
      const roomId = (await store.openRoom(newRoom()))!;
      await seatPlayer(parts, roomId, request(1));
      const quiet = (await store.openRoom(newRoom()))!;
      await claim(parts, (await store.readRoom(roomId))!, { phase: asking(1, 0) });
      const asked = (await store.readRoom(roomId))!;
      machine.awake(3_000);
      store.lookForSleep();
      machine.asleep(600_000);
      // A timer that fires at once after the sleep comes too late.
      const due = { phase: { kind: 'lobby', version: 2, results: null } } as const;
      expect((await claim(parts, asked, due, 'due')).kind).toBe('stale');
      const { phase } = (await store.readRoom(roomId))!;
      if (phase.kind !== 'question') throw new Error('the question is gone');
      expect(phase.clock.curtain).toEqual({ break: null, awayMs: 600_000 });
      expect(phase.clock.endTime - phase.clock.pausedAt!).toBe(12_000);
      expect((await store.readRoom(quiet))!.phase.version).toBe(0);
      timer.close();
    },
  );
});
