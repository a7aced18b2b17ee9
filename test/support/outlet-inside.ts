import { vi } from 'vitest';
import { SocketOutlet, type GameNamespace } from '../../src/gateway/socket-outlet.js';
import type { QuizBank } from '../../src/room/quiz-bank.js';
import type { Hall } from './hall.js';

/** A server's outlet with what it keeps to itself; `Omit` takes its private names away. */
export type OutletInside = Omit<SocketOutlet, never> & {
  namespace: GameNamespace;
  channels: Map<string, Map<string, unknown>>;
};

/** Opens a hall and returns the outlet of its server. */
export async function openWithOutlet(
  hall: Hall,
  env: Record<string, string>,
  bank: QuizBank,
): Promise<OutletInside> {
  const bind = vi.spyOn(SocketOutlet.prototype, 'bind');
  await hall.open(env, bank);
  const outlet = bind.mock.contexts[0] as OutletInside;
  bind.mockRestore();
  return outlet;
}

/** Whether a connection is in any channel. */
export function isListening({ channels }: OutletInside, connectionId: string): boolean {
  return [...channels.values()].some((members) => members.has(connectionId));
}
