import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeFleets, Fleet } from '../faults/fleet.js';
import type { TestClient } from '../support/client.js';
import { goTo, settle, SLOW, slowSet, useHall } from '../support/hall.js';

const hall = useHall();

/** All emotes that a client was told of. */
const emotesOf = (client: TestClient) => client.all('emote').flatMap(({ emotes }) => emotes);

describe('R22 emotes', () => {
  it('R22.1 are told to players and projectors, in either format, and to nobody who comes later', async () => {
    const { pin, host, players } = await hall.openRoom({}, 1);
    const compact = await hall.join(pin, 'Compact', { format: 'compact' });
    const screen = await hall.join(pin, '', { role: 'screen', format: 'compact' });
    await players[1]!.do('emote', { emote: 4 });
    await settle(host, [...players, compact, screen]);
    const shown = [{ playerId: players[1]!.playerId, emote: 4 }];
    for (const one of [...players, compact, screen]) expect(emotesOf(one)).toEqual(shown);
    const late = await hall.join(pin, 'Late');
    await settle(host, [late]);
    expect(emotesOf(late)).toEqual([]);
    expect(await screen.fail('emote', { emote: 1 })).toBe('NOT_A_PLAYER');
  });

  it('R22.2 are one a second of each player: more is told and dropped, and disturbs nobody', async () => {
    const { host, players } = await hall.openRoom({}, 1);
    const [, guest] = players as [TestClient, TestClient];
    const codes = await Promise.all([0, 1].map((emote) => guest.fail('emote', { emote })));
    expect(codes).toEqual(['ok', 'RATE_LIMITED']);
    expect(await host.fail('emote', { emote: 2 })).toBe('ok');
    await settle(guest, players);
    const shown = [
      { playerId: guest.playerId, emote: 0 },
      { playerId: host.playerId, emote: 2 },
    ];
    for (const one of players) expect(emotesOf(one)).toEqual(shown);
  });

  it('R22.3 can be switched off and on by the host, in a game, too, and for a room from the start', async () => {
    const room = await hall.openRoom({}, 1);
    const { host, players } = room;
    expect(host.last('updateRoomOption')).not.toHaveProperty('emotes');
    await goTo(room, 'question');
    expect(await host.fail('updateRoomOption', { emotes: false, lives: 2 })).toBe('WRONG_PHASE');
    await host.do('updateRoomOption', { emotes: false });
    await settleInQuestion(players, false);
    expect(await players[1]!.fail('emote', { emote: 0 })).toBe('MUTED');
    await host.do('updateRoomOption', { emotes: true });
    await settleInQuestion(players, undefined);
    expect(await host.fail('emote', { emote: 0 })).toBe('ok');
    const quiet = await hall.openRoom({ emotes: false });
    expect(quiet.host.last('updateRoomOption')).toMatchObject({ emotes: false });
    expect(await quiet.host.fail('emote', { emote: 0 })).toBe('MUTED');
  });

  it('R22.3 are not for who is muted, whose chat being off for all changes nothing', async () => {
    const { host, players } = await hall.openRoom({}, 2);
    const [, loud, other] = players as [TestClient, TestClient, TestClient];
    await host.do('muteChat', { muted: true });
    await host.do('mutePlayer', { playerId: loud.playerId, muted: true });
    expect(await loud.fail('emote', { emote: 0 })).toBe('MUTED');
    expect(await other.fail('emote', { emote: 0 })).toBe('ok');
  });
});

/** Until all were told this of emotes. */
async function settleInQuestion(clients: TestClient[], emotes: false | undefined): Promise<void> {
  for (const client of clients)
    await client.until(() => client.last('updateRoomOption')?.emotes === emotes, 'the option');
}

describe('R22.1 emotes over two processes', () => {
  let fleet: Awaited<ReturnType<typeof Fleet.inProcess>>;
  beforeAll(async () => {
    fleet = await Fleet.inProcess(2, SLOW, [slowSet()]);
  });
  afterAll(closeFleets);

  it('reach everybody once, whichever process they are connected to', async () => {
    const { pin, host } = await fleet.openRoom(0, {});
    const here = fleet.connect(0, { format: 'compact' });
    const there = fleet.connect(1, { format: 'compact' });
    const screen = fleet.connect(1, { role: 'screen' });
    for (const one of [here, there, screen]) await one.do('joinRoom', { gameId: pin });
    await here.do('emote', { emote: 1 });
    await there.do('emote', { emote: 5 });
    const shown = [
      { playerId: here.playerId, emote: 1 },
      { playerId: there.playerId, emote: 5 },
    ];
    const everybody = [host, here, there, screen];
    for (const one of everybody) await one.until(() => emotesOf(one).length >= 2, 'both emotes');
    await settle(host, everybody);
    const byId = (one: TestClient) =>
      emotesOf(one).toSorted((a, b) => (a.emote < b.emote ? -1 : 1));
    for (const one of everybody) expect(byId(one)).toEqual(shown);
  });
});
