import type { RoomCommand } from '../../../game/room-command.js';
import type { RoomState } from '../../../game/room-state.js';
import { RoomError } from '../../../protocol/index.js';
import type { RoomLog } from '../store/contract.js';
import { TURN_POLL_MS, type RoomWriter } from '../store/room-writer.js';
import { CommandQueue } from './command-queue.js';

/**
 * Commands for rooms that are not hosted here. A hall that goes when its room is let go is a few appends as
 * well, and the room is read as often.
 */
export class UnhostedRooms {
  /** While commands for them run. */
  private readonly rooms = new Map<string, { queue: CommandQueue; running: number }>();

  constructor(
    private readonly store: RoomLog,
    private readonly writer: RoomWriter,
  ) {}

  async run<Answer>(roomId: string, command: RoomCommand<Answer>): Promise<Answer> {
    const room = this.rooms.get(roomId) ?? { queue: this.queueOf(roomId), running: 0 };
    this.rooms.set(roomId, room);
    room.running += 1;
    try {
      return await room.queue.run(command);
    } finally {
      room.running -= 1;
      if (room.running === 0) this.rooms.delete(roomId);
    }
  }

  /** Its copy is read before each decision, so it is never behind. */
  private queueOf(roomId: string): CommandQueue {
    const { store, writer } = this;
    const copy = {} as { state: RoomState };
    const reached = async (): Promise<void> => {
      const state = await store.readRoom(roomId);
      if (state === undefined) throw new RoomError('ROOM_NOT_FOUND');
      copy.state = state;
    };
    const catchUp = async (): Promise<void> => {};
    const now = (): number => store.now();
    return new CommandQueue(copy, { writer, now, reached, catchUp, turnPollMs: TURN_POLL_MS });
  }
}
