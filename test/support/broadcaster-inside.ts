import { vi } from 'vitest';
import {
  SocketBroadcaster,
  type GameNamespace,
} from '../../src/server/live/gateway/socket-broadcaster.js';
import type { QuizBank } from '../../src/server/contracts/quiz-bank.js';
import type { Hall } from './hall.js';

/** A server's broadcaster with what it keeps to itself; `Omit` takes its private names away. */
export type BroadcasterInside = Omit<SocketBroadcaster, never> & {
  namespace: GameNamespace;
  channels: Map<string, Map<string, unknown>>;
};

/** Opens a hall and returns the broadcaster of its server. */
export async function openWithBroadcaster(
  hall: Hall,
  env: Record<string, string>,
  bank: QuizBank,
): Promise<BroadcasterInside> {
  const bind = vi.spyOn(SocketBroadcaster.prototype, 'bind');
  await hall.open(env, bank);
  const broadcaster = bind.mock.contexts[0] as BroadcasterInside;
  bind.mockRestore();
  return broadcaster;
}

/** Whether a connection is in any channel. */
export function isListening({ channels }: BroadcasterInside, connectionId: string): boolean {
  return [...channels.values()].some((members) => members.has(connectionId));
}
