import { informedCockpits } from '../../../game/informed.js';
import { writtenBy, writtenGroups } from '../../../game/writing.js';
import type { ShareUpdate } from '../store/room-update.js';
import type { Audiences } from './audiences.js';
import type { Broadcaster } from './broadcaster.js';
import type { RoomView } from './room-view.js';

/** How often it may be told what is written, in ms. */
const GROUPS_EVERY_MS = 500;

/**
 * Tells what is written while people write (R16.16): all of it to the cockpits here of people who cannot play in this
 * game, and to who comes back their own.
 */
export class WritingSender {
  /** The groups that were told last, as JSON. */
  private told = '';
  private toldAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly view: RoomView,
    private readonly audiences: Audiences,
    private readonly broadcaster: Broadcaster,
  ) {}

  welcome(connectionId: string): void {
    const { state } = this.view;
    const slot = this.audiences.get(connectionId)?.slot ?? null;
    const texts = slot === null ? undefined : writtenBy(state, slot);
    if (texts !== undefined) this.broadcaster.emit([connectionId], 'ownAnswer', { texts });
    if (!this.targets().includes(connectionId)) return;
    const groups = writtenGroups(state);
    if (groups !== null) this.broadcaster.emit([connectionId], 'writtenGroups', groups);
  }

  /** The view has applied what was shared. */
  shared({ texts = [] }: ShareUpdate): void {
    if (texts.length > 0) this.note();
  }

  /** People may write now, or no more, or a group was struck. */
  changePhase(): void {
    if (!this.view.isWriting) this.told = '';
    this.note();
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private note(): void {
    if (!this.view.isWriting || this.timer !== undefined || this.targets().length === 0) return;
    const waitMs = this.toldAt + GROUPS_EVERY_MS - performance.now();
    if (waitMs <= 0) return this.tell();
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.tell();
    }, waitMs);
  }

  private tell(): void {
    const targets = this.targets();
    const groups = targets.length === 0 ? null : writtenGroups(this.view.state);
    const text = JSON.stringify(groups);
    if (groups === null || text === this.told) return;
    this.told = text;
    this.toldAt = performance.now();
    this.broadcaster.emit(targets, 'writtenGroups', groups);
  }

  private targets(): string[] {
    return informedCockpits(this.view.state).filter((id) => this.audiences.has(id));
  }
}
