import type { Stage } from './stage.js';

/** Lets time pass in which everybody in the room tells what they have seen, as pages do. */
export async function passRead(stage: Stage, roomId: string, ms: number): Promise<void> {
  await stage.pass(ms);
  const room = stage.room(roomId);
  for (const connectionId of room.audiences.ids())
    room.echo(connectionId, room.flushSender.toldSeq(connectionId));
}
