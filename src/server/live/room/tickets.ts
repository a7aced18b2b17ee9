import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RoomTicket } from '../../../game/room-state.js';
import { asCoHost, isHosts } from '../../../game/roles.js';
import { ticketOfDigest } from '../../../game/ticket-index.js';
import {
  chooseTickets,
  letOthersIn,
  reissueTicket,
  ticketReport,
  type ShownCode,
} from '../../../game/tickets.js';
import {
  readTicketCode,
  RoomError,
  type CommandInput,
  type TicketReport,
} from '../../../protocol/index.js';
import type { ListedTickets, TicketLists } from '../../contracts/ticket-lists.js';
import type { TicketSigner } from '../../platform/identity/ticket-signer.js';
import type { AttemptLimit } from '../../platform/rate/attempt-limit.js';
import { KeyedBuckets } from '../../platform/rate/keyed-buckets.js';
import type { Broadcaster } from '../batch/broadcaster.js';
import type { RoomLog } from '../store/contract.js';
import { pinOfRoom } from '../store/room-id.js';
import type { LocalRoom } from './local-room.js';
import type { RoomDirectory } from './room-directory.js';
import type { Seeker } from './room-finder.js';

/** Lists that a room takes, each of which may be 300 kB in its log; and tickets that are made anew. */
const CHOICES_PER_S = 1 / 20;
const CHOICE_BURST = 10;
const REISSUES_PER_S = 1;
const REISSUE_BURST = 20;
/** Identities that are made before others get their turn. */
const SLICE = 500;

/** Use cases of tickets in a room (R28). */
export class Tickets {
  private readonly choices = new KeyedBuckets(CHOICES_PER_S, CHOICE_BURST);
  private readonly reissues = new KeyedBuckets(REISSUES_PER_S, REISSUE_BURST);

  constructor(
    private readonly store: Pick<RoomLog, 'readFields'>,
    private readonly directory: RoomDirectory,
    private readonly lists: TicketLists,
    private readonly signer: TicketSigner,
    private readonly wrong: AttemptLimit,
    private readonly broadcaster: Broadcaster,
    private readonly mostPlayers: number,
    private readonly failed: (error: unknown) => void,
  ) {}

  /**
   * The identity of a ticket in this room, for whoever shows its code; `mayRun` tells whether they run the room. A
   * right code always passes; throws WRONG_TICKET, and RATE_LIMITED where this identity has shown too many wrong ones.
   */
  async holder(
    roomId: string,
    typed: string,
    who: Seeker,
  ): Promise<{ identityId: string; ticket: ShownCode; mayRun: boolean }> {
    const { view } = await this.directory.host(roomId);
    const digest = this.digestOf(typed);
    const ticket = ticketOfDigest(view.state, digest);
    if (ticket !== undefined) {
      const { identityId } = ticket;
      const mayRun = isHosts(view.state, identityId);
      return { identityId, ticket: { digest, browserId: who.identityId }, mayRun };
    }
    await this.noteWrong(roomId, who);
    throw new RoomError('WRONG_TICKET');
  }

  /**
   * Finds who has this ticket, for a request over HTTP (R28.10); undefined where it is none of this room. Throws RATE_LIMITED
   * where too many wrong ones were shown.
   */
  async holderByHttp(roomId: string, typed: string, who: Seeker): Promise<string | undefined> {
    const here = this.directory.get(roomId)?.view.state;
    // The store is asked in any case, as the time of an answer must not tell a right PIN (R10.4).
    if (here !== undefined) await this.store.readFields(roomId, ['hostId']);
    const room = here ?? (await this.store.readFields(roomId, ['tickets']));
    const ticket = room && ticketOfDigest(room, this.digestOf(typed));
    if (ticket === undefined) await this.noteWrong(roomId, who);
    return ticket?.identityId;
  }

  private digestOf(typed: string): string {
    const code = readTicketCode(typed);
    return code === undefined ? '' : this.signer.digestOf(code);
  }

  /** Counts by PIN, also where no room has it, so that a refusal tells nobody which PIN is right. */
  private async noteWrong(roomId: string, who: Seeker): Promise<void> {
    if (!(await this.wrong.noteFailure(`${pinOfRoom(roomId)}:${who.identityId}`)))
      throw new RoomError('RATE_LIMITED', 'too many wrong tickets');
  }

  /** Refuses with NOT_HOST, NOT_SIGNED_IN, TICKETS_NOT_FOUND and DATABASE_AWAY, and as `chooseTickets` does. */
  async choose(
    { view }: LocalRoom,
    by: string,
    { list: id, others }: CommandInput<'chooseTickets'>,
    findHost: () => Promise<string | undefined>,
  ): Promise<void> {
    const { roomId } = view;
    if (id === undefined) return this.directory.run(roomId, asCoHost(by, letOthersIn(others)));
    const list = id === null ? null : await this.taken(roomId, id, findHost);
    const command = chooseTickets(list, others, this.mostPlayers);
    const ended = await this.directory.run(roomId, asCoHost(by, command));
    this.end(ended);
  }

  /** Returns the new code. Refuses as `reissueTicket` does. */
  async reissue({ view }: LocalRoom, by: string, number: number): Promise<string> {
    const { roomId, state } = view;
    if (!this.reissues.take(roomId, performance.now()))
      throw new RoomError('RATE_LIMITED', 'too many tickets');
    const code = this.signer.newCode();
    const digest = this.signer.digestOf(code);
    const command = asCoHost(by, reissueTicket(by, number, digest));
    const listId = state.tickets?.id;
    this.end(await this.directory.run(roomId, command));
    // The list has it, too, where it is there and can be reached; the room does not wait for that.
    if (listId !== undefined)
      this.lists.noteReissued(listId, number, digest).catch((error: unknown) => this.failed(error));
    return code;
  }

  /** Throws BAD_REQUEST where the room has no tickets. */
  report({ view }: LocalRoom, wanted: CommandInput<'readTickets'>): TicketReport {
    const report = ticketReport(view.state, wanted);
    if (report === undefined) throw new RoomError('BAD_REQUEST', 'the room has no tickets');
    return report;
  }

  private async taken(roomId: string, id: string, findHost: () => Promise<string | undefined>) {
    if (!this.choices.take(roomId, performance.now()))
      throw new RoomError('RATE_LIMITED', 'too many lists');
    const hostId = await findHost();
    if (hostId === undefined) throw new RoomError('NOT_SIGNED_IN');
    const list = await this.lists.use(hostId, id);
    if (list === undefined) throw new RoomError('TICKETS_NOT_FOUND');
    return { ...list, tickets: await this.withIdentities(roomId, list) };
  }

  private async withIdentities(
    roomId: string,
    { id, tickets }: ListedTickets,
  ): Promise<RoomTicket[]> {
    const made: RoomTicket[] = [];
    for (const [index, ticket] of tickets.entries()) {
      if (index % SLICE === SLICE - 1) await nextTurn();
      made.push({ identityId: this.signer.identityOf(roomId, id, index + 1), ...ticket });
    }
    return made;
  }

  private end(connectionIds: readonly string[]): void {
    for (const connectionId of connectionIds)
      this.broadcaster.disconnect(connectionId, 'TICKET_ENDED');
  }
}
