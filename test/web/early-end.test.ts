import { join } from 'node:path';
import { render } from 'svelte/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PhasePayload } from '../../src/protocol/index.js';
import type { ProgrammePayload, ShownItem } from '../../src/protocol/programme.js';
import { asInABrowser } from '../support/page-room.js';

interface Room {
  phase: PhasePayload | null;
  item: ShownItem | null;
  programme: ProgrammePayload | null;
}
interface Controls {
  note: { kind: string } | null;
  press(action: string): Promise<void>;
  pressKey(press: object): boolean;
  firstPressEnds(action: string): object | null;
}

/** Not by their names: they need the types of a browser, without which tests are compiled. */
const load = <T>(path: string): Promise<T> =>
  import(join(import.meta.dirname, '../../src/web', path)) as Promise<T>;

const NOW = 1_700_000_000_000;
const LEFT_MS = 274_000;

let parts: {
  RoomState: new () => Room;
  HostControls: new (session: object) => Controls;
  pad: Parameters<typeof render>[0];
};

beforeAll(async () => {
  asInABrowser();
  const [rooms, controls, pad, language] = await Promise.all([
    load<{ RoomState: new () => Room }>('room/room-state.svelte.ts'),
    load<{ HostControls: new (session: object) => Controls }>('cockpit/host-controls.svelte.ts'),
    load<{ default: never }>('cockpit/ControlPad.svelte'),
    load<{ i18n: { load(): Promise<void>; need(...parts: string[]): Promise<void> } }>(
      'i18n/language.svelte.ts',
    ),
  ]);
  await language.i18n.load();
  await language.i18n.need('game', 'host');
  parts = { ...rooms, ...controls, pad: pad.default };
  return () => vi.unstubAllGlobals();
});
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] });
});
afterAll(() => {
  vi.useRealTimers();
});

/** A cockpit whose server takes everything; `asked` is what it was asked for. */
function cockpit(phase: Partial<PhasePayload>, more: Partial<Room> = {}) {
  const room = Object.assign(new parts.RoomState(), more);
  const times = { startTime: NOW, endTime: NOW + 5_000 };
  room.phase = { version: 7, kind: 'reveal', index: 1, count: 4, ...times, ...phase };
  const asked: unknown[] = [];
  const ask = (command: string, payload: object) => {
    asked.push([command, payload]);
    return Promise.resolve({ ok: true });
  };
  const session = { room, ask, clock: { now: Date.now } };
  const controls = new parts.HostControls(session);
  const pad = (): string =>
    render(parts.pad, { props: { session, controls, areKeysOff: false } } as never).body;
  const says = (): string => /data-note="again"[^>]*>([^<]*)</.exec(pad())?.[1]?.trim() ?? '';
  const isTwice = (action: string): boolean =>
    new RegExp(`data-testid="do-${action}".*?</button>`, 's').exec(pad())?.[0].includes('×2') ??
    false;
  return { room, controls, asked, says, isTwice };
}
type Cockpit = ReturnType<typeof cockpit>;

const behind = { pausedLeftMs: 3_000, curtain: true } as const;
const pause = (leftMs: number) => ({ message: 'Soup', endTime: NOW + leftMs });
const shown = (leftMs: number): ShownItem => ({ kind: 'break', ...pause(leftMs) });
const programme: ProgrammePayload = {
  revision: 1,
  at: 1,
  items: [
    { id: 's', kind: 'slide', isDone: true },
    { id: 'b', kind: 'break', isDone: true },
    { id: 'z', kind: 'slide' },
  ],
};

const key =
  (name: string) =>
  ({ controls }: Cockpit) => {
    const others = { code: '', repeat: false, ctrlKey: false, metaKey: false, altKey: false };
    controls.pressKey({ key: name, ...others, shiftKey: false });
  };
const button =
  (action: string) =>
  ({ controls }: Cockpit) =>
    void controls.press(action);
/** An answer of the server is a promise that is kept. */
const answered = () => vi.advanceTimersByTimeAsync(0);

const WAYS = [
  ['Space', key(' ')],
  ['Page Down, which clickers send', key('PageDown')],
  ['→', key('ArrowRight')],
  ['P', key('p')],
  ['the large button', button('next')],
  ['Resume', button('resume')],
] as const;

describe('R3.5, R4.12 a press that comes by mistake', () => {
  it.each(WAYS)(
    'of %s says what is left of a break, and only the second one ends it',
    async (_, press) => {
      for (const kind of ['reveal', 'question', 'countdown', 'item'] as const) {
        const page = cockpit({ kind, ...behind, break: pause(LEFT_MS) });
        press(page);
        await answered();
        expect(page.asked).toEqual([]);
        expect(page.says()).toBe('4:34 of the break are left. Press again');
        // So late it is a first one.
        await vi.advanceTimersByTimeAsync(2_000);
        expect(page.says()).toBe('');
        press(page);
        await answered();
        expect(page.asked).toEqual([]);
        expect(page.says()).toBe('4:32 of the break are left. Press again');
        await vi.advanceTimersByTimeAsync(1_900);
        press(page);
        await answered();
        expect(page.asked).toEqual([['resumeGame', { version: 7 }]]);
        vi.setSystemTime(NOW);
      }
    },
  );

  it.each(WAYS)('of %s lifts no curtain', async (_, press) => {
    const page = cockpit({ kind: 'question', ...behind });
    press(page);
    await answered();
    expect(page.asked).toEqual([]);
    expect(page.says()).toBe('The curtain hides the game. Press again');
    press(page);
    await answered();
    expect(page.asked).toEqual([['resumeGame', { version: 7 }]]);
  });

  it('is enough when the clock of the break shows 0:00', async () => {
    for (const [, press] of WAYS) {
      const page = cockpit({ ...behind, break: pause(0) });
      press(page);
      await answered();
      expect(page.asked).toEqual([['resumeGame', { version: 7 }]]);
    }
    const item = cockpit({ kind: 'item', waits: true }, { item: shown(0), programme });
    button('next')(item);
    await answered();
    expect(item.asked).toEqual([['nextPhase', { version: 7 }]]);
  });

  it('R27.2 leaves a break of the programme on, in a game and in the lobby, for all that would end it', async () => {
    for (const [kind, action, command] of [
      ['item', 'next', 'nextPhase'],
      ['item', 'back', 'backToItem'],
      ['lobby', 'next', 'nextPhase'],
      ['lobby', 'back', 'backToItem'],
      ['lobby', 'start', 'startGame'],
    ] as const) {
      const page = cockpit({ kind, waits: true }, { item: shown(LEFT_MS), programme });
      button(action)(page);
      await answered();
      expect(page.asked).toEqual([]);
      expect(page.says()).toBe('4:34 of the break are left. Press again');
      button(action)(page);
      await answered();
      expect(page.asked.map((one) => (one as string[])[0])).toEqual([command]);
    }
  });

  it('shows ×2 on each button that ends a break, as long as time is left', () => {
    const page = cockpit({ ...behind, break: pause(LEFT_MS) });
    expect(['next', 'resume'].filter(page.isTwice)).toEqual(['next', 'resume']);
    vi.setSystemTime(NOW + LEFT_MS);
    expect(['next', 'resume'].filter(page.isTwice)).toEqual([]);
  });

  it('is one press where nothing is hidden, and the next one of another kind is a first one again', async () => {
    const plain = cockpit({ pausedLeftMs: 3_000 });
    button('resume')(plain);
    await answered();
    expect(plain.asked).toEqual([['resumeGame', { version: 7 }]]);
    const page = cockpit({ ...behind, break: pause(LEFT_MS) });
    for (const press of [key(' '), key('p'), key(' ')]) press(page);
    await answered();
    expect(page.asked).toEqual([]);
    // The button of a host who plays says the same.
    expect(page.controls.firstPressEnds('resume')).toEqual({ kind: 'break', leftMs: LEFT_MS });
    expect(page.controls.firstPressEnds('resume')).toBeNull();
    expect(page.controls.firstPressEnds('extend')).toBeNull();
  });
});
