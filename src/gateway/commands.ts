import {
  RoomError,
  toSteps,
  type ClientToServerEvents,
  type AckResult,
  type CommandInput,
  type CommandName,
} from '../protocol/index.js';
import type { Rehearsals } from '../rehearsal/rehearsals.js';
import type { GameDriver } from '../room/game-driver.js';
import type { LocalRoom } from '../room/local-room.js';
import type { QuizSelection } from '../room/quiz-selection.js';
import type { RoomHealthReader } from '../room/room-health.js';
import type { Membership, RoomService } from '../room/room-service.js';
import type { RoomStore } from '../store/contract.js';
import type { JoinHandler } from './join-handler.js';
import type { GameConnection } from './game-connection.js';

/** Who may give a command. A member may be a spectator, a player has a seat. */
export type Who = 'anyone' | 'member' | 'player' | 'host';

type Seat = NonNullable<Membership['seat']>;

/** What a handler gets; `room` and `seat` are there as far as its `who` promises. */
interface Context<W extends Who> {
  connection: GameConnection;
  room: W extends 'anyone' ? undefined : LocalRoom;
  seat: W extends 'player' | 'host' ? Seat : undefined;
}

/** What an acknowledgement adds to `ok`, as the wire types say. */
type Answer<C extends CommandName> = Omit<
  Extract<
    Parameters<NonNullable<Parameters<ClientToServerEvents[C]>[1]>>[0] & AckResult,
    { ok: true }
  >,
  'ok'
>;
type Outcome<C extends CommandName> =
  Answer<C> extends Record<string, never> ? void | Promise<void> : Answer<C> | Promise<Answer<C>>;

export interface Command<C extends CommandName = CommandName, W extends Who = Who> {
  who: W;
  run(context: Context<W>, input: CommandInput<C>): unknown;
}

export interface CommandServices {
  joinHandler: JoinHandler;
  rooms: RoomService;
  driver: GameDriver;
  quizzes: QuizSelection;
  health: RoomHealthReader;
  rehearsals: Rehearsals;
  store: RoomStore;
}

/** Every command of the wire with who may give it and what it does. */
export function createCommands(services: CommandServices): Record<CommandName, Command> {
  const { joinHandler, rooms, driver, quizzes, health, rehearsals, store } = services;
  const roomId = (room: LocalRoom): string => room.view.roomId;

  const commands = {
    createRoom: command<'createRoom', 'anyone'>('anyone', ({ connection }, input) =>
      joinHandler.open(connection, input),
    ),
    joinRoom: command<'joinRoom', 'anyone'>('anyone', ({ connection }, input) =>
      joinHandler.enter(connection, input.gameId, input.playerName),
    ),
    exitRoom: command<'exitRoom', 'member'>('member', ({ connection }) =>
      joinHandler.exit(connection),
    ),
    syncTime: command<'syncTime', 'anyone'>('anyone', ({ connection }, { t0, flush }) => {
      if (flush !== undefined) connection.membership?.room.echo(connection.socket.id, flush);
      return { t0, t1: store.now() };
    }),

    updatePosition: command<'updatePosition', 'player'>('player', (context, input) => {
      const { connection, room, seat } = context;
      const [x, y] = input.newPosition;
      room.move(seat.slot, seat.generation, [toSteps(x), toSteps(y)]);
      if (input.flush !== undefined) room.echo(connection.socket.id, input.flush);
    }),
    chatMessage: command<'chatMessage', 'player'>('player', ({ room, seat }, { message }) =>
      rooms.chat(room, seat, message),
    ),
    setPlayerName: command<'setPlayerName', 'player'>('player', async (context, input) => {
      const { language } = context.connection.handshake;
      return {
        playerName: await rooms.renameOwn(
          context.room,
          context.seat.playerId,
          input.playerName,
          language,
        ),
      };
    }),

    updateRoomOption: command<'updateRoomOption', 'host'>('host', ({ room }, input) =>
      rooms.changeOptions(room, withoutRoom(input)),
    ),
    updateRoomQuizset: command<'updateRoomQuizset', 'host'>('host', ({ room }, input) =>
      quizzes.choose(room, input.quizSetId, input.quizCount),
    ),
    updateScreen: command<'updateScreen', 'host'>('host', ({ room }, input) =>
      rooms.changeSettings(room, withoutRoom(input)),
    ),
    dismissScreens: command<'dismissScreens', 'host'>('host', async ({ room }) => ({
      count: await rooms.dismissScreens(room),
    })),
    lockRoom: command<'lockRoom', 'host'>('host', ({ room }, { locked }) =>
      rooms.changeSettings(room, { isLocked: locked }),
    ),
    muteChat: command<'muteChat', 'host'>('host', ({ room }, { muted }) =>
      rooms.changeSettings(room, { isMuted: muted }),
    ),
    mutePlayer: command<'mutePlayer', 'host'>('host', ({ room, seat }, { playerId, muted }) => {
      if (playerId === seat.playerId) throw new RoomError('BAD_REQUEST', 'that is you');
      return rooms.mute(room, playerId, muted);
    }),
    updateModeration: command<'updateModeration', 'host'>('host', ({ room }, input) =>
      rooms.changeSettings(room, withoutRoom(input)),
    ),
    updateNameList: command<'updateNameList', 'host'>('host', ({ room }, { names, more }) =>
      rooms.listNames(room, names, more),
    ),
    freeSeat: command<'freeSeat', 'host'>('host', ({ room }, { playerId }) =>
      rooms.free(room, playerId),
    ),
    deleteMessage: command<'deleteMessage', 'host'>('host', ({ room }, { audience, id }) =>
      rooms.deleteMessage(room, audience, id),
    ),
    handOverHost: command<'handOverHost', 'host'>('host', ({ room, seat }, { playerId }) =>
      rooms.handOver(room, seat.playerId, playerId),
    ),
    takeBackHost: command<'takeBackHost', 'player'>('player', ({ room, seat }) =>
      rooms.takeBack(room, seat.playerId),
    ),
    kickRoom: command<'kickRoom', 'host'>('host', ({ room, seat }, { kickPlayerId }) => {
      if (kickPlayerId === seat.playerId) throw new RoomError('BAD_REQUEST', 'that is you');
      return rooms.kick(room, kickPlayerId);
    }),
    renamePlayer: command<'renamePlayer', 'host'>('host', async (context, input) => {
      const { language } = context.connection.handshake;
      return {
        playerName: await rooms.rename(context.room, input.playerId, input.playerName, language),
      };
    }),

    roomHealth: command<'roomHealth', 'host'>('host', ({ room }) => health.read(room)),
    startRehearsal: command<'startRehearsal', 'host'>('host', ({ connection, room }, { bots }) => {
      const { address, language } = connection.handshake;
      return rehearsals.start(room, bots, { address, language });
    }),
    stopRehearsal: command<'stopRehearsal', 'host'>('host', ({ room }) => rehearsals.stop(room)),

    startGame: command<'startGame', 'host'>('host', ({ room }) => driver.start(roomId(room))),
    skipPhase: command<'skipPhase', 'host'>('host', ({ room }, { version }) =>
      driver.adjust(roomId(room), 'skip', version),
    ),
    nextPhase: command<'nextPhase', 'host'>('host', ({ room }, { version }) =>
      driver.adjust(roomId(room), 'next', version),
    ),
    dropQuestion: command<'dropQuestion', 'host'>('host', ({ room }, { version }) =>
      driver.adjust(roomId(room), 'drop', version),
    ),
    closeQuestion: command<'closeQuestion', 'host'>('host', ({ room }, { version }) =>
      driver.adjust(roomId(room), 'close', version),
    ),
    correctQuestion: command<'correctQuestion', 'host'>('host', ({ room }, input) => {
      const { version, index, isVoid, rights } = input;
      const correction = { kind: 'correct', index, isVoid, rights } as const;
      return driver.adjust(roomId(room), correction, version);
    }),
    pauseGame: command<'pauseGame', 'host'>('host', ({ room }, { version }) =>
      driver.adjust(roomId(room), 'pause', version),
    ),
    resumeGame: command<'resumeGame', 'host'>('host', ({ room }, { version }) =>
      driver.adjust(roomId(room), 'resume', version),
    ),
    extendTime: command<'extendTime', 'host'>('host', ({ room }, { version }) =>
      driver.adjust(roomId(room), 'extend', version),
    ),
    endGame: command<'endGame', 'host'>('host', ({ room }, { version }) =>
      driver.adjust(roomId(room), 'end', version),
    ),
  };
  return commands;
}

function command<C extends CommandName, W extends Who>(
  who: W,
  run: (context: Context<W>, input: CommandInput<C>) => Outcome<C>,
): Command<C, W> {
  return { who, run };
}

function withoutRoom<T extends { gameId?: string | undefined }>(input: T): Omit<T, 'gameId'> {
  const { gameId: _gameId, ...rest } = input;
  return rest;
}
