import type { RoomDoor } from '../../protocol/results.js';

const NOT_FOUND = 404;
/** By PIN. */
const asked = new Map<string, Promise<RoomDoor | null>>();

/**
 * What a room tells before somebody enters; null where nothing is known of it. Each PIN is asked for once, also by a
 * page that is shown again; where the server could not say, or the room has refused somebody since, the next time asks
 * again.
 */
export function lookAtDoor(pin: string, isRefused = false): Promise<RoomDoor | null> {
  const answer = (!isRefused && asked.get(pin)) || ask(pin);
  asked.set(pin, answer);
  return answer;
}

async function ask(pin: string): Promise<RoomDoor | null> {
  try {
    const response = await fetch(`/api/rooms/${pin}/door`);
    if (response.ok) return (await response.json()) as RoomDoor;
    if (response.status !== NOT_FOUND) asked.delete(pin);
  } catch {
    asked.delete(pin);
  }
  return null;
}
