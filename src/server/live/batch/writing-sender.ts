import { informedCockpits } from '../../../game/informed.js';
import { formOf, rightText } from '../../../game/kinds/spelling.js';
import { writtenBy, writtenGroups } from '../../../game/writing.js';
import type { RoomText } from '../../../game/room-state.js';
import type { Solution } from '../../../protocol/question.js';
import type { ShareUpdate } from '../store/room-update.js';
import type { Audiences } from './audiences.js';
import type { Broadcaster } from './broadcaster.js';
import type { RoomView } from './room-view.js';
import { Turns } from '../../platform/rate/turns.js';

/** How often it may be told what is written, in ms. */
const GROUPS_EVERY_MS = 500;

/** Rooms of a process share them. */
const readers = new Turns();

/**
 * Tells what is written while people write (R16.16): all of it to the cockpits here of people who cannot play in this
 * game, and to who comes back their own.
 */
export class WritingSender {
  /** The groups that were told last, as JSON. */
  private told = '';
  private toldAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  /** Texts that wait to be read. */
  private unread = 0;
  private isClosed = false;

  constructor(
    private readonly view: RoomView,
    private readonly audiences: Audiences,
    private readonly broadcaster: Broadcaster,
  ) {
    // A process that opens the room later has them with it.
    this.read([...view.state.texts.values()]);
  }

  welcome(connectionId: string): void {
    const { state } = this.view;
    const slot = this.audiences.get(connectionId)?.slot ?? null;
    const texts = slot === null ? undefined : writtenBy(state, slot);
    if (texts !== undefined) this.broadcaster.emit([connectionId], 'ownAnswer', { texts });
    if (!this.targets().includes(connectionId)) return;
    const groups = writtenGroups(state);
    if (groups !== null) this.broadcaster.emit([connectionId], 'writtenGroups', groups);
  }

  /** The view has applied what was shared. Texts are read and judged in turns before the bell asks for all of them. */
  shared({ texts = [] }: ShareUpdate): void {
    this.read(texts);
  }

  private read(texts: readonly Pick<RoomText, 'texts'>[]): void {
    const isRight = rightText(this.solution);
    for (const text of texts.flatMap(({ texts: own }) => own)) {
      this.unread++;
      void readers.run(() => {
        formOf(text);
        isRight(text);
        if (--this.unread === 0) this.note();
      });
    }
  }

  /** People may write now, or no more, or a group was struck. */
  changePhase(): void {
    if (!this.view.isWriting) this.told = '';
    this.note();
  }

  close(): void {
    clearTimeout(this.timer);
    this.isClosed = true;
  }

  private note(): void {
    if (this.isClosed || this.unread > 0 || this.timer !== undefined) return;
    if (!this.view.isWriting || this.targets().length === 0) return;
    const waitMs = this.toldAt + GROUPS_EVERY_MS - performance.now();
    if (waitMs <= 0) return this.tell();
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.note();
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

  /** The solution of the open question. */
  private get solution(): Solution | null | undefined {
    const { phase, game } = this.view.state;
    return phase.kind === 'question' ? game?.questions[phase.index]?.solution : null;
  }

  private targets(): string[] {
    return informedCockpits(this.view.state).filter((id) => this.audiences.has(id));
  }
}
