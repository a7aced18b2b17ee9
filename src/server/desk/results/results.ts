import type { Database } from '../../platform/database/database.js';
import type { Keeper, RoomState } from '../../../game/room-state.js';
import type { Hosts } from '../accounts/hosts.js';
import { hashOf } from '../accounts/sessions.js';
import type { Track } from '../../../game/track.js';
import { recordsOf } from './game-record.js';
import { KeptGames } from './kept-games.js';
import { RecordQueue } from './record-queue.js';

/** How often what was kept for long enough is looked for. */
const SWEEP_MS = 3_600_000;
/** How long after the start games of older versions are mended, and again where the database was away. */
const MEND_MS = 60_000;

export interface ResultsSettings {
  /** 0 keeps nothing. */
  days: number;
  /** Likewise, of how players walked. */
  tracksDays: number;
  /** Told of what is a bug. */
  failed: (error: unknown) => void;
}

/** Results of games: which are kept, and what becomes of them (R17). */
export class Results {
  readonly games: KeptGames;
  private readonly queue: RecordQueue;
  private readonly sweeping: NodeJS.Timeout;
  private readonly mending: NodeJS.Timeout;

  constructor(
    database: Database,
    private readonly hosts: Hosts,
    private readonly store: { now: () => number },
    private readonly settings: ResultsSettings,
  ) {
    const { days, tracksDays, failed } = settings;
    this.games = new KeptGames(database, { days, tracksDays });
    this.queue = new RecordQueue(database, hosts, { days, now: Date.now, failed });
    // Where the database is away, the next one does it.
    const sweep = (): void => void this.games.sweep().catch(() => {});
    this.sweeping = setInterval(sweep, SWEEP_MS).unref();
    const mend = (): void =>
      void this.games.mendNameless().then(
        () => clearInterval(this.mending),
        () => {},
      );
    this.mending = setInterval(mend, MEND_MS).unref();
  }

  /** What whoever runs the server has to know. */
  get warnings(): string[] {
    return this.queue.warnings;
  }

  /** How many games are still to be written. */
  get waiting(): number {
    return this.queue.size;
  }

  /** Where the results of a room go that this person opens; the session proves nothing before it is looked up. */
  keeperOf({ hostToken }: { hostToken: string | undefined }): Keeper | null {
    if (this.settings.days === 0) return null;
    if (hostToken === undefined) return this.hosts.policy === 'anyone' ? { session: null } : null;
    return { session: hashOf(hostToken) };
  }

  /**
   * A question was judged or corrected, a draw was held, points were given, or a game has ended; `tracks` are of what was judged, by `nameKey`. Nobody
   * waits for what comes of it.
   */
  note(room: RoomState, tracks?: ReadonlyMap<string, Track>): void {
    for (const record of recordsOf(room, this.store.now(), tracks)) this.queue.add(record);
  }

  /** Resolves when everything is written, or could not be. */
  async close(): Promise<void> {
    clearInterval(this.sweeping);
    clearInterval(this.mending);
    await this.queue.close();
  }
}
