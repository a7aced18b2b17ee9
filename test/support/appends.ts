import type { RoomChange } from '../../src/game/room-change.js';
import { RoomError } from '../../src/protocol/index.js';
import type { Append, AppendOutcome, RoomStore } from '../../src/server/live/store/contract.js';

type Kind = RoomChange['kind'];

const has = ({ changes }: Append, kind: Kind): boolean => changes.some((one) => one.kind === kind);

/** Has the next append that makes such a change be answered by `instead`; `append` is what it would do. */
export function interceptAppend(
  store: RoomStore,
  kind: Kind,
  instead: (append: () => Promise<AppendOutcome>) => Promise<AppendOutcome>,
): void {
  const append = store.append.bind(store);
  let isDone = false;
  store.append = async (roomId, asked) => {
    if (isDone || !has(asked, kind)) return append(roomId, asked);
    isDone = true;
    return instead(() => append(roomId, asked));
  };
}

/** The next such append is answered as if it had happened, as by a store that then loses its last second. */
export function loseAppend(store: RoomStore, kind: Kind): void {
  interceptAppend(store, kind, async () => ({ kind: 'done', seq: 0 }));
}

/** Until a lost answer is looked for no longer, in ms. */
export const GIVEN_UP_MS = 1_600;

/**
 * The answer of the next such append gets lost, and for `GIVEN_UP_MS` nobody can find out whether it has
 * happened. `work` is what happens in place of it.
 */
export function loseAnswer(
  store: RoomStore,
  kind: Kind,
  work = async (append: () => Promise<unknown>): Promise<unknown> => append(),
): void {
  const lastAppendOf = store.lastAppendOf.bind(store);
  interceptAppend(store, kind, async (append) => {
    const backAt = performance.now() + GIVEN_UP_MS;
    store.lastAppendOf = async (roomId) => {
      if (performance.now() < backAt) throw new RoomError('STORE_AWAY');
      return lastAppendOf(roomId);
    };
    await work(append);
    throw new RoomError('STORE_AWAY');
  });
}

/** Every append from now on. */
export function recordAppends(store: RoomStore): Append[] {
  const appends: Append[] = [];
  const append = store.append.bind(store);
  store.append = async (roomId, asked) => {
    appends.push(asked);
    return append(roomId, asked);
  };
  return appends;
}

export function changesIn(appends: readonly Append[], kind: Kind): RoomChange[] {
  return appends.flatMap(({ changes }) => changes.filter((change) => change.kind === kind));
}
