import { describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import { answer, chatOf, goTo, settle, useHall } from '../support/hall.js';

const hall = useHall();

const texts = (client: TestClient): string[] => chatOf(client).map(({ message }) => message);
const heard = (client: TestClient, text: string): Promise<void> =>
  client.until(() => texts(client).includes(text), text);
const idOf = (client: TestClient, text: string): number =>
  chatOf(client).find(({ message }) => message === text)!.id;

describe.concurrent('R8.3 a message that the host deletes', () => {
  it('R8.3 goes for everybody, JSON and compact, player and projector', async () => {
    const { host, pin, players } = await hall.openRoom({}, 1);
    const compact = await hall.join(pin, 'Compact', { format: 'compact' });
    const screen = await hall.join(pin, '', { role: 'screen' });
    await players[1]!.do('chatMessage', { message: 'bad' });
    const everybody = [host, players[1]!, compact, screen];
    await Promise.all(everybody.map((one) => heard(one, 'bad')));
    const id = idOf(host, 'bad');
    await host.do('deleteMessage', { id });
    // Nobody is a ghost, so the ids of ghosts tell nothing.
    for (const one of everybody)
      expect(await one.wait('deleteMessages')).toEqual({ living: [id], ghosts: [id] });
    expect(await host.fail('deleteMessage', { id })).toBe('MESSAGE_NOT_FOUND');
    const fresh = await hall.join(pin, 'Fresh');
    await settle(host, [fresh]);
    expect(texts(fresh)).not.toContain('bad');
    expect(chatOf(fresh).at(-1)!.id).toBe(id + 1);
    expect(fresh.all('deleteMessages')).toEqual([]);
  });

  it('R8.3 is told to who comes back, and empty where it was missed altogether', async () => {
    const { host, pin, players } = await hall.openRoom({}, 1);
    const old = players[1]!;
    await host.do('chatMessage', { message: 'seen' });
    await heard(old, 'seen');
    old.drop();
    await host.do('chatMessage', { message: 'missed' });
    await host.do('chatMessage', { message: 'kept' });
    await heard(host, 'kept');
    for (const text of ['seen', 'missed']) await host.do('deleteMessage', { id: idOf(host, text) });
    const cursor = { lastChatId: 1, lastChatAudience: 'living' } as const;
    const back = hall.comeBack(old, pin, cursor);
    await heard(back, 'kept');
    expect(chatOf(back)).toEqual([
      { id: 2, message: '' },
      { id: 3, message: 'kept' },
    ]);
    expect(back.all('deleteMessages')).toEqual([{ living: [1, 2], ghosts: [1, 2] }]);
    // R8.1 A store that has lost messages since gave the id, so the client is told what a newcomer is.
    const foreign = hall.comeBack(back, pin, { ...cursor, lastChatIncarnation: 'before' });
    await heard(foreign, 'kept');
    expect(texts(foreign)).toEqual(['kept']);
    expect(foreign.all('deleteMessages')).toEqual([]);
  });

  it('R7.1, R8.3 goes by the ids of each audience, and what ghosts said is kept from the living', async () => {
    const room = await hall.openRoom({ gameMode: 'SURVIVAL' }, 2);
    const [host, alive, ghost] = room.players as [TestClient, TestClient, TestClient];
    await goTo(room, 'question');
    for (const player of room.players) await answer(player, player !== ghost);
    await goTo(room, 'reveal');
    await ghost.do('chatMessage', { message: 'whisper' });
    await host.do('chatMessage', { message: 'loud' });
    await Promise.all([heard(ghost, 'loud'), heard(alive, 'loud')]);
    expect([idOf(alive, 'loud'), idOf(ghost, 'loud')]).toEqual([1, 2]);
    await host.do('deleteMessage', { id: 1 });
    expect(await alive.wait('deleteMessages')).toEqual({ living: [1], ghosts: [] });
    expect(await ghost.wait('deleteMessages')).toEqual({ living: [1], ghosts: [2] });
    // The host, who lives, has not heard it, but may have been told of it in the hall.
    await host.do('deleteMessage', { id: 1, audience: 'ghosts' });
    await ghost.wait('deleteMessages', ({ ghosts }) => ghosts.includes(1));
    await settle(host, room.players);
    for (const one of [host, alive]) expect(one.all('deleteMessages')).toHaveLength(1);
    expect(texts(alive)).not.toContain('whisper');
  });
});

describe.concurrent('R8.4 a player whom the host mutes', () => {
  it('R8.4 cannot write, by whatever name and in whatever seat, until the host says so', async () => {
    const { host, pin, players } = await hall.openRoom({}, 2);
    const [, loud, calm] = players as [TestClient, TestClient, TestClient];
    const muted = { playerId: loud.playerId, muted: true };
    expect(await calm.fail('mutePlayer', muted)).toBe('NOT_HOST');
    await host.do('mutePlayer', muted);
    for (const one of players) expect(await one.wait('mutePlayer')).toEqual(muted);
    expect(await loud.fail('chatMessage', { message: 'no' })).toBe('MUTED');
    await loud.do('setPlayerName', { playerName: 'Another' });
    const back = hall.comeBack(loud, pin);
    await back.wait('phase');
    expect(back.self).toMatchObject({ playerName: 'Another', isMuted: true });
    expect(await back.fail('chatMessage', { message: 'no' })).toBe('MUTED');
    await back.do('exitRoom', {});
    const again = hall.comeBack(back, pin);
    await again.wait('phase');
    expect(again.playerId).not.toBe(loud.playerId);
    expect(await again.fail('chatMessage', { message: 'no' })).toBe('MUTED');
    await calm.do('chatMessage', { message: 'others may' });
    await host.do('mutePlayer', { playerId: again.playerId, muted: false });
    await again.do('chatMessage', { message: 'sorry' });
    await heard(host, 'sorry');
    expect(texts(host)).toEqual(['others may', 'sorry']);
  });

  it('R8.4, R3.1 is neither the host nor the owner, and speaks as host', async () => {
    const { host, players } = await hall.openRoom({}, 1);
    const guest = players[1]!;
    const mute = (playerId: string) => ({ playerId, muted: true });
    expect(await host.fail('mutePlayer', mute(host.playerId))).toBe('FORBIDDEN');
    await host.do('mutePlayer', mute(guest.playerId));
    await host.do('handOverHost', { playerId: guest.playerId });
    await guest.wait('updateHost', ({ hostId }) => hostId === guest.playerId);
    await guest.do('chatMessage', { message: 'as host' });
    expect(await guest.fail('mutePlayer', mute(host.playerId))).toBe('FORBIDDEN');
  });
});

describe.concurrent('R8.5 slow mode', () => {
  it('R8.5 lets everybody but the host wait, over reconnects too, and is told to who comes', async () => {
    const { host, pin, players } = await hall.openRoom({}, 2);
    const [, fast, other] = players as [TestClient, TestClient, TestClient];
    expect(host.last('updateModeration')).toMatchObject({ slowSeconds: 0 });
    await host.do('updateModeration', { slowSeconds: 60 });
    await fast.wait('updateModeration', ({ slowSeconds }) => slowSeconds === 60);
    await fast.do('chatMessage', { message: 'one' });
    const refusal = await fast.ask('chatMessage', { message: 'two' });
    expect(refusal).toMatchObject({ ok: false, error: { code: 'SLOW_MODE' } });
    expect(refusal.ok ? '' : refusal.error.message).toMatch(/^\d\d seconds left$/);
    const back = hall.comeBack(fast, pin);
    await back.wait('phase');
    expect(back.last('updateModeration')).toMatchObject({ slowSeconds: 60 });
    expect(await back.fail('chatMessage', { message: 'two' })).toBe('SLOW_MODE');
    await other.do('chatMessage', { message: 'mine' });
    for (const message of ['a', 'b', 'c']) await host.do('chatMessage', { message });
    await host.do('updateModeration', { slowSeconds: 0 });
    await back.wait('updateModeration', ({ slowSeconds }) => slowSeconds === 0);
    await back.do('chatMessage', { message: 'three' });
  });
});

describe.concurrent('R8.6 the word filter', () => {
  it('R8.7 tells those who run the room what was masked, and shows it to all when they say so', async () => {
    const { host, pin, players } = await hall.openRoom({}, 3);
    const [, guest, coHost, plain] = players as [TestClient, TestClient, TestClient, TestClient];
    const compact = await hall.join(pin, 'Compact', { format: 'compact' });
    const screen = await hall.join(pin, '', { role: 'screen', token: host.token });
    const cockpit = await hall.join(pin, '', {
      role: 'cockpit',
      token: host.token,
      format: 'compact',
    });
    await host.do('setCoHost', { playerId: coHost.playerId, isCoHost: true });
    await host.do('updateModeration', { filterWords: true });
    await guest.do('chatMessage', { message: 'one shit' });
    await guest.do('chatMessage', { message: 'two shit' });
    const helping = [host, coHost, cockpit];
    const masked = { id: 2, audience: 'living', message: 'two shit' };
    for (const client of helping)
      expect(await client.wait('maskedMessage', ({ id }) => id === 2)).toEqual(masked);
    await heard(compact, 'two ***');
    const others = [guest, plain, compact, screen];
    for (const client of others)
      expect(client.raw.join('')).not.toMatch(/maskedMessage|one shit|two shit|original/);
    // Who comes, and who becomes co-host, is told what is kept.
    const later = await hall.join(pin, '', { role: 'cockpit', token: host.token });
    expect(await later.wait('maskedMessage', ({ id }) => id === 2)).toEqual(masked);
    expect(later.all('maskedMessage')).toHaveLength(2);
    await host.do('setCoHost', { playerId: plain.playerId, isCoHost: true });
    await plain.wait('maskedMessage', ({ id }) => id === 2);

    expect(await guest.fail('unmaskMessage', { id: 1 })).toBe('NOT_HOST');
    const back = hall.connect({ token: guest.token });
    await coHost.do('unmaskMessage', { id: 1 });
    expect(await coHost.fail('unmaskMessage', { id: 1 })).toBe('MESSAGE_NOT_FOUND');
    const shown = { messages: [{ living: 1, ghosts: 1, message: 'one shit' }] };
    for (const client of [...helping, ...others])
      expect(await client.wait('unmaskMessages')).toEqual(shown);
    const late = await hall.join(pin, 'Late');
    await heard(late, 'one shit');
    expect(texts(late)).toEqual(['one shit', 'two ***']);
    back.close();
    // Who was away is told when they come back.
    const { incarnation = '' } = guest.all('joinRoom').find(({ everyone }) => everyone)!;
    const again = hall.comeBack(guest, pin, { lastChatId: 2, lastChatIncarnation: incarnation });
    expect(await again.wait('unmaskMessages')).toEqual(shown);
    await host.do('deleteMessage', { id: 2 });
    const last = await hall.join(pin, '', { role: 'cockpit', token: host.token });
    await last.wait('phase');
    expect(last.raw.join('')).not.toMatch(/two shit/);
  });

  it('R8.7 tells them which names were drawn for others, and lets them give a name all the same', async () => {
    const { host, pin, players } = await hall.openRoom({}, 1);
    const guest = players[1]!;
    await host.do('updateModeration', { filterWords: true });
    const rude = await hall.join(pin, 'Mr. Fuck');
    const told = await host.wait('replacedName');
    const { playerName: drawn } = rude.self!;
    expect(told).toEqual({ playerId: rude.playerId, playerName: drawn, wanted: 'Mr. Fuck' });
    await guest.do('setPlayerName', { playerName: 'shit' });
    await host.wait('replacedName', ({ wanted }) => wanted === 'shit');
    for (const client of [guest, rude])
      expect(client.raw.join('')).not.toMatch(/replacedName|wanted|Fuck/);
    const { playerName } = await host.do('renamePlayer', {
      playerId: rude.playerId,
      playerName: 'Mr. Fuck',
    });
    expect(playerName).toBe('Mr. Fuck');
    await guest.do('setPlayerName', { playerName: 'Kind' });
    const cockpit = await hall.join(pin, '', { role: 'cockpit', token: host.token });
    await cockpit.wait('phase');
    // Neither is called by a name that was drawn any more.
    expect(cockpit.all('replacedName')).toEqual([]);
  });

  it('R8.6 masks chat and draws other names, once the host has switched it on', async () => {
    const { host, pin, players } = await hall.openRoom({}, 1);
    const guest = players[1]!;
    await guest.do('chatMessage', { message: 'this is shit' });
    expect(host.last('updateModeration')).toMatchObject({ filterWords: false });
    await host.do('updateModeration', { filterWords: true });
    for (const message of ['this is s h i t', '시발점에서 시ㅂㅏㄹ', 'a good class'])
      await guest.do('chatMessage', { message });
    await heard(host, 'a good class');
    expect(texts(host)).toEqual(['this is shit', 'this is ***', '시발점에서 ***', 'a good class']);
    const rude = await hall.join(pin, 'F.u.c.k');
    await rude.wait('phase');
    expect(rude.self?.playerName).toMatch(/^[\w가-힣]+ [\w가-힣]+$/);
    const { playerName } = await guest.do('setPlayerName', { playerName: '씨발' });
    expect(playerName).not.toContain('씨발');
    expect(await guest.do('setPlayerName', { playerName: 'Scunthorpe' })).toMatchObject({
      playerName: 'Scunthorpe',
    });
  });
});
