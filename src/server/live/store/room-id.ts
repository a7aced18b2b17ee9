import { randomBytes } from 'node:crypto';

/** The room's PIN, which tells where the room is kept, and 120 bits that nobody can guess. */
export function newRoomId(pin: string): string {
  return `${pin}-${randomBytes(15).toString('base64url')}`;
}

export function pinOfRoom(roomId: string): string {
  return roomId.slice(0, roomId.indexOf('-'));
}
