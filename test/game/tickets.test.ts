import { describe, expect, it } from 'vitest';
import { hasExtraTime, setExtraTime } from '../../src/game/extra-time.js';
import { asHost, setCoHost } from '../../src/game/roles.js';
import { startRehearsal } from '../../src/game/rehearsal.js';
import { drop, freeSeat, kick, rename, sit } from '../../src/game/seat-commands.js';
import { addCockpit } from '../../src/game/screen-commands.js';
import { changeOptions, changeSettings } from '../../src/game/settings-commands.js';
import { GIVES_WAY_MS, removeAll } from '../../src/game/unmoved.js';
import { chooseTickets, letOthersIn, reissueTicket, ticketReport } from '../../src/game/tickets.js';
import { writeArgs } from '../../src/server/live/store/redis/room-writes.js';
import type { RoomState, Seat } from '../../src/game/room-state.js';
import { decideAll } from '../../src/server/live/store/room-writer.js';
import { EXTRA_TIME_KEPT } from '../../src/protocol/limits.js';
import { codeOf, request, someTickets, withTicket } from '../support/game-data.js';
import { plain, RoomTrial, opened } from './room-trial.js';

const OWNER = request(0).identityId;
const MOST = 2_000;

/** A room of so many seats with so many tickets. */
function ticketed(seats: number, tickets: number, others = false): RoomTrial {
  const trial = new RoomTrial(opened({ maxPlayerCount: seats }, OWNER));
  trial.run(chooseTickets(someTickets(tickets), others, MOST));
  return trial;
}

const comes = (trial: RoomTrial, number: number, changes = {}) =>
  trial.run(sit(withTicket(number, changes)));
const codeOfComing = (trial: RoomTrial, number: number, changes = {}) =>
  codeOf(() => comes(trial, number, changes));
const report = (trial: RoomTrial, wanted: { only?: 'come' | 'missing'; search?: string } = {}) =>
  ticketReport(trial.room, { search: '', ...wanted })!;

describe('R28 tickets', () => {
  it('R28.3 have a name, a team and extra time, and one seat each', async () => {
    const trial = new RoomTrial();
    const list = someTickets(
      3,
      (number) => ({ playerName: 'Kim', team: number % 2, ...(number === 2 && { extra: true }) }),
      ['Oaks', 'Elms'],
    );
    trial.run(chooseTickets(list, false, MOST));
    expect(trial.room.settings).toMatchObject({ teams: 'list', teamNames: ['Oaks', 'Elms'] });
    const seats = [1, 2, 3].map((number) => comes(trial, number).seat);
    expect(seats.map(({ playerName, team }) => [playerName, team])).toEqual([
      ['Kim', 1],
      ['Kim 2', 0],
      ['Kim 3', 1],
    ]);
    expect(seats.map((seat) => hasExtraTime(trial.room, seat))).toEqual([false, true, false]);
    // On another phone it is the same seat, and the first one has to go.
    const again = comes(trial, 2, { connectionId: 'other', playerName: 'Thief' });
    expect(again).toMatchObject({ resumed: true, replaced: 'c102' });
    expect(again.seat).toMatchObject({ slot: seats[1]!.slot, playerName: 'Kim 2' });
    expect(trial.room.seats.size).toBe(3);
  });

  it('R28.3 keep their extra time, however many have it', () => {
    const count = EXTRA_TIME_KEPT + 20;
    const trial = ticketed(count, 1);
    const list = someTickets(count, () => ({ extra: true }));
    trial.run(chooseTickets({ ...list, id: 'extra' }, false, MOST));
    const all = list.tickets.map((_, index) => sit(withTicket(index + 1)));
    trial.append(decideAll(trial.room, all, trial.now).append.changes);
    const seats = list.tickets.map((_, index) => trial.seat(index));
    const without = (): number => seats.filter((seat) => !hasExtraTime(trial.room, seat)).length;
    expect(without()).toBe(0);
    // The word of a host goes before the ticket, also when that person sits down anew.
    const [first] = seats as [Seat];
    trial.run(setExtraTime(first.playerId, false));
    expect(hasExtraTime(trial.room, first)).toBe(false);
    trial.leave(first.slot);
    const again = comes(trial, 1).seat;
    expect(hasExtraTime(trial.room, again)).toBe(false);
    trial.run(setExtraTime(again.playerId, true));
    expect(without()).toBe(0);
  });

  it('R28.3 leave their extra time to who came by them when the room has no tickets any more', () => {
    const trial = ticketed(9, 1);
    const list = someTickets(3, (number) => (number === 3 ? {} : { extra: true }));
    trial.run(chooseTickets({ ...list, id: 'extra' }, true, MOST));
    const seats = [1, 2, 3].map((number) => comes(trial, number).seat);
    trial.run(setExtraTime(seats[1]!.playerId, false));
    trial.run(chooseTickets(null, true, MOST));
    expect(seats.map((seat) => hasExtraTime(trial.room, seat))).toEqual([true, false, false]);
  });

  it('R28.3 are shown by their code alone', async () => {
    const trial = ticketed(9, 2);
    const wrong = { digest: 'code-2', browserId: 'b' };
    const before = plain(trial.room);
    expect(await codeOfComing(trial, 1, { ticket: wrong })).toBe('WRONG_TICKET');
    expect(await codeOfComing(trial, 3)).toBe('WRONG_TICKET');
    expect(plain(trial.room)).toEqual(before);
    expect(await codeOf(() => new RoomTrial().run(sit(withTicket(1))))).toBe('WRONG_TICKET');
  });

  it('R28.3 are not for who runs the room, or knows answers, in the same browser', async () => {
    const trial = ticketed(9, 3);
    trial.sit(0);
    const as = (browserId: string) => ({ ticket: { digest: 'code-1', browserId } });
    expect(await codeOfComing(trial, 1, as(OWNER))).toBe('KNOWS_ANSWERS');
    // A player by a ticket may become co-host, and comes back to the seat.
    const { seat } = comes(trial, 1);
    trial.run(setCoHost(seat.playerId, true));
    expect(comes(trial, 1).resumed).toBe(true);
    // Told answers as the ticket's person, and in the browser.
    trial.run(addCockpit({ connectionId: 's', identityId: 'ticket-1', process: 'process' }));
    trial.leave(seat.slot);
    trial.start();
    expect(trial.room.informed).toEqual(['ticket-1']);
    expect(await codeOfComing(trial, 1)).toBe('KNOWS_ANSWERS');
    expect(
      await codeOfComing(trial, 2, { ticket: { digest: 'code-2', browserId: 'ticket-1' } }),
    ).toBe('KNOWS_ANSWERS');
  });

  it('R28.3 leave the name to whoever comes where none stands on them', async () => {
    const trial = new RoomTrial();
    trial.run(
      chooseTickets(
        someTickets(2, () => ({ playerName: '' })),
        false,
        MOST,
      ),
    );
    expect(trial.room.settings.tickets).toEqual({ others: false, named: false });
    // The list of R1.7 is for others.
    trial.run(changeSettings({ names: 'list' }));
    expect(comes(trial, 1, { playerName: 'Lee' }).seat.playerName).toBe('Lee');
    expect(await codeOfComing(trial, 2, { playerName: 'Host' })).toBe('NAME_RESERVED');
  });

  it('R28.4 are needed by all but those who run the room, bots and who sits', async () => {
    const trial = new RoomTrial(opened({ maxPlayerCount: 9 }, OWNER));
    trial.sit(0);
    const early = trial.sit(1);
    trial.run(chooseTickets(someTickets(2), false, MOST));
    expect(await codeOf(() => trial.sit(2))).toBe('TICKET_NEEDED');
    expect(trial.sit(1)).toMatchObject({ resumed: true, seat: { slot: early.seat.slot } });
    trial.leave(0);
    expect(trial.sit(0).resumed).toBe(false);
    trial.run(startRehearsal({ process: 'process', bots: 2, endsAt: 0 }));
    expect(trial.sit(5, { isBot: true }).resumed).toBe(false);
    trial.run(letOthersIn(true));
    expect(trial.sit(2).resumed).toBe(false);
  });

  it('R28.4 always find a seat: others get what the tickets leave', async () => {
    const trial = ticketed(5, 3, true);
    trial.sit(0);
    trial.sit(1);
    expect(await codeOf(() => trial.sit(2))).toBe('ROOM_FULL');
    trial.run(changeSettings({ isLocked: true }));
    for (const number of [1, 2, 3]) comes(trial, number);
    trial.run(changeSettings({ isLocked: false }));
    expect(trial.room.seats.size).toBe(5);
    // A seat that was given up is still the ticket's, and one of a ticket that was kicked is not.
    trial.leave(2);
    expect(await codeOf(() => trial.sit(2))).toBe('ROOM_FULL');
    trial.run(kick(trial.seat(3).playerId));
    expect(trial.sit(2).resumed).toBe(false);
    expect(comes(trial, 1).resumed).toBe(false);
    expect(await codeOfComing(trial, 2)).toBe('KICKED');
  });

  it('R28.4 leave others what they do not need, and no join has to count the seats', async () => {
    const trial = ticketed(9, 5, true);
    for (const number of [1, 2, 3]) comes(trial, number);
    trial.leave(2);
    trial.run(kick(trial.seat(1).playerId));
    trial.sit(0);
    trial.sit(1);
    trial.leave(trial.room.slots.get('identity-1')!);
    // Four tickets may come or have come, and there is one other.
    const seats = new Map(trial.room.seats);
    seats.values = seats.entries = () => {
      throw new Error('counts the seats');
    };
    const join = (changes: Partial<RoomState>, maxPlayerCount: number) => {
      const room = { ...trial.room, ...changes };
      const settings = { ...room.settings, maxPlayerCount };
      return codeOf(() => sit(request(7)).decide({ ...room, settings }, trial.now));
    };
    expect(await join({ seats }, 6)).toBe('ok');
    expect(await join({}, 5)).toBe('ROOM_FULL');
  });

  it('R28.4 keep their seats though nobody is there, and take those of bots', async () => {
    const trial = ticketed(4, 2, true);
    trial.run(startRehearsal({ process: 'process', bots: 4, endsAt: 0 }));
    for (const n of [5, 6, 7, 8]) trial.sit(n, { isBot: true, playerName: `Bot ${n}` });
    trial.sit(0);
    const other = trial.sit(1);
    // Two bots are left, whose seats are the tickets'.
    expect(await codeOf(() => trial.sit(2))).toBe('ROOM_FULL');
    const { seat } = comes(trial, 1);
    trial.run(drop({ ...seat, connectionId: 'c101' }));
    trial.now += GIVES_WAY_MS;
    comes(trial, 2);
    expect(await codeOf(() => trial.sit(2))).toBe('ROOM_FULL');
    // Another one gives way to another.
    trial.drop(other.seat.slot);
    trial.now += GIVES_WAY_MS;
    trial.sit(2);
    expect([...trial.room.slots.keys()].sort()).toEqual([
      'identity-0',
      'identity-2',
      'ticket-1',
      'ticket-2',
    ]);
  });

  it('R28.2 get the seats that they need, and no room takes them that has too few', async () => {
    const trial = ticketed(5, 9);
    expect(trial.room.settings.maxPlayerCount).toBe(9);
    expect(await codeOf(() => trial.sit(0))).toBe('ROOM_FULL');
    trial.run(changeOptions({ maxPlayerCount: 12 }));
    trial.sit(0);
    expect(await codeOf(() => trial.run(changeOptions({ maxPlayerCount: 9 })))).toBe('BAD_REQUEST');
    trial.run(changeOptions({ maxPlayerCount: 10 }));
    // A hall does not become a big room.
    const before = plain(trial.room);
    const tooMany = chooseTickets({ ...someTickets(501), id: 'large' }, true, MOST);
    expect(await codeOf(() => trial.run(tooMany))).toBe('BAD_REQUEST');
    expect(plain(trial.room)).toEqual(before);
  });

  it('R28.2 change in the lobby, but for other codes of the same list', async () => {
    const trial = ticketed(9, 3);
    const { seat } = comes(trial, 1);
    comes(trial, 2);
    trial.leave(1);
    trial.start();
    const other = chooseTickets({ ...someTickets(2), id: 'other' }, false, MOST);
    expect(await codeOf(() => trial.run(other))).toBe('WRONG_PHASE');
    expect(await codeOf(() => trial.run(chooseTickets(null, false, MOST)))).toBe('WRONG_PHASE');
    const anew = someTickets(3, (number) => (number === 1 ? { digest: 'anew' } : {}));
    expect(trial.run(chooseTickets(anew, true, MOST))).toEqual(['c101']);
    expect(trial.room.ticketsGone).toEqual([2]);
    expect(await codeOfComing(trial, 1)).toBe('WRONG_TICKET');
    const back = comes(trial, 1, { ticket: { digest: 'anew', browserId: 'b' } });
    expect(back).toMatchObject({ resumed: true, seat: { slot: seat.slot } });
    trial.claim({ phase: { kind: 'lobby', version: 9, results: null }, game: null });
    trial.run(chooseTickets(null, false, MOST));
    expect(trial.room).toMatchObject({ tickets: null, ticketsGone: [] });
    expect(trial.room.settings.tickets).toBeNull();
    expect(trial.sit(5).resumed).toBe(false);
  });

  it('R28.7 are written once, however many leave at once', () => {
    const trial = ticketed(9, 5);
    for (const number of [1, 2, 3]) comes(trial, number);
    const { append } = decideAll(trial.room, [removeAll('lastMinute')], trial.now);
    const args = writeArgs({ ...append, id: 'x' }, { processId: 'p', settleMs: 0 });
    expect(args.filter((arg) => arg === 'ticketsGone')).toHaveLength(1);
    expect(args[args.indexOf('ticketsGone') + 1]).toBe('[1,2,3]');
  });

  it('R28.6 are made anew: the code ends, and seat and score stay', async () => {
    const trial = ticketed(9, 2);
    const { seat } = comes(trial, 1);
    expect(trial.run(reissueTicket(OWNER, 1, 'anew'))).toEqual(['c101']);
    expect(trial.room.seats.get(seat.slot)).toMatchObject({ identityId: 'ticket-1' });
    expect(await codeOfComing(trial, 1)).toBe('WRONG_TICKET');
    const back = comes(trial, 1, {
      connectionId: 'other',
      ticket: { digest: 'anew', browserId: 'b' },
    });
    expect(back).toMatchObject({ resumed: true, replaced: 'c101', seat: { slot: seat.slot } });
    expect(await codeOf(() => trial.run(reissueTicket(OWNER, 3, 'anew')))).toBe('PLAYER_NOT_FOUND');
    // For a ticket that has not come, nothing ends.
    expect(trial.run(reissueTicket(OWNER, 2, 'two'))).toEqual([]);
  });

  it('R28.6 of hosts are out of reach of a co-host', async () => {
    const trial = ticketed(9, 2);
    const [one, two] = [comes(trial, 1).seat, comes(trial, 2).seat];
    trial.run(setCoHost(one.playerId, true));
    trial.run(setCoHost(two.playerId, true));
    const by = (identityId: string) => reissueTicket(identityId, 1, 'anew');
    expect(await codeOf(() => trial.run(by('ticket-2')))).toBe('FORBIDDEN');
    expect(trial.run(by(OWNER))).toEqual(['c101']);
  });

  it('R28.5 have the name that the host says', () => {
    const trial = ticketed(9, 1);
    const { seat } = comes(trial, 1);
    trial.run(asHost(OWNER, seat.playerId, rename(seat.playerId, 'Lee')));
    expect(comes(trial, 1).seat.playerName).toBe('Lee');
  });

  it('R28.7 tell those who run the room who has come', () => {
    const trial = ticketed(300, 250);
    const seats = [1, 2, 3, 4, 5].map((number) => comes(trial, number).seat);
    trial.run(drop({ ...seats[1]!, connectionId: 'c102' }));
    trial.leave(seats[2]!.slot);
    trial.run(drop({ ...seats[3]!, connectionId: 'c104' }));
    trial.run(freeSeat(seats[3]!.playerId));
    trial.run(kick(seats[4]!.playerId));
    const states = report(trial).tickets.map(({ state }) => state);
    expect(states.slice(0, 6)).toEqual(['here', 'away', 'gone', 'gone', 'kicked', 'missing']);
    expect(report(trial)).toMatchObject({ id: 'list', count: 250, come: 5, found: 250 });
    expect(report(trial).tickets).toHaveLength(100);
    expect(report(trial, { only: 'missing' })).toMatchObject({ come: 5, found: 245 });
    const numbers = (search: string) => report(trial, { search }).tickets.map((one) => one.number);
    expect(numbers('guest 24')).toEqual([24, 240, 241, 242, 243, 244, 245, 246, 247, 248, 249]);
    expect(numbers('7')).toContain(7);
    // Somebody who has come back is here again.
    comes(trial, 3);
    expect(report(trial, { search: '3' }).tickets[0]).toMatchObject({ number: 3, state: 'here' });
    expect(ticketReport(new RoomTrial().room, { search: '' })).toBeUndefined();
  });
});
