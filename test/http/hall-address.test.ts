import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { watchAddress } from '../../src/server/address-watch.js';
import { HallAddress, type HallSettings } from '../../src/server/http/hall-address.js';

function hallAt(first: readonly string[], settings: Partial<HallSettings> = {}) {
  const own = { addresses: first };
  const hall = new HallAddress(
    { publicUrl: undefined, host: '0.0.0.0', ...settings },
    () => own.addresses,
  );
  hall.listening(3000);
  return { hall, move: (...addresses: string[]) => (own.addresses = addresses) };
}

describe('R26.4 the address of the hall', () => {
  it('follows the network, and a new one is told once', () => {
    const { hall, move } = hallAt(['192.168.0.12']);
    expect(hall.base).toBe('http://192.168.0.12:3000');
    expect(hall.look()).toBeUndefined();
    move('10.0.0.7', '192.168.0.12');
    expect(hall.look()).toBe('http://10.0.0.7:3000');
    expect(hall.before).toBe('http://192.168.0.12:3000');
    expect(hall.look()).toBeUndefined();
  });

  it('is told within two seconds, once', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { hall, move } = hallAt(['192.168.0.12']);
    const told: string[] = [];
    const end = watchAddress(hall, (base) => told.push(base));
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual([]);
    move('10.0.0.7');
    vi.advanceTimersByTime(2_000);
    expect(told).toEqual(['http://10.0.0.7:3000']);
    vi.advanceTimersByTime(10_000);
    expect(told).toHaveLength(1);
    end();
    move('10.0.0.8');
    vi.advanceTimersByTime(10_000);
    expect(told).toHaveLength(1);
  });

  it('is not a new one after a network that was away for a moment', () => {
    const { hall, move } = hallAt(['192.168.0.12']);
    move();
    expect(hall.isAlone).toBe(true);
    expect(hall.look()).toBeUndefined();
    move('192.168.0.12');
    expect(hall.look()).toBeUndefined();
    expect(hall.before).toBeUndefined();
  });

  it('is told where there was none, and no phone had one before', () => {
    const { hall, move } = hallAt([]);
    expect(hall.isAlone).toBe(true);
    move('192.168.0.12');
    expect(hall.look()).toBe('http://192.168.0.12:3000');
    expect(hall.before).toBeUndefined();
  });

  it('is the chosen one as long as there is such a one, which is no change of the network', () => {
    const { hall, move } = hallAt(['172.29.0.1', '192.168.0.12']);
    expect(hall.choose('http://192.168.0.12:3000')).toBe(true);
    expect(hall.base).toBe('http://192.168.0.12:3000');
    expect(hall.look()).toBeUndefined();
    expect(hall.choose('http://192.168.0.99:3000')).toBe(false);
    move('172.29.0.1');
    expect(hall.look()).toBe('http://172.29.0.1:3000');
    expect(hall.before).toBe('http://192.168.0.12:3000');
    hall.choose('http://172.29.0.1:3000');
    expect(hall.before).toBeUndefined();
  });

  it('cannot be chosen where PUBLIC_URL or HOST says it', () => {
    const open = hallAt(['192.168.0.12'], { publicUrl: 'https://quiz.example.org/' }).hall;
    expect([open.base, open.choices]).toEqual(['https://quiz.example.org', []]);
    const shut = hallAt(['192.168.0.12'], { host: '127.0.0.1' }).hall;
    expect([shut.isAlone, shut.choices]).toEqual([true, []]);
    expect(shut.choose('http://192.168.0.12:3000')).toBe(false);
  });
});
