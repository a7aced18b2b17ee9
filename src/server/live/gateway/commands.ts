import {
  RoomError,
  SWITCH_NAMES,
  SWITCHES,
  toSteps,
  type ClientToServerEvents,
  type AckResult,
  type CommandInput,
  type CommandName,
  type SwitchPayloads,
} from '../../../protocol/index.js';
import { showEmote } from '../room/emotes.js';
import type { Moderation } from '../room/moderation.js';
import type { Rehearsals } from '../rehearsal/rehearsals.js';
import type { SignIn } from '../../contracts/sign-in.js';
import { KeyedBuckets } from '../../platform/rate/keyed-buckets.js';
import { cleanListed } from '../room/listed-names.js';
import { isBig } from '../../../game/big-room.js';
import { itemOn } from '../../../game/phase.js';
import { hasRole, type HostRole } from '../../../game/roles.js';
import { seatOfIdentity } from '../../../game/room-state.js';
import type { DoorReader } from '../room/door-report.js';
import type { CorrectionOf, GameDriver, GiftOf, TakeBackOf } from '../room/game-driver.js';
import type { GamePictures } from '../room/game-pictures.js';
import type { HostRoles } from '../room/host-roles.js';
import type { HostLinks } from '../room/host-links.js';
import type { RoomLooks } from '../room/looks.js';
import type { LocalRoom } from '../room/local-room.js';
import type { QuizSelection } from '../room/quiz-selection.js';
import { samePlaceFor, type RoomHealthReader } from '../room/room-health.js';
import type { Membership, RoomService } from '../room/room-service.js';
import type { Teams } from '../room/teams.js';
import type { Tickets } from '../room/tickets.js';
import type { DearRequests } from '../../platform/rate/dear.js';
import type { RoomLog } from '../store/contract.js';
import type { IdentityLimits } from './identity-limits.js';
import type { JoinHandler } from './join-handler.js';
import { LISTS } from './rate-gate.js';
import type { Told } from './room-gate.js';
import type { GameConnection } from './game-connection.js';

/** Who may give a command. A member may be a spectator, a player has a seat; of the others, the least role. */
export type Who = 'anyone' | 'member' | 'player' | HostRole;

type Seat = NonNullable<Membership['seat']>;

/** What a handler gets; `room` and `seat` are there as far as its `who` promises. */
interface Context<W extends Who> {
  connection: GameConnection;
  room: W extends 'anyone' ? undefined : LocalRoom;
  seat: W extends 'player' ? Seat : W extends 'anyone' ? undefined : Seat | null;
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
  told: Told;
  run(context: Context<W>, input: CommandInput<C>): unknown;
}

export interface CommandServices {
  joinHandler: JoinHandler;
  rooms: RoomService;
  roles: HostRoles;
  moderation: Moderation;
  teams: Teams;
  tickets: Tickets;
  links: HostLinks;
  driver: GameDriver;
  quizzes: QuizSelection;
  health: RoomHealthReader;
  door: DoorReader;
  rehearsals: Rehearsals;
  hosts: SignIn;
  looks: RoomLooks;
  pictures: GamePictures;
  store: RoomLog;
  dear: DearRequests;
  limits: IdentityLimits;
}

/** Every command of the wire with who may give it, where it is told, and what it does. */
export function createCommands(services: CommandServices): Record<CommandName, Command> {
  const { joinHandler, rooms, roles, moderation, teams, links } = services;
  const { driver, quizzes, health, door, rehearsals, hosts, pictures, store } = services;
  const { tickets, dear, limits, looks } = services;
  const roomId = (room: LocalRoom): string => room.view.roomId;

  /** Everybody's scores are computed anew, in a lane. */
  const recompute = (
    { connection, room }: Context<'coHost'>,
    adjustment: CorrectionOf | GiftOf | TakeBackOf,
    version: number,
  ): Promise<{ endTime: number }> => {
    const { judged, seats } = room.view.state;
    const size = { seats: seats.size, questions: judged.length };
    return dear.run('correction', size, dear.askerOf(connection.handshake), async () => {
      // The role may be gone after a wait in the lane.
      if (!hasRole(room.view.state, identityOf(connection), 'coHost'))
        throw new RoomError('NOT_HOST');
      return driver.adjust(roomId(room), adjustment, version);
    });
  };

  const lists = new KeyedBuckets(LISTS.perSecond, LISTS.burst);

  /** Cleans names that are listed in a lane, then does something with them. */
  const withListed = <T>(
    { connection, room }: Context<'coHost'>,
    [field, names]: [field: string, names: readonly string[]],
    act: (clean: string[]) => Promise<T>,
  ): Promise<T> => {
    if (!lists.take(roomId(room), performance.now()))
      throw new RoomError('RATE_LIMITED', 'one list a second at most');
    const size = { seats: names.length, questions: 1 };
    return dear.run('names', size, dear.askerOf(connection.handshake), async (inSlices) => {
      const clean = await inSlices(cleanListed(field, names));
      // The role may be gone after a wait in the lane.
      if (!hasRole(room.view.state, identityOf(connection), 'coHost'))
        throw new RoomError('NOT_HOST');
      return act(clean);
    });
  };

  /** Tells whether the slide that is shown now has lost its picture, once that is known (R18.4). */
  const withLost = async <T extends object>(
    room: LocalRoom,
    answer: T,
  ): Promise<T & { lostPictures?: number }> => {
    const { state } = room.view;
    const lostPictures = itemOn(state.phase) === undefined ? 0 : await pictures.lost(state, 'now');
    return lostPictures > 0 ? { ...answer, lostPictures } : answer;
  };

  const commands = {
    createRoom: command<'createRoom', 'anyone'>('anyone', 'few', ({ connection }, input) =>
      joinHandler.open(connection, input),
    ),
    joinRoom: command<'joinRoom', 'anyone'>('anyone', 'bounded', ({ connection }, input) =>
      joinHandler.enter(connection, input),
    ),
    exitRoom: command<'exitRoom', 'member'>('member', 'bounded', ({ connection }) =>
      joinHandler.exit(connection),
    ),
    syncTime: command<'syncTime', 'anyone'>('anyone', 'few', ({ connection }, { t0, flush }) => {
      if (flush !== undefined) connection.membership?.room.echo(connection.socket.id, flush);
      return { t0, t1: store.now() };
    }),

    updatePosition: command<'updatePosition', 'player'>('player', 'bounded', (context, input) => {
      const { connection, room, seat } = context;
      const [x, y] = input.newPosition;
      room.walking.move(seat.slot, seat.generation, [toSteps(x), toSteps(y)]);
      if (input.flush !== undefined) room.echo(connection.socket.id, input.flush);
    }),
    writeAnswer: command<'writeAnswer', 'player'>(
      'player',
      'bounded',
      async ({ connection, room, seat }, { texts }) => {
        room.checkWriting(texts, store.now());
        if (!limits.mayWrite(identityOf(connection), performance.now()))
          throw new RoomError('RATE_LIMITED', 'once a second at most');
        await rooms.write(room, seat, texts);
        return { texts };
      },
    ),
    emote: command<'emote', 'player'>('player', 'bounded', ({ room, seat }, { emote }) =>
      showEmote(room, seat, emote),
    ),
    chatMessage: command<'chatMessage', 'member'>(
      'member',
      'bounded',
      ({ connection, room, seat }, input) => {
        const { message, near } = input;
        if (seat !== null)
          return near ? rooms.chatNear(room, seat, message) : rooms.chat(room, seat, message);
        if (near) throw new RoomError('NOT_A_PLAYER');
        checkCockpit(connection);
        if (!hasRole(room.view.state, identityOf(connection), 'coHost'))
          throw new RoomError('NOT_HOST');
        const speaker = { connectionId: connection.socket.id, identityId: identityOf(connection) };
        return rooms.chatFromCockpit(room, speaker, message);
      },
    ),
    setPlayerName: command<'setPlayerName', 'player'>(
      'player',
      'bounded',
      async (context, input) => {
        const { language } = context.connection.handshake;
        return {
          playerName: await rooms.renameOwn(
            context.room,
            context.seat.playerId,
            input.playerName,
            language,
          ),
        };
      },
    ),

    updateRoomOption: command<'updateRoomOption', 'coHost'>(
      'coHost',
      'all',
      async ({ connection, room }, input) =>
        rooms.changeOptions(room, await looks.withLook(withoutRoom(input), connection.handshake)),
    ),
    updateRoomQuizset: command<'updateRoomQuizset', 'coHost'>(
      'coHost',
      'all',
      ({ connection, room }, input) =>
        quizzes.choose(
          room,
          identityOf(connection),
          input,
          async () => (await hosts.find(connection.handshake))?.hostId,
        ),
    ),
    updateScreen: command<'updateScreen', 'coHost'>('coHost', 'all', ({ room }, input) =>
      rooms.changeSettings(room, withoutRoom(input)),
    ),
    dismissScreens: command<'dismissScreens', 'coHost'>('coHost', 'few', async ({ room }) => ({
      count: await rooms.dismissScreens(room),
    })),
    ...switchCommands(rooms),
    mutePlayer: command<'mutePlayer', 'coHost'>(
      'coHost',
      'all',
      ({ connection, room }, { playerId, muted }) =>
        moderation.mute(room, playerId, muted, identityOf(connection)),
    ),
    setExtraTime: command<'setExtraTime', 'coHost'>(
      'coHost',
      'few',
      ({ connection, room }, { playerId, extra }) =>
        moderation.giveTime(room, playerId, extra, identityOf(connection)),
    ),
    updateModeration: command<'updateModeration', 'coHost'>('coHost', 'all', ({ room }, input) =>
      rooms.changeSettings(room, withoutRoom(input)),
    ),
    updateNameList: command<'updateNameList', 'coHost'>(
      'coHost',
      'bounded',
      (context, { names, more }) =>
        withListed(context, ['names', names], (clean) =>
          moderation.listNames(context.room, clean, more),
        ),
    ),
    updateTeams: command<'updateTeams', 'coHost'>('coHost', 'all', (context, { names }) =>
      withListed(context, ['names', names], (clean) => teams.name(context.room, clean)),
    ),
    updateTeamList: command<'updateTeamList', 'coHost'>(
      'coHost',
      'bounded',
      (context, { entries, more }) => {
        const names = entries.map(({ playerName }) => playerName);
        return withListed(context, ['entries', names], (clean) =>
          teams.list(
            context.room,
            entries.map(({ team }, n) => ({ playerName: clean[n] ?? '', team })),
            more,
          ),
        );
      },
    ),
    setTeam: command<'setTeam', 'member'>(
      'member',
      'bounded',
      ({ connection, room, seat }, input) => {
        const { team, playerId } = input;
        if (playerId !== undefined) return teams.move(room, playerId, team, identityOf(connection));
        if (seat === null) throw new RoomError('NOT_A_PLAYER');
        return teams.choose(room, seat.playerId, team);
      },
    ),
    whoAre: command<'whoAre', 'member'>(
      'member',
      'few',
      async ({ connection, room }, { slots }) => {
        if (!isBig(room.view.settings))
          throw new RoomError('NOT_IN_HALLS', 'everybody in a hall is told who is there');
        const { identityId: key, address } = connection.handshake;
        if (!limits.mayAskWho(key, performance.now()))
          throw new RoomError('RATE_LIMITED', 'four times a second at most');
        const size = { seats: slots.length, questions: 1 };
        return dear.run('people', size, { key, address, isFirst: false }, () => ({
          people: room.view.people(slots),
        }));
      },
    ),
    removePlayers: command<'removePlayers', 'coHost'>(
      'coHost',
      'all',
      ({ room }, { who, justCount }) => rooms.removeAll(room, who, justCount),
    ),
    readDoor: command<'readDoor', 'coHost'>('coHost', 'few', ({ room }, { names }) =>
      door.read(room, names),
    ),
    chooseTickets: command<'chooseTickets', 'coHost'>(
      'coHost',
      'all',
      ({ connection, room }, input) =>
        tickets.choose(
          room,
          identityOf(connection),
          input,
          async () => (await hosts.find(connection.handshake))?.hostId,
        ),
    ),
    readTickets: command<'readTickets', 'coHost'>('coHost', 'few', ({ room }, input) =>
      tickets.report(room, input),
    ),
    reissueTicket: command<'reissueTicket', 'coHost'>(
      'coHost',
      'few',
      async ({ connection, room }, { number }) => ({
        code: await tickets.reissue(room, identityOf(connection), number),
      }),
    ),
    freeSeat: command<'freeSeat', 'coHost'>('coHost', 'all', ({ connection, room }, { playerId }) =>
      rooms.free(room, playerId, identityOf(connection)),
    ),
    deleteMessage: command<'deleteMessage', 'coHost'>(
      'coHost',
      'all',
      ({ room }, { audience, id }) => moderation.deleteMessage(room, audience, id),
    ),
    unmaskMessage: command<'unmaskMessage', 'coHost'>(
      'coHost',
      'all',
      ({ room }, { audience, id }) => moderation.unmaskMessage(room, audience, id),
    ),
    handOverHost: command<'handOverHost', 'host'>(
      'host',
      'roles',
      ({ connection, room }, { playerId }) =>
        roles.handOver(room, identityOf(connection), playerId),
    ),
    takeBackHost: command<'takeBackHost', 'owner'>('owner', 'roles', ({ connection, room }) =>
      roles.takeBack(room, identityOf(connection)),
    ),
    allowActingHost: command<'allowActingHost', 'owner'>(
      'owner',
      'roles',
      ({ room }, { allowed }) => roles.allowActingHost(room, allowed),
    ),
    setCoHost: command<'setCoHost', 'owner'>('owner', 'roles', ({ room }, { playerId, isCoHost }) =>
      roles.setCoHost(room, playerId, isCoHost),
    ),
    createHostLink: command<'createHostLink', 'owner'>('owner', 'few', async ({ room }) => ({
      secret: await links.create(room),
    })),
    revokeHostLinks: command<'revokeHostLinks', 'owner'>('owner', 'roles', async ({ room }) => ({
      count: await links.revoke(room),
    })),
    closeRoom: command<'closeRoom', 'linked'>('linked', 'few', ({ room }) => roles.close(room)),
    kickRoom: command<'kickRoom', 'coHost'>(
      'coHost',
      'all',
      ({ connection, room }, { kickPlayerId }) => {
        const by = identityOf(connection);
        if (kickPlayerId === seatOfIdentity(room.view.state, by)?.playerId)
          throw new RoomError('BAD_REQUEST', 'that is you');
        return rooms.kick(room, kickPlayerId, by);
      },
    ),
    renamePlayer: command<'renamePlayer', 'coHost'>('coHost', 'all', async (context, input) => {
      const { language, identityId } = context.connection.handshake;
      const { playerId, playerName } = input;
      return {
        playerName: await rooms.rename(context.room, playerId, playerName, language, identityId),
      };
    }),

    tellSound: command<'tellSound', 'member'>(
      'member',
      'few',
      ({ connection, room, seat }, { silent }) => {
        if (seat !== null)
          throw new RoomError('BAD_REQUEST', 'only a projector plays for the hall');
        room.tellSound(connection.socket.id, silent);
      },
    ),
    roomHealth: command<'roomHealth', 'coHost'>('coHost', 'few', async ({ connection, room }) => ({
      ...(await health.read(room)),
      ...samePlaceFor(room.view.state, identityOf(connection)),
    })),
    startRehearsal: command<'startRehearsal', 'coHost'>(
      'coHost',
      'all',
      ({ connection, room }, { bots }) => {
        const { address, language } = connection.handshake;
        return rehearsals.start(room, bots, { address, language });
      },
    ),
    stopRehearsal: command<'stopRehearsal', 'coHost'>('coHost', 'all', ({ room }) =>
      rehearsals.stop(room),
    ),

    startGame: command<'startGame', 'coHost'>(
      'coHost',
      'games',
      async ({ room }, { nextRound }) => {
        await driver.start(roomId(room), nextRound);
        const lostPictures = await pictures.lost(room.view.state);
        return lostPictures > 0 ? { lostPictures } : {};
      },
    ),
    skipPhase: command<'skipPhase', 'actingHost'>('actingHost', 'steps', (context, { version }) =>
      driver.adjust(roomId(context.room), 'skip', endedVersion(context, version)),
    ),
    nextPhase: command<'nextPhase', 'actingHost'>(
      'actingHost',
      'steps',
      async (context, { version }) => {
        const { connection, room } = context;
        const mayDraw = hasRole(room.view.state, identityOf(connection), 'coHost');
        const ended = await driver.adjust(
          roomId(room),
          mayDraw ? 'next' : 'nextWithoutDraw',
          endedVersion(context, version),
        );
        return withLost(room, ended);
      },
    ),
    backToItem: command<'backToItem', 'coHost'>('coHost', 'steps', async ({ room }, { version }) =>
      withLost(room, await driver.adjust(roomId(room), 'back', version)),
    ),
    goToItem: command<'goToItem', 'coHost'>(
      'coHost',
      'steps',
      async ({ room }, { version, item }) =>
        withLost(room, await driver.adjust(roomId(room), { kind: 'goTo', id: item }, version)),
    ),
    editProgramme: command<'editProgramme', 'coHost'>(
      'coHost',
      'all',
      ({ connection, room }, input) =>
        quizzes.edit(
          room,
          identityOf(connection),
          input,
          async () => (await hosts.find(connection.handshake))?.hostId,
        ),
    ),
    dropQuestion: command<'dropQuestion', 'coHost'>('coHost', 'steps', ({ room }, { version }) =>
      driver.adjust(roomId(room), 'drop', version),
    ),
    closeQuestion: command<'closeQuestion', 'coHost'>('coHost', 'steps', ({ room }, { version }) =>
      driver.adjust(roomId(room), 'close', version),
    ),
    pickQuestion: command<'pickQuestion', 'coHost'>(
      'coHost',
      'steps',
      ({ connection, room }, { version, place }) =>
        driver.adjust(roomId(room), { kind: 'pick', by: identityOf(connection), place }, version),
    ),
    correctQuestion: command<'correctQuestion', 'coHost'>('coHost', 'bounded', (context, input) => {
      const { version, question, part = 0, drops = 0, ...ruling } = input;
      const { isVoid, rights, number, accepted, accept, target } = ruling;
      const name = { question, part, drops };
      const correction = {
        kind: 'correct',
        name,
        isVoid,
        rights,
        number,
        accepted,
        accept,
        target,
      } as const;
      return recompute(context, correction, version);
    }),
    strikeAnswer: command<'strikeAnswer', 'coHost'>(
      'coHost',
      'few',
      ({ connection, room }, { version, text, isOut }) => {
        const by = identityOf(connection);
        return driver.adjust(roomId(room), { kind: 'strike', by, text, isOut }, version);
      },
    ),
    givePoints: command<'givePoints', 'coHost'>('coHost', 'bounded', (context, input) => {
      const { version, playerId, team, points, reason } = input;
      return recompute(context, { kind: 'givePoints', playerId, team, points, reason }, version);
    }),
    takeBackPoints: command<'takeBackPoints', 'coHost'>(
      'coHost',
      'bounded',
      (context, { version, id }) => recompute(context, { kind: 'takeBackPoints', id }, version),
    ),
    pauseGame: command<'pauseGame', 'actingHost'>(
      'actingHost',
      'all',
      ({ connection, room }, input) => {
        const { version, curtain, message, minutes } = input;
        const isBreak = message !== undefined && minutes !== undefined;
        if (!curtain && !isBreak) return driver.adjust(roomId(room), 'pause', version);
        // What everybody reads is not for who only stands in.
        if (!hasRole(room.view.state, identityOf(connection), 'coHost'))
          throw new RoomError('NOT_HOST');
        const request = isBreak ? { message, minutes } : null;
        return driver.adjust(roomId(room), { kind: 'curtain', break: request }, version);
      },
    ),
    resumeGame: command<'resumeGame', 'actingHost'>('actingHost', 'all', ({ room }, { version }) =>
      driver.adjust(roomId(room), 'resume', version),
    ),
    extendTime: command<'extendTime', 'coHost'>('coHost', 'all', ({ room }, { version }) =>
      driver.adjust(roomId(room), 'extend', version),
    ),
    endGame: command<'endGame', 'coHost'>('coHost', 'all', ({ room }, { version }) =>
      driver.adjust(roomId(room), 'end', version),
    ),
  };
  return commands;
}

function command<C extends CommandName, W extends Who>(
  who: W,
  told: Told,
  run: (context: Context<W>, input: CommandInput<C>) => Outcome<C>,
): Command<C, W> {
  return { who, told, run };
}

function switchCommands(rooms: RoomService): Record<keyof SwitchPayloads, Command> {
  const commands = SWITCH_NAMES.map((name) => {
    const { command: commandName, word } = SWITCHES[name];
    const run = ({ room }: Context<'coHost'>, input: Record<string, boolean>): Promise<void> =>
      rooms.changeSettings(room, { [name]: input[word] });
    return [commandName, { who: 'coHost', told: 'all', run }] as const;
  });
  return Object.fromEntries(commands) as Record<keyof SwitchPayloads, Command>;
}

/**
 * The version of the phase that is to end. Who stands in ends countdowns and reveals (R3.2), and so names the phase
 * that was looked at; throws NOT_HOST in others.
 */
function endedVersion(
  { connection, room }: Context<'actingHost'>,
  version: number | undefined,
): number | undefined {
  const { state } = room.view;
  if (hasRole(state, identityOf(connection), 'coHost')) return version;
  const { kind, version: current } = state.phase;
  const meant = version ?? current;
  // What was looked at may be over, which is too late and no lack of a role.
  if (meant >= current && (kind === 'lobby' || kind === 'question'))
    throw new RoomError('NOT_HOST');
  return meant;
}

/** Throws NOT_A_PLAYER for a projector. */
function checkCockpit({ membership }: GameConnection): void {
  if (membership?.isCockpit !== true) throw new RoomError('NOT_A_PLAYER');
}

function identityOf({ handshake }: GameConnection): string {
  return handshake.identityId;
}

function withoutRoom<T extends { gameId?: string | undefined }>(input: T): Omit<T, 'gameId'> {
  const { gameId: _gameId, ...rest } = input;
  return rest;
}
