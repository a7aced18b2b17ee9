import { ownMaps, type RoomState } from './room-state.js';

/** A room to try changes on. It reads through to `room`, which stays as it is and is not copied as a whole. */
export function draftOf(room: RoomState): RoomState {
  const draft = { ...room, seats: new LayeredMap(room.seats), names: room.names.fork() };
  return ownMaps(draft, (map) => new LayeredMap(map));
}

/** A map over another one. What is set or deleted here is seen here only. */
export class LayeredMap<K, V> extends Map<K, V> {
  readonly #base: ReadonlyMap<K, V>;
  /** Keys of the base that were deleted here; one that is set again stands at the end, as in any map. */
  readonly #deleted = new Set<K>();
  /** How many keys of the base are set anew here, without having been deleted. */
  #covered = 0;

  constructor(base: ReadonlyMap<K, V>) {
    super();
    this.#base = base;
  }

  override get size(): number {
    return this.#base.size - this.#deleted.size - this.#covered + super.size;
  }

  override has(key: K): boolean {
    return super.has(key) || this.#isOfBase(key);
  }

  override get(key: K): V | undefined {
    if (super.has(key)) return super.get(key);
    return this.#deleted.has(key) ? undefined : this.#base.get(key);
  }

  override set(key: K, value: V): this {
    if (!super.has(key) && this.#isOfBase(key)) this.#covered++;
    return super.set(key, value);
  }

  override delete(key: K): boolean {
    const isHere = this.has(key);
    if (super.delete(key) && this.#isOfBase(key)) this.#covered--;
    if (this.#base.has(key)) this.#deleted.add(key);
    return isHere;
  }

  override clear(): void {
    super.clear();
    this.#covered = 0;
    for (const key of this.#base.keys()) this.#deleted.add(key);
  }

  override *entries(): MapIterator<[K, V]> {
    for (const [key, value] of this.#base)
      if (!this.#deleted.has(key)) yield [key, super.has(key) ? (super.get(key) as V) : value];
    for (const [key, value] of super.entries()) if (!this.#isOfBase(key)) yield [key, value];
  }

  override *keys(): MapIterator<K> {
    for (const [key] of this.entries()) yield key;
  }

  override *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  override [Symbol.iterator](): MapIterator<[K, V]> {
    return this.entries();
  }

  /** Whether the base has the key where this map has it. */
  #isOfBase(key: K): boolean {
    return !this.#deleted.has(key) && this.#base.has(key);
  }

  override forEach(visit: (value: V, key: K, map: Map<K, V>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this);
  }
}
