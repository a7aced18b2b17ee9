import { describe, expect, it, onTestFinished } from 'vitest';
import { lookPath } from '../../src/protocol/look.js';
import { NewPairs } from '../../src/server/http/looks/new-pairs.js';
import { startTestApp } from '../support/app.js';

function counter() {
  let now = 0;
  const pairs = new NewPairs(() => now);
  return {
    /** How many of `count` new pairs an address gets. */
    ask(count: number, address: string): number {
      let admitted = 0;
      for (let n = 0; n < count; n++) {
        try {
          pairs.admit(address);
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

describe('R10.4 colours that nobody has asked for lately', () => {
  it('from one address: 60 at once, then five a second', () => {
    const { ask, pass } = counter();
    expect(ask(1_000, '192.0.2.1')).toBe(60);
    pass(10);
    expect(ask(1_000, '192.0.2.1')).toBe(50);
  });

  it('in all: those who ask for many leave half of what there is to the others', () => {
    const { ask } = counter();
    let admitted = 0;
    for (let n = 0; n < 50; n++) admitted += ask(100, `192.0.2.${n}`);
    expect(admitted).toBe(400);
  });

  it('are there for the next hall, though three addresses take all that they get', () => {
    const { ask } = counter();
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) ask(1_000, address);
    expect(ask(20, '192.0.2.4')).toBe(20);
  });

  it('are not counted where a hall asks for the ones it has, also beside somebody who asks for all there are', async () => {
    const app = await startTestApp();
    onTestFinished(() => app.close());
    const get = (main: string, second = '#1b3f8b'): Promise<Response> =>
      fetch(app.url + lookPath({ colours: [main, second] }));
    const own = await get('#0a5c36');
    expect(own.status).toBe(200);
    // A phone asks for them once, and so may a proxy.
    expect(own.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(own.headers.get('set-cookie')).toBeNull();
    let last = own;
    let times = 0;
    for (; last.status === 200; times++) {
      last = await get(`#0a5d${times.toString(16).padStart(2, '0')}`);
      await last.text();
    }
    // The first one was counted, too.
    expect(times).toBeGreaterThanOrEqual(60);
    expect(last.status).toBe(429);
    const hall = await Promise.all(Array.from({ length: 200 }, () => get('#0a5c36')));
    expect(hall.map(({ status }) => status)).toEqual(hall.map(() => 200));
  });
});
