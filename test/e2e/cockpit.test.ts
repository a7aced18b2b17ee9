import { afterEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import { COCKPIT_SPEAKER, limits, type HandshakeAuth } from '../../src/protocol/index.js';
import { closeFleets, Fleet } from '../faults/fleet.js';
import { chatOf, goTo, settle, SLOW, slowSet, useHall } from '../support/hall.js';

const hall = useHall();
const brief = useHall({ ...SLOW, HOST_GRACE_S: '0.2', EMPTY_ROOM_S: '0.3' }, [slowSet()]);

afterEach(closeFleets);

/** A room whose owner has no seat. */
async function openWithoutSeat(at = hall, guests = 1) {
  const owner = at.connect();
  const { gameId: pin } = await owner.do('createRoom', { hostPlays: false });
  const players: TestClient[] = [];
  for (let n = 1; n <= guests; n++) players.push(await at.join(pin, `Player ${n}`));
  return { pin, owner, players };
}

const cockpitOf = (owner: TestClient, extra: HandshakeAuth = {}): HandshakeAuth => ({
  role: 'cockpit',
  token: owner.token,
  ...extra,
});

const isGone = (client: TestClient): Promise<void> =>
  client.until(() => client.events().includes('disconnect'), 'the end');

describe.concurrent('R3.5 a host who does not play', () => {
  it('runs the room without a seat, and nobody else becomes host', async () => {
    const { pin, owner, players } = await openWithoutSeat(hall, 2);
    const [guest, other] = players as [TestClient, TestClient];
    expect(owner.all('getSelfId')).toEqual([]);
    const { players: rows } = other.last('joinRoom')!;
    expect(rows.map(({ isHost, isOwner }) => [isHost, isOwner])).toEqual(
      rows.map(() => [false, undefined]),
    );
    expect(await guest.fail('startGame', {})).toBe('NOT_HOST');
    // One place less would be taken by the host.
    await owner.do('updateRoomOption', { maxPlayerCount: 2, title: 'Ours' });
    expect(await hall.connect().fail('joinRoom', { gameId: pin })).toBe('ROOM_FULL');
    await owner.do('startGame', {});
    await goTo({ pin, host: owner, players: [guest, other] }, 'reveal');
    expect(owner.last('endQuizTime')?.players).toHaveLength(2);
    expect(await owner.fail('updatePosition', { newPosition: [0, 0] })).toBe('NOT_A_PLAYER');
    expect(await owner.fail('setPlayerName', { playerName: 'x' })).toBe('NOT_A_PLAYER');
    await owner.do('kickRoom', { kickPlayerId: other.playerId });
    await isGone(other);
    await owner.do('endGame', {});
    expect(await guest.wait('endGame')).toMatchObject({ hostId: '' });
    expect(guest.all('updateHost')).toEqual([]);
  });

  it('speaks as the host, when the chat is off as well', async () => {
    const { pin, owner, players } = await openWithoutSeat();
    await owner.do('muteChat', { muted: true });
    expect(await players[0]!.fail('chatMessage', { message: 'no' })).toBe('MUTED');
    await owner.do('chatMessage', { message: 'welcome' });
    const said = { ...COCKPIT_SPEAKER, message: 'welcome' };
    const screen = await hall.join(pin, '', { role: 'screen' });
    const late = await hall.join(pin, 'Late', { format: 'compact' });
    for (const client of [owner, players[0]!, screen, late])
      await client.wait('chatMessage', ({ messages }) =>
        messages.some((one) => one.playerId === said.playerId && one.message === said.message),
      );
    expect(await screen.fail('chatMessage', { message: 'x' })).toBe('NOT_A_PLAYER');
    expect(await screen.fail('takeBackHost', {})).toBe('NOT_A_PLAYER');
    await settle(owner, [late]);
    expect(chatOf(late)[0]).toMatchObject({ message: 'welcome' });
  });

  it('opens cockpits on several pages at once, which replace nobody but the oldest of too many', async () => {
    const { pin, owner } = await openWithoutSeat();
    const cockpits: TestClient[] = [];
    for (let n = 1; n < limits.MAX_COCKPITS; n++)
      cockpits.push(await hall.join(pin, '', cockpitOf(owner, { format: 'compact' })));
    const answer = await hall.connect(cockpitOf(owner)).do('joinRoom', { gameId: pin });
    expect(answer).toMatchObject({
      playerId: null,
      slot: null,
      cockpit: { role: 'owner', playerId: null },
    });
    await isGone(owner);
    expect(owner.all('notice')).toEqual([{ code: 'SESSION_REPLACED' }]);
    for (const cockpit of cockpits)
      expect(await cockpit.fail('lockRoom', { locked: true })).toBe('ok');
    // Neither do they take a projector's place.
    await cockpits[0]!.do('lockRoom', { locked: false });
    for (let n = 0; n < limits.MAX_SCREENS - 1; n++) await hall.join(pin, '', { role: 'screen' });
    expect(await cockpits[0]!.do('dismissScreens', {})).toMatchObject({
      count: limits.MAX_SCREENS - 1,
    });
  });

  it('hands the role over, and takes it back', async () => {
    const { owner, players } = await openWithoutSeat(hall, 2);
    const [next, other] = players as [TestClient, TestClient];
    await owner.do('handOverHost', { playerId: next.playerId });
    await other.wait('updateHost', ({ hostId }) => hostId === next.playerId);
    expect(await owner.fail('lockRoom', { locked: true })).toBe('NOT_HOST');
    expect(await next.fail('lockRoom', { locked: false })).toBe('ok');
    await owner.do('takeBackHost', {});
    await other.wait('updateHost', ({ hostId }) => hostId === '');
    expect(await owner.fail('lockRoom', { locked: true })).toBe('ok');
    expect(await next.fail('lockRoom', { locked: false })).toBe('NOT_HOST');
  });

  it('R10.1 is nobody without a role, and nobody who has lost it', async () => {
    const { pin, owner, players } = await openWithoutSeat();
    const guest = players[0]!;
    const cockpit = () => hall.connect(cockpitOf(guest));
    expect(await hall.connect({ role: 'cockpit' }).fail('joinRoom', { gameId: pin })).toBe(
      'NOT_HOST',
    );
    expect(await cockpit().fail('joinRoom', { gameId: pin })).toBe('NOT_HOST');
    await owner.do('setCoHost', { playerId: guest.playerId, isCoHost: true });
    const own = cockpit();
    expect(await own.do('joinRoom', { gameId: pin })).toMatchObject({
      cockpit: { role: 'coHost', playerId: guest.playerId },
    });
    // A cockpit beside the own seat.
    await guest.do('chatMessage', { message: 'still here' });
    await own.do('muteChat', { muted: true });
    expect(await own.fail('setCoHost', { playerId: guest.playerId, isCoHost: true })).toBe(
      'NOT_HOST',
    );
    await owner.do('setCoHost', { playerId: guest.playerId, isCoHost: false });
    await isGone(own);
    expect(own.all('notice')).toEqual([{ code: 'COCKPIT_ENDED' }]);
    expect(guest.socket.connected).toBe(true);
    expect(await cockpit().fail('joinRoom', { gameId: pin })).toBe('NOT_HOST');
  });

  it('ends with the role of a host to whom it was handed, and stays with a co-host who gives up the seat', async () => {
    const { pin, owner, players } = await openWithoutSeat(hall, 2);
    const [next, helper] = players as [TestClient, TestClient];
    await owner.do('setCoHost', { playerId: helper.playerId, isCoHost: true });
    await owner.do('handOverHost', { playerId: next.playerId });
    const [ofNext, ofHelper] = [
      await hall.join(pin, '', cockpitOf(next, { format: 'compact' })),
      await hall.join(pin, '', cockpitOf(helper)),
    ];
    await helper.do('exitRoom', {});
    await owner.do('takeBackHost', {});
    await isGone(ofNext);
    expect(ofNext.all('notice')).toEqual([{ code: 'COCKPIT_ENDED' }]);
    expect(await ofHelper.fail('muteChat', { muted: true })).toBe('ok');
    expect(owner.socket.connected).toBe(true);
  });

  it('R9.1 goes with who is kicked', async () => {
    const { pin, owner, players } = await openWithoutSeat();
    const guest = players[0]!;
    await owner.do('setCoHost', { playerId: guest.playerId, isCoHost: true });
    const own = await hall.join(pin, '', cockpitOf(guest));
    await owner.do('kickRoom', { kickPlayerId: guest.playerId });
    await Promise.all([guest, own].map(isGone));
    expect(await hall.connect(cockpitOf(guest)).fail('joinRoom', { gameId: pin })).toBe('KICKED');
  });

  it('brings a quiz set of their own', async () => {
    const { pin, owner, players } = await openWithoutSeat();
    const upload = ({ token }: TestClient): Promise<Response> =>
      fetch(`${hall.app.url}/api/rooms/${pin}/quiz-set?title=Own`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
        body: 'question,answer,choice1,choice2\nOne?,1,yes,no\n',
      });
    expect((await upload(players[0]!)).status).toBe(403);
    expect((await upload(owner)).status).toBe(200);
    await players[0]!.wait('updateRoomQuizset', ({ title }) => title === 'Own');
  });
});

describe.concurrent('R3.2, R1.6 the absence of a host without a seat', () => {
  it('is stood in for, until the cockpit is back', async () => {
    const { pin, owner, players } = await openWithoutSeat(brief);
    const guest = players[0]!;
    owner.drop();
    await guest.wait('actingHost', ({ playerId }) => playerId === guest.playerId);
    expect(await guest.fail('startGame', {})).toBe('NOT_HOST');
    await brief.join(pin, '', cockpitOf(owner));
    await guest.wait('actingHost', ({ playerId }) => playerId === '');
    expect(guest.all('updateHost')).toEqual([]);
  });

  it('ends the room, and presence keeps it, with no player in it', async () => {
    const { pin, owner } = await openWithoutSeat(brief, 0);
    // Another room that nobody is in ends meanwhile.
    const empty = await brief.openRoom();
    const [ofEmpty, ofKept] = [
      await brief.join(empty.pin, '', { role: 'screen' }),
      await brief.join(pin, '', { role: 'screen' }),
    ];
    empty.host.drop();
    await ofEmpty.wait('notice', ({ code }) => code === 'ROOM_CLOSED');
    expect(await owner.fail('lockRoom', { locked: false })).toBe('ok');
    expect(ofKept.all('notice')).toEqual([]);
    owner.drop();
    await ofKept.wait('notice', ({ code }) => code === 'ROOM_CLOSED');
  });
});

describe('R3.5 over two processes', () => {
  it('a cockpit ends elsewhere with the role of its person', async () => {
    const fleet = await Fleet.inProcess(2, SLOW);
    const owner = fleet.connect(0);
    const { gameId } = await owner.do('createRoom', { hostPlays: false });
    const guest = await fleet.join(0, gameId, 'Guest');
    await owner.do('setCoHost', { playerId: guest.playerId, isCoHost: true });
    const cockpit = fleet.connect(1, cockpitOf(guest));
    await cockpit.do('joinRoom', { gameId });
    await owner.do('setCoHost', { playerId: guest.playerId, isCoHost: false });
    await isGone(cockpit);
    expect(cockpit.all('notice')).toEqual([{ code: 'COCKPIT_ENDED' }]);
  });

  it('a cockpit runs a room whose players are elsewhere, and outlives the process of another', async () => {
    const fleet = await Fleet.inProcess(2, SLOW);
    const owner = fleet.connect(0);
    const { gameId } = await owner.do('createRoom', { hostPlays: false });
    const guest = await fleet.join(1, gameId, 'Guest');
    const other = fleet.connect(1, cockpitOf(owner));
    await other.do('joinRoom', { gameId });
    await other.do('startGame', {});
    await guest.wait('startGame');
    await other.do('chatMessage', { message: 'from there' });
    for (const client of [owner, guest])
      await client.wait('chatMessage', ({ messages }) => messages[0]?.playerId === 'host');
    await fleet.servers.shift()!.stop();
    await settle(guest, [guest]);
    await other.do('endGame', {});
    expect(guest.all('actingHost')).toEqual([]);
  });
});
