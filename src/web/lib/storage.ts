/** What storage refused, for as long as the page is open. */
const inMemory = new Map<string, string | null>();

/** Storage may be denied (private windows, strict settings): then nothing outlives the page, and nothing fails. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return inMemory.get(key) ?? null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    inMemory.set(key, value);
  }
}

/** A seat is offered again for this long; PINs are drawn anew for other rooms later. */
const SEAT_KEPT_MS = 6 * 3600 * 1000;

interface RememberedSeat {
  gameId: string;
  at: number;
}

function readSeat(): RememberedSeat | undefined {
  try {
    const seat = JSON.parse(read('madang.seat') ?? 'null') as Partial<RememberedSeat> | null;
    if (typeof seat?.gameId !== 'string' || typeof seat.at !== 'number') return undefined;
    return { gameId: seat.gameId, at: seat.at };
  } catch {
    return undefined;
  }
}

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
  /** PIN of the room that this browser sat in last, while the seat may still be there. */
  get seat(): string | undefined {
    const seat = readSeat();
    return seat && Date.now() - seat.at < SEAT_KEPT_MS ? seat.gameId : undefined;
  },
  set seat(gameId: string | undefined) {
    write('madang.seat', gameId ? JSON.stringify({ gameId, at: Date.now() }) : null);
  },
};
