import type { NextFunction, Request, Response } from 'express';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { limitApi } from '../../src/server/http/api-limits.js';
import type { RoomError } from '../../src/protocol/index.js';
import { WrongPins } from '../../src/server/platform/rate/wrong-pins.js';
import { RoomFinder } from '../../src/server/live/room/room-finder.js';
import { MemoryCounts } from '../../src/server/live/store/memory/memory-counts.js';
import { useHall, wrongPins } from '../support/hall.js';

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
    for (const wrong of wrongPins(70))
      expect((await fetch(`${hall.app.url}/api/rooms/${wrong}/results`)).status).toBe(403);
    for (const wrong of wrongPins(60))
      for (const at of [pin, wrong]) expect((await get(at)).status).toBe(403);
    for (const wrong of wrongPins(62)) expect((await get(wrong)).status).toBe(429);
    // The host of this room comes from the same address.
    expect((await get(pin)).status).toBe(403);
    const stranger = hall.connect({}, from('127.0.0.1'));
    expect(await stranger.fail('joinRoom', { gameId: '000000' })).toBe('TOO_MANY_PINS');
    expect(await hall.connect({}, from('127.0.0.71')).fail('joinRoom', { gameId: pin })).toBe('ok');
  });

  /** What a finder asks for, by the outcome of each. */
  function watched(most: number) {
    const counts = new MemoryCounts(Date.now);
    const trips: string[] = [];
    const store = {
      findRoom: async (pin: string) => (
        trips.push('findRoom'),
        pin === '111111' ? 'room' : undefined
      ),
      standing: async () => (trips.push('standing'), undefined),
    };
    const counting = {
      add: (...args: [string, string, number]) => (trips.push('count'), counts.add(...args)),
      size: (...args: [string, number]) => (trips.push('count'), counts.size(...args)),
    };
    const finder = () => new RoomFinder(store, new WrongPins(counting, { address: most }));
    const asked = async (work: Promise<unknown>): Promise<string> => {
      const outcome = await work.catch(codeIn);
      return [outcome, ...trips.splice(0)].join();
    };
    return { finder, asked };
  }
  /** Counted by address and identity. */
  const me = { identityId: 'me', address: 'a' };

  it('R10.4 asks the store as much for a wrong PIN as for a room of others', async () => {
    const { finder, asked } = watched(60);
    for (const pin of ['111111', '000000', 'no PIN'])
      for (const role of ['member', 'coHost'] as const)
        expect(await asked(finder().findMember(pin, me, role))).toBe(
          ',findRoom,count,count,standing',
        );
  });

  it('R10.4 asks as much over sockets, also for an address that is held back', async () => {
    const { finder, asked } = watched(3);
    // Two processes, as one knows by itself what failed there.
    const [here, there] = [finder(), finder()];
    const find = (one: RoomFinder, pin: string) => asked(one.find(pin, me));
    for (const pin of ['000000', '000001', '000002'])
      expect(await find(here, pin)).toBe('ROOM_NOT_FOUND,findRoom,count,count');
    for (const finder of [here, there])
      for (const pin of ['111111', '000000', '000003', '000004'])
        expect(await find(finder, pin)).toMatch(
          /^TOO_MANY_PINS,findRoom,(?:count,count,)?standing$/,
        );
    // By now each knows by itself.
    for (const finder of [here, there])
      for (const pin of ['000004', '111111'])
        expect(await find(finder, pin)).toBe('TOO_MANY_PINS,findRoom,standing');
  });
});
