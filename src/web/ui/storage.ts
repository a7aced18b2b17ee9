/** What storage refused, for as long as the page is open. */
const inMemory = new Map<string, string | null>();

/** Storage may be denied (private windows, strict settings): then nothing outlives the page, and nothing fails. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return inMemory.get(key) ?? null;
  }
}

export function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    inMemory.set(key, value);
  }
}

/** A room is offered again for this long; PINs are drawn anew for other rooms later. */
const ROOM_KEPT_MS = 6 * 3600 * 1000;

/** The PIN of a room, unless it is too old. */
function keptPin(key: string): string | undefined {
  try {
    const room = JSON.parse(read(key) ?? 'null') as { gameId?: unknown; at?: unknown } | null;
    if (typeof room?.gameId !== 'string' || typeof room.at !== 'number') return undefined;
    return Date.now() - room.at < ROOM_KEPT_MS ? room.gameId : undefined;
  } catch {
    return undefined;
  }
}

function keepPin(key: string, gameId: string | undefined): void {
  write(key, gameId ? JSON.stringify({ gameId, at: Date.now() }) : null);
}

/** With a projector a host only hosts or plays, too; without one the host plays on the device at hand. */
export const HOST_PARTS = ['hosts', 'both', 'plays'] as const;
export type HostPart = (typeof HOST_PARTS)[number];

export const remembered = {
  /** Proves who this browser is, also where cookies are refused; all tabs share it. */
  get token(): string | undefined {
    return read('madang.token') ?? undefined;
  },
  set token(value: string | undefined) {
    write('madang.token', value ?? null);
  },
  get name(): string {
    return read('madang.name') ?? '';
  },
  set name(value: string) {
    write('madang.name', value === '' ? null : value);
  },
  get language(): string | null {
    return read('madang.language');
  },
  set language(value: string | null) {
    write('madang.language', value);
  },
  get noWalk(): boolean {
    return read('madang.no-walk') === '1';
  },
  set noWalk(value: boolean) {
    write('madang.no-walk', value ? '1' : null);
  },
  /** The theme that this person wants everywhere. */
  get theme(): string | null {
    return read('madang.theme');
  },
  set theme(value: string | null) {
    write('madang.theme', value);
  },
  /** Whether the phone vibrates with the game, where it can. */
  get vibrates(): boolean {
    return read('madang.vibrates') !== '0';
  },
  set vibrates(value: boolean) {
    write('madang.vibrates', value ? null : '0');
  },
  /** Whether somebody was told how to keep the screen on. */
  get hasSleepHint(): boolean {
    return read('madang.sleep-hint') === '1';
  },
  set hasSleepHint(value: boolean) {
    write('madang.sleep-hint', value ? '1' : null);
  },
  /** Whether a phone plays sounds (R20.4). */
  get sounds(): boolean {
    return read('madang.sounds') === '1';
  },
  set sounds(value: boolean) {
    write('madang.sounds', value ? '1' : null);
  },
  /** What the person did who opened a room in this browser last. */
  get hostPart(): HostPart {
    const kept = read('madang.host-part');
    return HOST_PARTS.find((part) => part === kept) ?? 'plays';
  },
  set hostPart(value: HostPart) {
    write('madang.host-part', value);
  },
  /** Whether this browser keeps quiz sets. */
  get desk(): boolean {
    return read('madang.desk') === '1';
  },
  set desk(value: boolean) {
    write('madang.desk', value ? '1' : null);
  },
  /** PIN of the room that this browser sat in last, while the seat may still be there. */
  get seat(): string | undefined {
    return keptPin('madang.seat');
  },
  set seat(gameId: string | undefined) {
    keepPin('madang.seat', gameId);
  },
  /** A ticket (R28): the PIN of its room, or nothing, and behind `#t=` its code. */
  get ticket(): string | undefined {
    return keptPin('madang.ticket');
  },
  set ticket(value: string | undefined) {
    keepPin('madang.ticket', value);
  },
  /** PIN of the room whose cockpit was open in this browser last. */
  get cockpit(): string | undefined {
    return keptPin('madang.cockpit');
  },
  set cockpit(gameId: string | undefined) {
    keepPin('madang.cockpit', gameId);
  },
};

/** The code of the ticket that this browser shows in a room. */
export function ticketFor(gameId: string): string | undefined {
  const [pin, code] = remembered.ticket?.split('#t=') ?? [];
  return pin === '' || pin === gameId ? code : undefined;
}
