import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { neededPictures, shownPicture, slidePicture } from '../../../game/pictures.js';
import type { RoomState } from '../../../game/room-state.js';
import type { PictureBytes } from '../../contracts/picture-bytes.js';

const MOST_BYTES = 64 * 1024 * 1024;
/** Before what could not be loaded is tried again. */
const RETRY_MS = 5_000;
const MOST_FAILED = 1_000;
/** So many pictures have a size that is known, so that none is loaded again only to find that it does not fit. */
const MOST_SIZES = 10_000;

/** A host who starts a game waits no longer to be told. */
const ANSWER_MS = 1_000;

type Playing = Pick<RoomState, 'phase' | 'game' | 'programme'>;

/** Where pictures are kept; undefined where there is none with this id, or none can be reached. Never rejects. */
export type LoadPicture = (id: string) => Promise<PictureBytes | undefined>;
/** The same picture, with its square where one can be made. Never rejects. */
export type CompletePicture = (id: string, picture: PictureBytes) => Promise<PictureBytes>;

/** The pictures that a room shows now and soon. */
interface Needed {
  /** By question or slide, the nearest first. */
  shown: string[][];
  /** How many of them are kept at most, as no more fit. */
  most: number;
  loading?: Promise<void> | undefined;
}

/** The distance of a picture that no room here needs. */
const FARTHEST = Number.MAX_SAFE_INTEGER;

/**
 * The pictures of the games that this process hosts. They are loaded before their question comes, so that no
 * phase waits for where they are kept; without one that could not be loaded, the game goes on (R18.4).
 */
export class GamePictures {
  /** The one that was used last is last. */
  private readonly pictures = new Map<string, PictureBytes>();
  private bytes = 0;
  private readonly rooms = new Map<string, Needed>();
  private readonly reading = new Map<string, Promise<PictureBytes | undefined>>();
  private readonly failed = new LRUCache<string, true>({ max: MOST_FAILED, ttl: RETRY_MS });
  private readonly sizes = new LRUCache<string, number>({ max: MOST_SIZES });

  constructor(
    private readonly load: LoadPicture,
    private readonly complete: CompletePicture,
    private readonly mostBytes = MOST_BYTES,
  ) {}

  /**
   * Loads what a room shows now and soon, one after the other, the nearest first, as long as they fit: a picture
   * gives way to one that is nearer only, in whatever room. Never rejects.
   */
  prepare(room: RoomState): Promise<void> {
    const needed = this.neededBy(room);
    needed.loading ??= this.loadAll(room.roomId, needed).finally(
      () => (needed.loading = undefined),
    );
    return needed.loading;
  }

  /** The copy of a room is not here any more: its pictures give way to all others. */
  forget(roomId: string): void {
    this.rooms.delete(roomId);
  }

  /** How many pictures of a game that begins, or of the slide that is shown `now`, are not here, after a second at the latest. */
  async lost(room: RoomState, when: 'now' | 'soon' = 'soon'): Promise<number> {
    const slide = slidePicture(room);
    const ids = when === 'soon' ? this.neededBy(room).shown.flat() : slide;
    if (ids.length === 0) return 0;
    const answered = new AbortController();
    const late = sleep(ANSWER_MS, undefined, { signal: answered.signal }).catch(() => {});
    const loaded =
      when === 'soon' ? this.prepare(room) : Promise.all(slide.map((id) => this.get(id)));
    await Promise.race([loaded, late]);
    answered.abort();
    const most = when === 'soon' ? this.neededBy(room).most : ids.length;
    return ids.slice(0, most).filter((id) => !this.pictures.has(id)).length;
  }

  /** The picture that a room shows under an id now; who wants its square gets it from when it is made. Never rejects. */
  async find(room: Playing, id: string, wantsSquare: boolean): Promise<PictureBytes | undefined> {
    const kept = shownPicture(room, id);
    if (kept === undefined) return undefined;
    const picture = await this.get(kept);
    if (picture !== undefined && picture.square === undefined && wantsSquare)
      void this.addSquare(kept, picture);
    return picture;
  }

  private neededBy(room: RoomState): Needed {
    const shown = neededPictures(room);
    const known = this.rooms.get(room.roomId);
    if (known !== undefined && isDeepStrictEqual(known.shown, shown)) return known;
    const needed = { shown, most: Infinity };
    this.rooms.set(room.roomId, needed);
    return needed;
  }

  private async loadAll(roomId: string, needed: Needed): Promise<void> {
    let count = 0;
    for (const [distance, ids] of needed.shown.entries())
      for (const id of ids) {
        // Something else comes next by now, or the room is gone.
        if (this.rooms.get(roomId) !== needed || count === needed.most) return;
        if (!this.pictures.has(id) && !(await this.loadAt(distance, id))) needed.most = count;
        else count++;
      }
  }

  /** False where it does not fit without taking the place of one that is as near. */
  private async loadAt(distance: number, id: string): Promise<boolean> {
    const size = this.sizes.get(id);
    if (size !== undefined && this.givingWay(size, distance + 1) === undefined) return false;
    const picture = await this.read(id);
    return picture === undefined || this.pictures.has(id) || this.keep(id, picture, distance + 1);
  }

  private async get(id: string): Promise<PictureBytes | undefined> {
    const known = this.pictures.get(id);
    if (known === undefined) {
      const picture = await this.read(id);
      // It is shown now: whatever else there is may give way.
      if (picture !== undefined && !this.pictures.has(id)) this.keep(id, picture, 0);
      return picture;
    }
    this.pictures.delete(id);
    this.pictures.set(id, known);
    return known;
  }

  /** All who want one picture at the same time share one look. */
  private read(id: string): Promise<PictureBytes | undefined> {
    if (this.failed.has(id)) return Promise.resolve(undefined);
    const reading = this.reading.get(id) ?? this.readNow(id);
    this.reading.set(id, reading);
    return reading;
  }

  private async readNow(id: string): Promise<PictureBytes | undefined> {
    const picture = await this.load(id);
    this.reading.delete(id);
    if (picture === undefined) this.failed.set(id, true);
    else this.sizes.set(id, sizeOf(picture));
    return picture;
  }

  private async addSquare(id: string, picture: PictureBytes): Promise<void> {
    const whole = await this.complete(id, picture);
    if (this.pictures.get(id) !== picture) return;
    this.drop(id);
    this.keep(id, whole, 0);
  }

  /** Whether there is a place for it; others give way that are at least so far away. */
  private keep(id: string, picture: PictureBytes, from: number): boolean {
    const giving = this.givingWay(sizeOf(picture), from);
    for (const other of giving ?? []) this.drop(other);
    if (giving === undefined) return false;
    this.pictures.set(id, picture);
    this.bytes += sizeOf(picture);
    return true;
  }

  private drop(id: string): void {
    this.bytes -= sizeOf(this.pictures.get(id));
    this.pictures.delete(id);
  }

  /** Those that give way to so many bytes, the farthest first; undefined where there are too few at least so far away. */
  private givingWay(bytes: number, from: number): string[] | undefined {
    let over = this.bytes + bytes - this.mostBytes;
    if (over <= 0) return [];
    const distances = this.distances();
    const distanceOf = (id: string): number => distances.get(id) ?? FARTHEST;
    const giving: string[] = [];
    for (const id of [...this.pictures.keys()].sort((a, b) => distanceOf(b) - distanceOf(a))) {
      if (distanceOf(id) < from) return undefined;
      giving.push(id);
      over -= sizeOf(this.pictures.get(id));
      if (over <= 0) return giving;
    }
    return undefined;
  }

  /** How many questions or slides it is to each picture, in the room in which it comes first. */
  private distances(): Map<string, number> {
    const distances = new Map<string, number>();
    for (const { shown } of this.rooms.values())
      for (const [distance, ids] of shown.entries())
        for (const id of ids) distances.set(id, Math.min(distance, distances.get(id) ?? FARTHEST));
    return distances;
  }
}

function sizeOf(picture: PictureBytes | undefined): number {
  const { large, small, square } = picture ?? {};
  return (large?.length ?? 0) + (small?.length ?? 0) + (square?.length ?? 0);
}
