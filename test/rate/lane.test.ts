import { expect, it } from 'vitest';
import type { RoomError } from '../../src/protocol/errors.js';
import { Lane, type Asker } from '../../src/server/platform/rate/lane.js';

const guest = (key: string, address = key): Asker => ({ key, address, isFirst: false });
const host = (key: string): Asker => ({ key, address: key, isFirst: true });

/** Something that ends when it is told to. */
function gate(): { open: () => void; closed: Promise<void> } {
  let open = (): void => {};
  const closed = new Promise<void>((resolve) => (open = resolve));
  return { open, closed };
}

/** Works on the processor for `ms`, with a place to stop after each. */
function* busyFor(ms: number, step: () => void = () => {}): Generator<void, void> {
  for (let i = 0; i < ms; i++) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    step();
    yield;
  }
}

/** In which order these are begun, of which all but the first have to wait. */
async function orderOf(lane: Lane, askers: readonly Asker[]): Promise<string[]> {
  const begun: string[] = [];
  const first = gate();
  const running = lane.run(host('first of all'), () => first.closed);
  const all = askers.map((asker, i) => lane.run(asker, () => void begun.push(`${asker.key} ${i}`)));
  expect(begun).toEqual([]);
  first.open();
  await Promise.all([running, ...all]);
  return begun;
}

it('runs one after the other, by turns of addresses, hosts first (R10.6)', async () => {
  const askers = [
    guest('a1', 'a'),
    guest('a2', 'a'),
    guest('a3', 'a'),
    guest('b1', 'b'),
    host('h'),
  ];
  expect(await orderOf(new Lane(), askers)).toEqual(['h 4', 'a1 0', 'b1 3', 'a2 1', 'a3 2']);
});

it('lets one wait for each account, and tells the third RATE_LIMITED (R10.6)', async () => {
  const lane = new Lane();
  const { open, closed } = gate();
  const running = lane.run(guest('a'), () => closed);
  const waiting = lane.run(guest('a'), () => 'waited');
  await expect(lane.run(guest('a'), () => {})).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  const other = lane.run(guest('b'), () => 'other');
  open();
  await running;
  expect(await Promise.all([waiting, other])).toEqual(['waited', 'other']);
  await lane.run(guest('a'), () => {});
});

it('tells BUSY to who may not wait, who has waited for long, and where too many wait (R10.6)', async () => {
  const lane = new Lane(2, 20);
  const { open, closed } = gate();
  const running = lane.run(guest('a'), () => closed);
  // At once, and not after it has waited in vain.
  await expect(lane.run(guest('a'), () => {}, { mayWait: false })).rejects.toMatchObject({
    code: 'BUSY',
    message: 'yours is not done yet',
  });
  // Of three that wait where two may, the last of the address that has most goes at once.
  const late = [guest('b1', 'b'), guest('b2', 'b'), guest('c')].map((asker) =>
    lane.run(asker, () => {}),
  );
  const order: number[] = [];
  const ended = late.map((one, n) =>
    one.catch(({ code }: RoomError) => {
      order.push(n);
      return code;
    }),
  );
  expect(await ended[1]).toBe('BUSY');
  expect(order).toEqual([1]);
  expect(await Promise.all(ended)).toEqual(['BUSY', 'BUSY', 'BUSY']);
  open();
  await running;
});

it('sends away what is least urgent where too many wait, whoever came last (R10.6)', async () => {
  const lane = new Lane(2);
  const { open, closed } = gate();
  const running = lane.run(host('first'), () => closed);
  const ended = Promise.all(
    // Two hosts of one address, who have most of it, and somebody else.
    [guest('x'), { ...host('h1'), address: 'hall' }, { ...host('h2'), address: 'hall' }].map(
      (asker) => lane.run(asker, () => 'done').catch(({ code }: RoomError) => code),
    ),
  );
  open();
  await running;
  expect(await ended).toEqual(['BUSY', 'done', 'done']);
});

it('stops in slices, and lets a host go first at the next one (R10.6)', async () => {
  const lane = new Lane();
  const done: string[] = [];
  const slow = lane.run(guest('a'), async (inSlices) => {
    await inSlices(busyFor(60));
    done.push('slow');
  });
  await new Promise((resolve) => setTimeout(resolve, 1));
  const fast = lane.run(host('h'), async (inSlices) => {
    await inSlices(busyFor(20));
    done.push('fast');
  });
  const behind = lane.run(guest('b'), () => void done.push('behind'));
  await Promise.all([slow, fast, behind]);
  expect(done).toEqual(['fast', 'slow', 'behind']);
});

it('holds the processor for 15 ms at most (R10.6)', async () => {
  const lane = new Lane();
  let [since, most] = [0, 0];
  const turns = setInterval(() => (since = 0), 0);
  // Steps of 1 ms are counted, as the machine may stand still within one.
  const steps = busyFor(200, () => (most = Math.max(most, ++since)));
  await lane.run(guest('a'), (inSlices) => inSlices(steps));
  clearInterval(turns);
  expect(most).toBeLessThanOrEqual(15);
});

it('leaves others two thirds of the time (R10.6)', async () => {
  const began = performance.now();
  await new Lane().run(guest('a'), (inSlices) => inSlices(busyFor(60)));
  // Behind the last slice, of 5 ms or of one step more, nothing waits.
  expect(performance.now() - began).toBeGreaterThan(160);
});

it('goes on when somebody has gone, and when work throws', async () => {
  const lane = new Lane();
  const end = new AbortController();
  const { open, closed } = gate();
  const running = lane.run(guest('a'), async () => {
    await closed;
    throw new Error('broken');
  });
  const left = lane.run(guest('b'), () => {}, { signal: end.signal });
  end.abort();
  await expect(left).rejects.toMatchObject({ code: 'BUSY' });
  const next = lane.run(guest('c'), () => 'next');
  open();
  await expect(running).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

it('does not let what is small wait behind what is long (R10.6)', async () => {
  const lane = new Lane();
  const { open, closed } = gate();
  const running = lane.run(guest('a'), () => closed);
  expect(await lane.run(guest('a'), () => 'at once', { isSmall: true })).toBe('at once');
  open();
  await running;
});
