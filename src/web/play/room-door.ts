import type { RoomDoor } from '../../protocol/results.js';

/** No room has the PIN. */
export const NO_ROOM = 'no room';
type Door = RoomDoor | typeof NO_ROOM | null;

const NOT_FOUND = 404;
/** By PIN. */
const asked = new Map<string, Promise<Door>>();

/**
 * What a room tells before somebody enters; null where nothing is known of it. Each PIN is asked for once, also by a
 * page that is shown again; where the server could not say, or the room has refused somebody since, the next time asks
 * again.
 */
export function lookAtDoor(pin: string, isRefused = false): Promise<Door> {
  const answer = (!isRefused && asked.get(pin)) || ask(pin);
  asked.set(pin, answer);
  return answer;
}

async function ask(pin: string): Promise<Door> {
  try {
    const response = await fetch(`/api/rooms/${pin}/door`);
    if (response.ok) return (await response.json()) as RoomDoor;
    if (response.status === NOT_FOUND) return NO_ROOM;
    asked.delete(pin);
  } catch {
    asked.delete(pin);
  }
  return null;
}
