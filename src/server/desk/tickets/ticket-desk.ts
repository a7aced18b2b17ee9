import { randomBytes } from 'node:crypto';
import { sql, type Kysely, type Selectable } from 'kysely';
import {
  limits,
  RoomError,
  type KeptTicketList,
  type KeptTickets,
  type MadeTickets,
  type TicketEntry,
} from '../../../protocol/index.js';
import type { ListedTickets, TicketLists } from '../../contracts/ticket-lists.js';
import type { Database } from '../../platform/database/database.js';
import type { AccountRole, Tables, TicketListTable } from '../../platform/database/schema.js';
import type { TicketSigner } from '../../platform/identity/ticket-signer.js';
import { keepAccount } from '../accounts/accounts.js';
import type { Account } from '../accounts/hosts.js';
import { SlicedWork } from '../files/sliced-work.js';
import { readNewTickets, type WantedTickets } from './new-tickets.js';

const DAY_MS = 24 * 3_600_000;
const SWEEP_MS = 3_600_000;
/** Lists of one account. */
const MOST_LISTS: Record<AccountRole, number> = { admin: 200, host: 100, guest: 5 };
/** All guests together have so much, who cost nothing to make. */
const GUESTS_MOST_BYTES = 50_000_000;
const MOST_AT_ONCE = 20;

const SUMMARY = ['id', 'title', 'teams', 'named', 'count', 'created_at', 'used_at'] as const;

type Summary = Pick<Selectable<TicketListTable>, (typeof SUMMARY)[number]>;

/** Digest of the code, name, index of the team, and 1 for extra time. */
type StoredTicket = [digest: string, playerName: string, team: number | null, extra: 0 | 1];

/**
 * The lists of tickets that hosts keep (R28). Whose list it is, is part of every query: another host's is
 * TICKETS_NOT_FOUND. Everything rejects with DATABASE_AWAY where it cannot be reached.
 */
export class TicketDesk implements TicketLists {
  private readonly work = new SlicedWork(MOST_AT_ONCE);
  private readonly sweeping: NodeJS.Timeout;
  private readonly keptMs: number;

  constructor(
    private readonly database: Database,
    private readonly signer: TicketSigner,
    days: number,
    private readonly now: () => number = Date.now,
  ) {
    // Where no results are kept, a list still has to last from its making to the evening.
    this.keptMs = Math.max(days, 1) * DAY_MS;
    // Where the database is away, the next one does it.
    this.sweeping = setInterval(() => void this.sweep().catch(() => {}), SWEEP_MS).unref();
  }

  /** The latest used first. */
  async list(hostId: string): Promise<KeptTickets[]> {
    const rows = await this.database.run((db) =>
      this.ownedBy(db, hostId).select(SUMMARY).orderBy('used_at', 'desc').orderBy('id').execute(),
    );
    return rows.map((row) => this.summaryOf(row));
  }

  async find(hostId: string, id: string): Promise<KeptTicketList> {
    const row = await this.database.run((db) => this.demand(db, hostId, id));
    return this.listOf(row);
  }

  /** Makes the tickets that the body of a request wants. Rejects with BAD_REQUEST and TOO_MUCH_KEPT. */
  create(account: Account, body: Buffer): Promise<MadeTickets> {
    return this.work.run(async (inSlices) => {
      const wanted = await inSlices(readNewTickets(body));
      const most = account.role === 'guest' ? limits.GUEST_TICKETS_MOST : limits.TICKETS_MOST;
      if (wanted.entries.length > most)
        throw new RoomError('TOO_MUCH_KEPT', `at most ${most} tickets in a list`);
      const { stored, codes } = await inSlices(this.made(wanted));
      const tickets = JSON.stringify(stored);
      const now = this.now();
      const row = {
        id: randomBytes(12).toString('base64url'),
        owner_id: account.hostId,
        title: wanted.title,
        teams: JSON.stringify(wanted.teams),
        named: Number(wanted.entries[0]?.playerName !== ''),
        count: stored.length,
        bytes: Buffer.byteLength(tickets),
        created_at: now,
        used_at: now,
        tickets,
      };
      await this.database.transact(async (db) => {
        await keepAccount(db, account, now);
        await this.checkQuota(db, account, row.bytes);
        await db.insertInto('ticket_list').values(row).execute();
      });
      const { alike } = wanted;
      return { ...this.listOf(row), codes, ...(alike.length > 0 && { alike }) };
    });
  }

  async rename(hostId: string, id: string, title: string): Promise<void> {
    await this.database.run(async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('ticket_list')
        .set({ title })
        .where('owner_id', '=', hostId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new RoomError('TICKETS_NOT_FOUND');
    });
  }

  /** Rooms keep the copy that they have taken. */
  async remove(hostId: string, id: string): Promise<void> {
    await this.database.run(async (db) => {
      const { numDeletedRows } = await db
        .deleteFrom('ticket_list')
        .where('owner_id', '=', hostId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new RoomError('TICKETS_NOT_FOUND');
    });
  }

  /** Gives one ticket, or all, another code. Rooms that are open go on with theirs until the list is chosen again. */
  reissue(hostId: string, id: string, number: number | null): Promise<MadeTickets> {
    return this.work.run((inSlices) =>
      this.database.transact(async (db) => {
        await lock(db, id);
        const row = await this.demand(db, hostId, id);
        const stored = JSON.parse(row.tickets) as StoredTicket[];
        if (number !== null && stored[number - 1] === undefined)
          throw new RoomError('PLAYER_NOT_FOUND', 'no such ticket');
        const codes = await inSlices(this.withNewCodes(stored, number));
        const tickets = JSON.stringify(stored);
        await db.updateTable('ticket_list').set({ tickets }).where('id', '=', id).execute();
        return { ...this.listOf({ ...row, tickets }), codes };
      }),
    );
  }

  async use(hostId: string, id: string): Promise<ListedTickets | undefined> {
    return this.database.run(async (db) => {
      const row = await this.ownedBy(db, hostId)
        .where('id', '=', id)
        .selectAll()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      await db
        .updateTable('ticket_list')
        .set({ used_at: this.now() })
        .where('id', '=', id)
        .execute();
      const stored = JSON.parse(row.tickets) as StoredTicket[];
      return {
        id,
        title: row.title,
        teamNames: JSON.parse(row.teams) as string[],
        tickets: stored.map(([digest, playerName, team, extra]) => ({
          digest,
          playerName,
          ...(team !== null && { team }),
          ...(extra === 1 && { extra: true as const }),
        })),
      };
    });
  }

  async noteReissued(id: string, number: number, digest: string): Promise<void> {
    await this.database.transact(async (db) => {
      await lock(db, id);
      const row = await db
        .selectFrom('ticket_list')
        .select('tickets')
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined) return;
      const stored = JSON.parse(row.tickets) as StoredTicket[];
      const ticket = stored[number - 1];
      if (ticket === undefined) return;
      ticket[0] = digest;
      const tickets = JSON.stringify(stored);
      await db.updateTable('ticket_list').set({ tickets }).where('id', '=', id).execute();
    });
  }

  /** Deletes lists that were not used for long enough. */
  async sweep(): Promise<void> {
    await this.database.run((db) =>
      db.deleteFrom('ticket_list').where('used_at', '<=', this.keptFrom).execute(),
    );
  }

  close(): void {
    clearInterval(this.sweeping);
  }

  private *made({
    teams,
    entries,
  }: WantedTickets): Generator<void, { stored: StoredTicket[]; codes: Record<number, string> }> {
    const stored: StoredTicket[] = [];
    for (const { playerName, team, extra } of entries) {
      const index = team === undefined ? null : teams.indexOf(team);
      stored.push(['', playerName, index, extra ? 1 : 0]);
    }
    return { stored, codes: yield* this.withNewCodes(stored, null) };
  }

  private *withNewCodes(
    stored: StoredTicket[],
    only: number | null,
  ): Generator<void, Record<number, string>> {
    const codes: Record<number, string> = {};
    for (const [index, ticket] of stored.entries()) {
      if (only !== null && index + 1 !== only) continue;
      const code = this.signer.newCode();
      ticket[0] = this.signer.digestOf(code);
      codes[index + 1] = code;
      yield;
    }
    return codes;
  }

  private async checkQuota(
    db: Kysely<Tables>,
    { hostId, role }: Account,
    more: number,
  ): Promise<void> {
    const { lists } = await this.ownedBy(db, hostId)
      .select((all) => all.fn.countAll<number>().as('lists'))
      .executeTakeFirstOrThrow();
    if (lists >= MOST_LISTS[role])
      throw new RoomError('TOO_MUCH_KEPT', `at most ${MOST_LISTS[role]} lists of tickets`);
    if (role !== 'guest') return;
    const { rows } = await sql<{ bytes: number }>`
      select cast(coalesce(sum(t.bytes), 0) as bigint) as bytes
      from ticket_list t join host h on h.id = t.owner_id where h.role = 'guest'`.execute(db);
    if ((rows[0]?.bytes ?? 0) + more > GUESTS_MOST_BYTES)
      throw new RoomError('TOO_MUCH_KEPT', 'the server has no more room for guests');
  }

  private async demand(
    db: Kysely<Tables>,
    hostId: string,
    id: string,
  ): Promise<Summary & { tickets: string }> {
    const row = await this.ownedBy(db, hostId)
      .where('id', '=', id)
      .select([...SUMMARY, 'tickets'])
      .executeTakeFirst();
    if (row === undefined) throw new RoomError('TICKETS_NOT_FOUND');
    return row;
  }

  private ownedBy(db: Kysely<Tables>, hostId: string) {
    return db
      .selectFrom('ticket_list')
      .where('owner_id', '=', hostId)
      .where('used_at', '>', this.keptFrom);
  }

  private get keptFrom(): number {
    return this.now() - this.keptMs;
  }

  private summaryOf({ id, title, count, named, teams, created_at, used_at }: Summary): KeptTickets {
    return {
      id,
      title,
      count,
      named: named === 1,
      teams: JSON.parse(teams) as string[],
      createdAt: created_at,
      usedAt: used_at,
      keepUntil: used_at + this.keptMs,
    };
  }

  private listOf(row: Summary & { tickets: string }): KeptTicketList {
    const summary = this.summaryOf(row);
    const stored = JSON.parse(row.tickets) as StoredTicket[];
    const tickets = stored.map(([, playerName, index, extra]): TicketEntry => {
      const team = index === null ? undefined : summary.teams[index];
      return { playerName, ...(team && { team }), ...(extra === 1 && { extra: true }) };
    });
    return { ...summary, tickets };
  }
}

/** Until the transaction is over, nobody else changes the list. */
async function lock(db: Kysely<Tables>, id: string): Promise<void> {
  await sql`update ticket_list set id = id where id = ${id}`.execute(db);
}
