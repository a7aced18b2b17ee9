import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { FrameSink } from '../../src/server/live/gateway/frame-sink.js';

/** More than the kernel holds for somebody who does not read. */
const BYTES = 16 * 2 ** 20;

it('R12.5 takes whatever is written to a bot, and lets its port go with the last one', async () => {
  const diverted = new Map<string, Socket>();
  const sink = new FrameSink({
    divert: (connectionId, connection) => {
      diverted.set(connectionId, connection);
      return () => diverted.delete(connectionId);
    },
  });
  const disconnect = await Promise.all(['a', 'b'].map((id) => sink.connect(id)));
  expect([...diverted.keys()].toSorted()).toEqual(['a', 'b']);
  const [a, b] = ['a', 'b'].map((id) => diverted.get(id)!) as [Socket, Socket];
  a.write(Buffer.alloc(BYTES));
  await once(a, 'drain');
  expect(a.writableLength).toBe(0);

  disconnect[0]!();
  expect([[...diverted.keys()], a.destroyed, b.destroyed]).toEqual([['b'], true, false]);
  const { remotePort } = b;
  disconnect[1]!();
  expect([diverted.size, b.destroyed]).toEqual([0, true]);
  // Another rehearsal has a port of its own.
  const again = await sink.connect('c');
  expect(diverted.get('c')!.remotePort).not.toBe(remotePort);
  sink.close();
  expect(diverted.get('c')!.destroyed).toBe(true);
  again();
});
