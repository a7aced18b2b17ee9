import type { NextFunction, Request, Response } from 'express';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { limitApi } from '../../src/http/api-limits.js';
import type { RoomError } from '../../src/protocol/index.js';
import { AttemptLimit, WRONG_PINS } from '../../src/rate/attempt-limit.js';
import { RoomFinder } from '../../src/room/room-finder.js';
import { MemoryCounts } from '../../src/store/memory/memory-counts.js';
import { useHall } from '../support/hall.js';

const hall = useHall();

describe('R10.4 what an address may ask of /api', () => {
  it('R10.4 is ten thousand requests at once and then a hundred a second', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const limit = limitApi({ trustProxy: false, allowedOrigins: [] });
    const ask = (remoteAddress: string): string => {
      let outcome = 'ok';
      const next: NextFunction = (error?: unknown) => {
        if (error !== undefined) outcome = (error as RoomError).code;
      };
      limit({ headers: {}, socket: { remoteAddress } } as Request, {} as Response, next);
      return outcome;
    };
    const answers = Array.from({ length: 10_050 }, () => ask('a'));
    expect(answers.indexOf('RATE_LIMITED')).toBe(10_000);
    expect(ask('b')).toBe('ok');
    vi.advanceTimersByTime(1_000);
    const later = Array.from({ length: 150 }, () => ask('a'));
    expect(later.filter((one) => one === 'ok')).toHaveLength(100);
  });
});

const codeIn = (error: unknown): string => (error as RoomError).code;

describe('R10.4 guessing PINs', () => {
  const from = (localAddress: string) => ({ localAddress }) as object;

  it('R10.4 counts as it does over sockets, for who has no seat', async () => {
    const { pin } = await hall.openRoom();
    const guesser = hall.connect();
    const { token } = await guesser.wait('session');
    const get = (at: string) =>
      fetch(`${hall.app.url}/api/rooms/${at}/results`, {
        headers: { authorization: `Bearer ${token}` },
      });
    // Without an identity there is nothing to look up.
    for (let n = 0; n < 70; n++)
      expect((await fetch(`${hall.app.url}/api/rooms/000000/results`)).status).toBe(403);
    for (let n = 0; n < 60; n++) expect((await get(n % 2 === 0 ? pin : '000000')).status).toBe(403);
    const stranger = hall.connect({}, from('127.0.0.1'));
    expect(await stranger.fail('joinRoom', { gameId: '000000' })).toBe('TOO_MANY_PINS');
    expect(await hall.connect({}, from('127.0.0.71')).fail('joinRoom', { gameId: pin })).toBe('ok');
  });

  it('R10.4 asks the store as much for a wrong PIN as for a room of others, and for nobody nothing', async () => {
    const asked: string[] = [];
    const store = {
      findMember: async (...who: unknown[]) => void asked.push(who.join()),
    };
    const wrongPins = new AttemptLimit(WRONG_PINS, new MemoryCounts(Date.now));
    const finder = new RoomFinder(store as never, wrongPins);
    await finder.findMember('123456', { identityId: 'me', address: 'a' });
    await finder.findMember('123456', { identityId: undefined, address: 'a' });
    expect(asked).toEqual(['123456,me']);
  });

  it('R10.4 asks as much over sockets, also for an address that is held back', async () => {
    const counts = new MemoryCounts(Date.now);
    const trips: string[] = [];
    const store = {
      findRoom: async (pin: string) => (
        trips.push('findRoom'),
        pin === '111111' ? 'room' : undefined
      ),
      isFamiliar: async () => (trips.push('isFamiliar'), false),
    };
    const counting = {
      raise: (...args: [string, number]) => (trips.push('count'), counts.raise(...args)),
      read: (name: string) => (trips.push('count'), counts.read(name)),
    };
    const limit = { ...WRONG_PINS, most: 3 };
    // Two processes, as one knows by itself what failed there.
    const [here, there] = [1, 2].map(
      () => new RoomFinder(store as never, new AttemptLimit(limit, counting)),
    );
    const asked = async (finder: RoomFinder, pin: string): Promise<string> => {
      trips.length = 0;
      const outcome = await finder.find(pin, { identityId: 'me', address: 'a' }).catch(codeIn);
      return [outcome, ...trips].join();
    };
    for (let n = 0; n < 3; n++)
      expect(await asked(here!, '000000')).toBe('ROOM_NOT_FOUND,findRoom,count');
    for (const finder of [here!, there!])
      for (const pin of ['111111', '000000'])
        expect(await asked(finder, pin)).toMatch(/^TOO_MANY_PINS,findRoom,(?:count,)?isFamiliar$/);
    expect(await asked(there!, '000000')).toBe(await asked(there!, '111111'));
  });
});
