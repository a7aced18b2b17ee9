import { checkFormat } from '../../../game/big-room.js';
import { hasRole } from '../../../game/roles.js';
import { seatOfIdentity, type Keeper } from '../../../game/room-state.js';
import {
  limits,
  RoomError,
  type ChatCursor,
  type CommandInput,
  type JoinAck,
} from '../../../protocol/index.js';
import type { DearRequests } from '../../platform/rate/dear.js';
import type { Broadcaster } from '../batch/broadcaster.js';
import type { LocalRoom } from '../room/local-room.js';
import type { RoomLooks } from '../room/looks.js';
import type { QuizSelection } from '../room/quiz-selection.js';
import type { RoomOpener } from '../room/room-opener.js';
import type { RoomFinder } from '../room/room-finder.js';
import type { Tickets } from '../room/tickets.js';
import type { Membership, RoomService } from '../room/room-service.js';
import type { RoomRegistry } from '../store/contract.js';
import type { GameConnection, Handshake } from './game-connection.js';
import type { HostPassword } from './host-password.js';
import type { IdentityLimits } from './identity-limits.js';

/** Lets connections into rooms and out again. */
export class JoinHandler {
  constructor(
    private readonly store: RoomRegistry,
    private readonly rooms: RoomService,
    private readonly opener: RoomOpener,
    private readonly password: HostPassword,
    private readonly quizzes: QuizSelection,
    private readonly finder: RoomFinder,
    private readonly tickets: Tickets,
    private readonly limits: IdentityLimits,
    private readonly broadcaster: Broadcaster,
    /** Where results of the rooms go that somebody opens (R17.1). */
    private readonly keeperOf: (owner: Handshake) => Keeper | null,
    private readonly dear: DearRequests,
    private readonly looks: RoomLooks,
  ) {}

  /** Opens a room and seats its creator in it, whom the proxy has sent to some process. */
  async open(
    connection: GameConnection,
    input: CommandInput<'createRoom'>,
  ): Promise<{ gameId: string; redial?: true }> {
    const opened = await this.seatHost(connection, input, async () => undefined);
    return connection.handshake.isSentByRoom ? { ...opened, redial: true } : opened;
  }

  /** The same, but a host who reconnects comes back to the room that is open already. */
  async openOrResume(
    connection: GameConnection,
    input: CommandInput<'createRoom'>,
  ): Promise<{ gameId: string }> {
    const { identityId, role } = connection.handshake;
    // It would find no seat by which to come back, and open a room each time.
    if (role === 'cockpit') throw new RoomError('NOT_A_PLAYER');
    return this.seatHost(connection, input, () => this.store.ownedRoom(identityId));
  }

  async enter(
    connection: GameConnection,
    { gameId: pin, playerName = '', team, ticket }: CommandInput<'joinRoom'>,
  ): Promise<JoinAck> {
    const { role } = connection.handshake;
    const membership = await this.join(connection, { isCreator: false }, async () => {
      const roomId = await this.finder.find(pin, connection.handshake);
      this.countVisit(connection);
      if (ticket !== undefined) await this.showTicket(connection, roomId, ticket);
      switch (role) {
        case 'player':
          return this.rooms.sit(roomId, connection.visitor, playerName, team);
        case 'screen':
          return this.rooms.watch(roomId, connection.visitor);
        case 'cockpit':
          return this.rooms.openCockpit(roomId, connection.visitor);
      }
    });
    const { playerId = null, slot = null } = membership.seat ?? {};
    const { room, resumed, becameHost } = membership;
    const answer = { gameId: pin, playerId, slot, resumed, becameHost };
    const { identityId } = connection.handshake;
    return membership.isCockpit ? { ...answer, cockpit: cockpitOf(room, identityId) } : answer;
  }

  async exit(connection: GameConnection): Promise<void> {
    const membership = connection.leave();
    if (membership !== undefined) await this.rooms.exit(membership, connection.socket.id);
  }

  /** The socket is gone. */
  async drop(connection: GameConnection): Promise<void> {
    this.rooms.door.giveUp(connection.socket.id);
    const membership = connection.leave();
    if (membership !== undefined) await this.rooms.drop(membership, connection.socket.id);
  }

  private async seatHost(
    connection: GameConnection,
    { playerName = '', hostPassword, hostPlays = true, ...given }: CommandInput<'createRoom'>,
    findOpen: () => Promise<{ roomId: string } | undefined>,
  ): Promise<{ gameId: string }> {
    const { role, language } = connection.handshake;
    if (role === 'screen') throw new RoomError('NOT_A_PLAYER');
    const openNew = async (): Promise<string> => {
      const maxPlayerCount = this.rooms.capacityOf(given.maxPlayerCount);
      const sized = { ...given, maxPlayerCount };
      checkFormat(sized, connection.handshake.readsBigRooms);
      await this.password.check(
        hostPassword ?? connection.handshake.hostPassword,
        connection.handshake,
      );
      const quizSet = await this.quizzes.initialChoice(language);
      const { identityId, address } = connection.handshake;
      const keeper = this.keeperOf(connection.handshake);
      const options = await this.looks.withLook(sized, connection.handshake);
      return this.opener.open({ identityId, address, language, keeper }, options, quizSet);
    };
    const membership = await this.join(connection, { isCreator: true }, async () => {
      this.countVisit(connection);
      const roomId = (await findOpen())?.roomId ?? (await openNew());
      return hostPlays && role === 'player'
        ? this.rooms.sit(roomId, connection.visitor, playerName)
        : this.rooms.openCockpit(roomId, connection.visitor);
    });
    return { gameId: membership.room.view.pin };
  }

  /** From where on the visitor gets the chat; who has asked for too much gets the newest messages (R10.6). */
  private async historyFor(
    { room, seat }: Membership,
    connection: GameConnection,
  ): Promise<ChatCursor | null> {
    const cursor = connection.takeCursor();
    if (cursor === null) return null;
    const { view } = room;
    const missed = view.chat.history(view.audienceOf(seat?.slot ?? null), cursor).length;
    if (missed <= limits.CHAT_ON_JOIN) return cursor;
    const { identityId: key, address } = connection.handshake;
    try {
      const size = { seats: missed, questions: 1 };
      await this.dear.run('history', size, { key, address, isFirst: false }, () => {});
      return cursor;
    } catch {
      return { ...cursor, id: 0 };
    }
  }

  /** A projector has no seat, and of who wants a cockpit a ticket counts only if it is one of this room. */
  private async showTicket(
    connection: GameConnection,
    roomId: string,
    ticket: string,
  ): Promise<void> {
    const { role } = connection.handshake;
    if (role === 'screen') return;
    try {
      const holder = await this.tickets.holder(roomId, ticket, connection.handshake);
      if (role === 'player' || holder.mayRun) connection.become(holder);
    } catch (error) {
      if (role === 'player') throw error;
    }
  }

  private countVisit({ handshake, rate }: GameConnection): void {
    const now = performance.now();
    if (!rate.mayVisit(now) || !this.limits.mayVisit(handshake.identityId, now))
      throw new RoomError('RATE_LIMITED', 'too many visits');
  }

  /** Resolves when the connection has been sent everything and gets what the room gets. */
  private async join(
    connection: GameConnection,
    { isCreator }: { isCreator: boolean },
    seat: () => Promise<Membership>,
  ): Promise<Membership> {
    connection.beginJoin();
    const { socket, handshake } = connection;
    let membership: Membership;
    let admitted: Promise<void>;
    try {
      membership = await seat();
      const newcomer = {
        connectionId: socket.id,
        slot: membership.seat?.slot ?? null,
        grant: membership.seat,
        format: handshake.format,
        isCreator,
        cursor: await this.historyFor(membership, connection),
      };
      admitted = membership.room.join(newcomer);
    } catch (error) {
      connection.failJoin();
      throw error;
    }
    connection.settle(membership);
    const { ticket, identityId } = connection.handshake;
    if (ticket !== undefined) membership.room.noteBrowser(identityId, ticket.browserId);
    if (membership.replaced !== null)
      this.broadcaster.disconnect(membership.replaced, 'SESSION_REPLACED');
    // The socket may have gone while it was being seated; its disconnect came too early to see that.
    if (!socket.connected) await this.drop(connection);
    await admitted;
    return membership;
  }
}

function cockpitOf({ view }: LocalRoom, identityId: string): NonNullable<JoinAck['cockpit']> {
  const { state } = view;
  const playerId = seatOfIdentity(state, identityId)?.playerId ?? null;
  if (hasRole(state, identityId, 'owner')) return { role: 'owner', playerId };
  if (hasRole(state, identityId, 'linked')) return { role: 'linked', playerId };
  return { role: hasRole(state, identityId, 'host') ? 'host' : 'coHost', playerId };
}
