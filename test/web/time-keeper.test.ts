import { afterEach, beforeEach, expect, it, vi } from 'vitest';

interface Keeper {
  start(): void;
  flushed(): void;
  untoldFlush(): number | undefined;
  stop(): void;
  dispose(): void;
}

/** Not by its name: it needs the types of a browser, without which tests are compiled. */
const file = 'time-keeper.ts';
const { TimeKeeper } = (await import(`../../src/web/room/${file}`)) as {
  TimeKeeper: new (socket: object, hooks: object) => Keeper;
};

let page: EventTarget;
let asked: number;
let keeper: Keeper;
let answers: boolean;
let redials: number;
let flush: number;

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  [asked, flush, redials] = [0, 0, 0];
  answers = true;
  const socket = {
    connected: true,
    emit: (_event: string, { t0 }: { t0: number }, answer: (ack: object) => void) => {
      asked++;
      if (answers) answer({ ok: true, t0, t1: Date.now() });
    },
    disconnect: () => redials++,
    connect: () => {},
  };
  const hooks = { trip: () => {}, quiet: () => {}, lastFlush: () => flush, wanted: () => true };
  keeper = new TimeKeeper(socket, hooks);
  keeper.start();
});
afterEach(() => {
  keeper.dispose();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A lively hall, in which the person walks. */
function play(ms: number): void {
  for (let passed = 0; passed < ms; passed += 50) {
    vi.advanceTimersByTime(50);
    flush++;
    keeper.flushed();
    keeper.untoldFlush();
  }
}

it('R4.6 compares the clock some times at first, and then while there is other traffic every 5 s', () => {
  play(1_000);
  expect(asked).toBe(4);
  play(20_000);
  expect(asked).toBe(8);
});

it('R4.6 compares the clock at once where a page is looked at again, as it may have stood still', () => {
  play(2_000);
  const before = asked;
  page.dispatchEvent(new Event('visibilitychange'));
  play(500);
  expect(asked - before).toBe(4);
});

it('gives a connection that was silent while the page slept time to answer, and then dials again', () => {
  play(2_000);
  answers = false;
  keeper.stop();
  vi.advanceTimersByTime(60_000);
  page.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(1_000);
  expect(redials).toBe(0);
  vi.advanceTimersByTime(400);
  expect(redials).toBe(1);
});
