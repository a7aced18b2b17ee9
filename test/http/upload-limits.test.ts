import { describe, expect, it } from 'vitest';
import { UploadLimits } from '../../src/server/http/rooms/upload-limits.js';

function counter() {
  let now = 0;
  const limits = new UploadLimits(() => now);
  return {
    /** How many of `count` files get in. */
    send(count: number, room: string | ((n: number) => string), address: string): number {
      let admitted = 0;
      for (let n = 0; n < count; n++) {
        try {
          limits.admit(typeof room === 'string' ? room : room(n), address);
          admitted++;
        } catch (error) {
          expect(error).toMatchObject({ code: 'RATE_LIMITED' });
        }
      }
      return admitted;
    },
    pass(seconds: number): void {
      now += seconds * 1_000;
    },
  };
}

describe('R10.4 quiz files come no more often than they can be read', () => {
  it('for one room: 20 at once, then one in two seconds', () => {
    const { send, pass } = counter();
    expect(send(30, 'a', '192.0.2.1')).toBe(20);
    pass(10);
    expect(send(30, 'a', '192.0.2.1')).toBe(5);
  });

  it('from one address: 40 at once, then one a second, whatever its rooms', () => {
    const { send, pass } = counter();
    expect(send(60, (n) => `room ${n}`, '192.0.2.1')).toBe(40);
    expect(send(1, 'another', '192.0.2.2')).toBe(1);
    pass(10);
    expect(send(60, (n) => `later ${n}`, '192.0.2.1')).toBe(10);
  });

  it('in all: 80 at once, then four a second', () => {
    const { send, pass } = counter();
    let admitted = 0;
    for (let n = 0; n < 10; n++) admitted += send(20, `room ${n}`, `192.0.2.${n}`);
    expect(admitted).toBe(80);
    pass(5);
    admitted = 0;
    for (let n = 10; n < 20; n++) admitted += send(20, `room ${n}`, `192.0.2.${n}`);
    expect(admitted).toBe(20);
  });

  it('what one room or address has too many takes nothing from the others', () => {
    const { send } = counter();
    expect(send(1_000, 'a', '192.0.2.1')).toBe(20);
    expect(send(1_000, (n) => `b ${n}`, '192.0.2.1')).toBe(20);
    expect(send(20, 'c', '192.0.2.2')).toBe(20);
  });
});
