/** A room server of a few lines that batches as the protocol asks, with faults on demand. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Socket } from 'socket.io';
import { NAMESPACE, toFraction, toSteps } from '../../src/protocol/index.js';

export interface Faults {
  /** Drops the messages whose id this divides. */
  loseEveryNthMessage?: number;
  /** Leaves the second player out of every roster. */
  hideSecondPlayer?: boolean;
  /** Closes everything once so many commands have come. */
  dieAfter?: number;
}

export interface ToyServer {
  target: string;
  close(): Promise<void>;
}

const FLUSH_MS = 20;
const PIN = '123456';

export async function startToyServer(faults: Faults = {}): Promise<ToyServer> {
  const http = createServer();
  const io = new Server(http, { cors: { origin: false } });
  const players: { playerId: string; isAlive: boolean; playerPosition: number[] }[] = [];
  const moves = new Map<string, number[]>();
  let joined: typeof players = [];
  let newcomers: { socket: Socket; playerId: string }[] = [];
  let said: { id: number; playerId: string; message: string }[] = [];
  let [lastId, seq, commands] = [0, 0, 0];

  io.of(NAMESPACE).on('connection', (socket) => {
    const pin = socket.handshake.query['game-id'];
    if (pin !== undefined && pin !== PIN) {
      socket.emit('exception', { event: 'connection', code: 'ROOM_NOT_FOUND', message: '' });
      socket.disconnect();
      return;
    }
    const playerId = `player-${players.length}`;
    const player = { playerId, isAlive: true, playerPosition: [0.5, 0.5] };
    players.push(player);
    joined.push(player);
    newcomers.push({ socket, playerId });
    socket.onAny(() => {
      if (++commands === faults.dieAfter) io.of(NAMESPACE).disconnectSockets(true);
    });
    socket.on('updatePosition', ({ newPosition }: { newPosition: number[] }) => {
      moves.set(
        playerId,
        newPosition.map((value) => toFraction(toSteps(value))),
      );
    });
    socket.on('chatMessage', ({ message }: { message: string }) => {
      said.push({ id: ++lastId, playerId, message });
    });
    socket.on('setPlayerName', (_, ack?: (result: object) => void) => {
      ack?.({ ok: false, error: { code: 'WRONG_PHASE', message: '' } });
    });
    socket.on('exitRoom', () => socket.disconnect());
  });

  const visible = (all: typeof players): typeof players =>
    all.filter((one) => faults.hideSecondPlayer !== true || one !== players[1]);
  const flush = (): void => {
    const room = io.of(NAMESPACE).to(PIN);
    if (joined.length > 0) room.emit('joinRoom', { players: visible(joined) });
    const updates = Array.from(moves, ([playerId, playerPosition]) => ({
      playerId,
      playerPosition,
    }));
    if (updates.length > 0) room.emit('updatePosition', { seq: ++seq, updates });
    const messages = said.filter(({ id }) => id % (faults.loseEveryNthMessage ?? Infinity) !== 0);
    if (messages.length > 0) room.emit('chatMessage', { seq: lastId, messages });
    for (const { socket, playerId } of newcomers) {
      socket.emit('createRoom', { gameId: PIN });
      socket.emit('getSelfId', { playerId });
      const self = players.filter((one) => one.playerId === playerId);
      socket.emit('joinRoom', { players: [...new Set([...visible(players), ...self])] });
      void socket.join(PIN);
    }
    moves.clear();
    [joined, newcomers, said] = [[], [], []];
  };
  const timer = setInterval(flush, FLUSH_MS);

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    target: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    close: async () => {
      clearInterval(timer);
      await io.close();
    },
  };
}
