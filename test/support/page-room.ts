/** What a page knows of a room and says of it, without a browser: its parts are rendered as a server would. */
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { render } from 'svelte/server';
import { vi } from 'vitest';
import type { PhasePayload } from '../../src/protocol/index.js';
import type { RevealBeat, FinalBeat } from '../../src/protocol/show.js';

/** As much of a page's own types as tests need: the rest needs those of a browser. */
interface Follower<Beat> {
  current: { index: number; beat: Beat; t: number } | undefined;
  read(): void;
  stop(): void;
}

export interface PageState {
  phase: PhasePayload | null;
  isGhost: boolean;
  isHeld: boolean;
  climbed: number;
  claimCode: string;
  whenEmoted: (emotes: readonly object[]) => unknown;
  readonly chat: { audience: string; last: unknown };
  readonly chatRows: readonly { kind: string; audience?: string; entry?: { message: string } }[];
  readonly final: object | null;
  readonly item: { kind: string } | null;
  readonly results: object | null;
  readonly self: { isAlive: boolean; score: number; rank: number | null } | undefined;
  readonly roster: { atSlot: (slot: number) => object | undefined };
  cockpit: object | undefined;
  selfId: string | null;
}

/** As the server tells it. */
export type Told = readonly [event: string, payload: unknown];

type Part = 'phone' | 'cockpit' | 'projector';

const PARTS: Record<Part, readonly string[]> = {
  phone: [
    'stage/Announcer',
    'stage/StageHead',
    'play/Stamp',
    'play/TopBar',
    'people/PeoplePanel',
    'people/ChatPanel',
    'play/TeamStrip',
    'stage/Arena',
  ],
  cockpit: [
    'stage/Announcer',
    'cockpit/StageCard',
    'cockpit/ControlPad',
    'cockpit/PeopleTab',
    'cockpit/Mirror',
    'host/JudgedQuestions',
    'people/ChatPanel',
  ],
  projector: ['stage/ScreenHead', 'screen/ScreenSide', 'screen/ScreenChat', 'show/ShowWords'],
};
/** A card loads what it has of a draw when there is one. */
const ofItem = ({ item }: Pick<PageState, 'item'>): string[] => [
  ...(item === null ? [] : ['stage/item/ItemCard']),
  ...(item?.kind === 'draw' ? ['stage/item/DrawItem'] : []),
];
/** Shown in one beat alone, or while the end or an item is shown. */
const IN_SCENE: Record<Part, (page: Pick<PageRoom, 'scene' | 'room'>) => readonly string[]> = {
  phone: ({ room }) => [...ofItem(room), ...(room.final === null ? [] : ['play/FinalPhone'])],
  cockpit: ({ room }) => [...ofItem(room), 'cockpit/StageNotes'],
  projector: ({ room, scene }) => [
    ...ofItem(room),
    ...(scene === 'ranking' ? ['show/RankingRows'] : []),
    ...(room.final === null ? [] : ['show/FinalNow']),
  ],
};
const ALSO = [
  'play/FinalPhone',
  'show/RankingRows',
  'show/FinalNow',
  'stage/item/ItemCard',
  'stage/item/DrawItem',
  'cockpit/StageNotes',
];

/** Not by their names: they need the types of a browser, without which tests are compiled. */
const load = <T>(path: string): Promise<T> =>
  import(join(import.meta.dirname, '../../src/web', path)) as Promise<T>;
type Component = { default: never };

/** What of a browser the modules of a page ask for when they are loaded. */
export function asInABrowser(): void {
  const query = { matches: false, addEventListener: () => undefined };
  const matchMedia = (): object => query;
  vi.stubGlobal('window', { matchMedia, addEventListener: () => undefined });
  vi.stubGlobal('matchMedia', matchMedia);
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('navigator', { languages: ['en'] });
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost', origin: 'http://localhost' });
}

async function loadParts() {
  asInABrowser();
  const [rooms, events, reveals, finals, clocks, controls, floors, arrivals, views] =
    await Promise.all([
      load<{ RoomState: new () => PageState }>('room/room-state.svelte.ts'),
      load<{ RoomEventReader: new (...parts: unknown[]) => Reader }>('room/room-events.ts'),
      load<{ RevealShow: new (...parts: unknown[]) => { beats: Follower<RevealBeat> } }>(
        'show/reveal-show.svelte.ts',
      ),
      load<{ FinalShow: new (...parts: unknown[]) => { beats: Follower<FinalBeat> } }>(
        'show/final-show.svelte.ts',
      ),
      load<{ ServerClock: new (...now: (() => number)[]) => object }>('room/clock.ts'),
      load<{ HostControls: new (session: object) => object }>('cockpit/host-controls.svelte.ts'),
      load<{ FloorShow: new (session: object) => { follow(): void } }>('show/floor-show.svelte.ts'),
      load<{ Arrival: new (final: object) => object }>('show/arrival.svelte.ts'),
      load<{ viewPhase: (phase: PhasePayload | null, now: number) => View }>('room/phase-view.ts'),
    ]);
  const names = [...new Set([...Object.values(PARTS).flat(), ...ALSO])];
  const loaded = await Promise.all(names.map((name) => load<Component>(`${name}.svelte`)));
  const components = new Map(names.map((name, n) => [name, loaded[n]!.default]));
  const { i18n } = await load<{
    i18n: { load(): Promise<void>; need(...parts: string[]): Promise<void> };
  }>('i18n/language.svelte.ts');
  await i18n.load();
  await i18n.need('game', 'host', 'desk', 'results', 'faults');
  vi.unstubAllGlobals();
  // What is drawn asks for the colours of the theme.
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => '#808080' }));
  const shows = { ...reveals, ...finals, ...floors, ...arrivals };
  return { ...rooms, ...events, ...shows, ...clocks, ...controls, ...views, components };
}

interface Reader {
  connected(): void;
  listen(socket: EventEmitter): void;
}
interface View {
  stage: string;
  leftMs: number;
  paused: boolean;
  waiting: boolean;
}

let parts: Awaited<ReturnType<typeof loadParts>>;

/** Before the first page of a test file. */
export async function loadPages(): Promise<void> {
  parts = await loadParts();
}

/** The code for all kinds but `choice`, which a browser loads with the first question of one. */
export async function loadKinds(): Promise<void> {
  const { kinds } = await load<{ kinds: { part: object | null } }>('kinds/kinds.svelte.ts');
  kinds.part = await load<object>('kinds/kinds.ts');
}

/** One page in a room, by the clock that the test fakes. */
export class PageRoom {
  readonly room = new parts.RoomState();
  readonly show: { beats: Follower<RevealBeat> };
  readonly final: { beats: Follower<FinalBeat> };
  readonly #clock = new parts.ServerClock(Date.now, Date.now);
  readonly #socket = new EventEmitter();
  readonly #reader: Reader;

  constructor(
    private readonly part: Part,
    selfId: string | null,
  ) {
    const { room } = this;
    room.selfId = selfId;
    if (part === 'cockpit') room.cockpit = { role: 'owner', playerId: null };
    this.show = new parts.RevealShow(room, this.#clock);
    this.final = new parts.FinalShow(room, this.#clock);
    const nothing = (): void => undefined;
    const hooks = new Proxy({}, { get: () => nothing });
    const shows = { reveal: this.show, final: this.final };
    this.#reader = new parts.RoomEventReader(room, hooks, shows, Date.now);
    this.#reader.listen(this.#socket);
    this.#reader.connected();
  }

  hear(...events: readonly Told[]): void {
    for (const [event, payload] of structuredClone(events)) this.#socket.emit(event, payload);
  }

  /** The connection is a new one, on which everything comes again. */
  reconnected(...snapshot: readonly Told[]): void {
    this.#reader.connected();
    this.hear(...snapshot);
  }

  get scene(): string | undefined {
    return (this.final.beats.current ?? this.show.beats.current)?.beat.scene;
  }

  /** Everything that the page says now, part by part. */
  says(): Record<string, string> {
    const { room, show, final } = this;
    const { leftMs, ...view } = parts.viewPhase(room.phase, Date.now());
    // Time that passes is no secret, and differs between who came early and late.
    const countdown = { ...view, seconds: leftMs > 0 ? 1 : 0, part: 1 };
    const isScreen = this.part !== 'phone';
    const walker = { x: 0.5, y: 0.5 };
    const session = { room, show, final, clock: this.#clock, isScreen, walker };
    const floor = new parts.FloorShow(session);
    floor.follow();
    const props = {
      session,
      room,
      countdown,
      controls: new parts.HostControls(session),
      floor,
      zone: undefined,
      compact: false,
      filter: 'all',
      areKeysOff: false,
      team: null,
      payload: room.final,
      arrival: new parts.Arrival(final),
      begunMs: 0,
      draw: room.item,
      large: this.part === 'projector',
    };
    const names = [...PARTS[this.part], ...IN_SCENE[this.part](this)];
    const said = names.map((name): [string, string] => {
      const component = parts.components.get(name) as Parameters<typeof render>[0];
      const { body } = render(component, { props } as never);
      // Neither what is for the browser alone, nor how long a beat has been on.
      return [name, body.replaceAll(/<!--.*?-->|--begun: ?-?\d+ms;?/g, '')];
    });
    return Object.fromEntries(said);
  }

  close(): void {
    this.show.beats.stop();
    this.final.beats.stop();
  }
}
