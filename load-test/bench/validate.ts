import { createCommands, type CommandServices } from '../../src/server/live/gateway/commands.js';
import { Dispatcher } from '../../src/server/live/gateway/dispatcher.js';
import { GameConnection, type GameSocket } from '../../src/server/live/gateway/game-connection.js';
import { IdentityLimits } from '../../src/server/live/gateway/identity-limits.js';
import { RateGate } from '../../src/server/live/gateway/rate-gate.js';
import { RoomGate } from '../../src/server/live/gateway/room-gate.js';
import { commandSchemas } from '../../src/protocol/index.js';
import { openHall, type Hall, MESSAGE } from './hall.js';
import { measure, type Task, BenchFault, type Piece } from './piece.js';

const TIMES = 50;
const MOVE = { newPosition: [0.12345, 0.67891] };

const PAYLOADS = {
  updatePosition: MOVE,
  chatMessage: { message: MESSAGE },
  syncTime: { t0: 1_700_000_000_000, flush: 20_123 },
} satisfies Partial<Record<keyof typeof commandSchemas, unknown>>;

/** As what Socket.IO's parser hands over: with objects of its own for each message. */
function repeat(act: (payload: unknown) => void, payload: unknown): () => void {
  const payloads = Array.from({ length: TIMES }, () => structuredClone(payload));
  return () => {
    for (const one of payloads) act(one);
  };
}

/** Moves of one connection from the socket's event to the batch; few enough to pass its rate. */
function receiveMoves({ room, store, memberships }: Hall): () => void {
  const fail = (error: unknown, event: string): never => {
    throw new Error(`${event} failed`, { cause: error });
  };
  // Moves need none of the services.
  const commands = createCommands({ store } as unknown as CommandServices);
  const dispatcher = new Dispatcher(commands, new IdentityLimits(), new RoomGate(), fail, () => {});
  const [membership] = memberships;
  if (membership?.seat == null) throw new Error('nobody sits in the hall');
  const refused = (event: string, { code }: { code: string }): void => {
    throw new BenchFault(`${event}: ${code}`);
  };
  const socket = { id: 'connection-0', emit: refused } as unknown as GameSocket;
  const handshake = {
    identityId: 'identity-0',
    address: '192.0.2.1',
    language: 'ko',
    isSentByRoom: false,
    role: 'player',
    format: 'compact',
    readsBigRooms: false,
    cursor: null,
    hostToken: undefined,
  } as const;
  const moves = Array.from({ length: TIMES }, () => [structuredClone(MOVE)]);
  return () => {
    const connection = new GameConnection(
      socket,
      handshake,
      new RateGate(performance.now()),
      () => {},
    );
    connection.beginJoin();
    connection.settle({ ...membership, room });
    for (const args of moves) dispatcher.receive(connection, 'updatePosition', args);
  };
}

export const validate: Piece = {
  name: 'validate',
  about: 'a command by its schema, and the whole way of a move from the socket to the batch',
  run: async ({ quick }) => {
    const names = Object.keys(PAYLOADS) as (keyof typeof PAYLOADS)[];
    const hall = await openHall('compact');
    try {
      const tasks = names.map((name): Task => {
        const schema = commandSchemas[name];
        if (!schema.safeParse(PAYLOADS[name]).success) throw new BenchFault(`${name} is refused`);
        return {
          name: `schema of ${name}`,
          run: repeat((payload) => schema.safeParse(payload), PAYLOADS[name]),
          times: TIMES,
        };
      });
      tasks.push({ name: 'whole way of a move', run: receiveMoves(hall), times: TIMES });
      const figures = await measure(tasks, quick);
      return [{ title: 'validate', operation: 'one command', figures, note: '' }];
    } finally {
      hall.close();
    }
  },
};
