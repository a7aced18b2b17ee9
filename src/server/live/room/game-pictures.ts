import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { neededPictures, shownPicture, slidePicture } from '../../../game/pictures.js';
import type { RoomState } from '../../../game/room-state.js';
import type { PictureBytes } from '../../contracts/picture-bytes.js';

const MOST_BYTES = 64 * 1024 * 1024;
/** Before what could not be loaded is tried again. */
const RETRY_MS = 5_000;
const MOST_FAILED = 1_000;

/** A host who starts a game waits no longer to be told. */
const ANSWER_MS = 1_000;

type Playing = Pick<RoomState, 'phase' | 'game' | 'programme'>;

/** Where pictures are kept; undefined where there is none with this id, or none can be reached. Never rejects. */
export type LoadPicture = (id: string) => Promise<PictureBytes | undefined>;

/**
 * The pictures of the games that this process hosts. They are loaded before their question comes, so that no
 * phase waits for where they are kept; without one that could not be loaded, the game goes on (R18.4).
 */
export class GamePictures {
  private readonly pictures: LRUCache<string, PictureBytes>;
  private readonly failed = new LRUCache<string, true>({ max: MOST_FAILED, ttl: RETRY_MS });

  constructor(load: LoadPicture) {
    this.pictures = new LRUCache({
      maxSize: MOST_BYTES,
      sizeCalculation: ({ large, small, square }) =>
        large.length + small.length + (square?.length ?? 0),
      // Concurrent callers share one load.
      fetchMethod: (id) => load(id),
    });
  }

  /** Loads what a game shows now and soon, one after the other. Never rejects. */
  prepare(room: Playing): Promise<void> {
    return this.loadAll(neededPictures(room));
  }

  /** How many pictures of a game that begins, or of the slide that is shown `now`, are not here, after a second at the latest. */
  async lost(room: Playing, when: 'now' | 'soon' = 'soon'): Promise<number> {
    const ids = when === 'soon' ? neededPictures(room) : slidePicture(room);
    if (ids.length === 0) return 0;
    const answered = new AbortController();
    const late = sleep(ANSWER_MS, undefined, { signal: answered.signal }).catch(() => {});
    await Promise.race([this.loadAll(ids), late]);
    answered.abort();
    return ids.filter((id) => !this.pictures.has(id)).length;
  }

  /** The picture that a room shows under an id now. Never rejects. */
  async find(room: Playing, id: string): Promise<PictureBytes | undefined> {
    const picture = shownPicture(room, id);
    return picture === undefined ? undefined : this.load(picture);
  }

  private async loadAll(ids: readonly string[]): Promise<void> {
    for (const id of ids) if (!this.pictures.has(id)) await this.load(id);
  }

  private async load(id: string): Promise<PictureBytes | undefined> {
    if (this.failed.has(id)) return undefined;
    const picture = await this.pictures.fetch(id);
    if (picture === undefined) this.failed.set(id, true);
    return picture;
  }
}
