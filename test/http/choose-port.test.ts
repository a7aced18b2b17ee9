import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { choosePort, type PortWishes } from '../../src/server/choose-port.js';
import { freePorts, holdPort, type HeldPort } from '../support/ports.js';

const wishes: PortWishes = {
  given: undefined,
  host: '0.0.0.0',
  before: undefined,
  hasRooms: false,
};

/** So that the usual port is taken, by somebody else or by us. */
async function holdUsual(): Promise<void> {
  const held = await holdPort(3000).catch(() => undefined);
  onTestFinished(() => held?.release());
}

async function held(port?: number): Promise<HeldPort> {
  const one = await holdPort(port ?? (await freePorts()));
  let isHeld = true;
  const release = async (): Promise<void> => {
    if (isHeld) await one.release();
    isHeld = false;
  };
  onTestFinished(release);
  return { port: one.port, release };
}

describe('R26.5 the port', () => {
  it('is PORT where it is set, free or not', async () => {
    const { port } = await held();
    expect(await choosePort({ ...wishes, given: port, before: 1, hasRooms: true })).toEqual({
      port,
    });
    expect(await choosePort({ ...wishes, given: 0 })).toEqual({ port: 0 });
  });

  it('is the next free one where another program has the usual one', async () => {
    await holdUsual();
    const { port, taken } = await choosePort(wishes);
    expect(taken).toBe(3000);
    expect(port).toBeGreaterThan(3000);
    expect(port).toBeLessThanOrEqual(3100);
  });

  it('is the one of before where rooms wait to come back', async () => {
    const before = await freePorts();
    expect(await choosePort({ ...wishes, before, hasRooms: true })).toEqual({ port: before });
    // Without rooms nobody looks for it.
    await holdUsual();
    expect((await choosePort({ ...wishes, before })).port).not.toBe(before);
  });

  it('is waited for while it is taken, and another one is taken in the end', async () => {
    const { port: before, release } = await held();
    const waiting = choosePort({ ...wishes, before, hasRooms: true });
    await release();
    expect(await waiting).toEqual({ port: before });
    await held(before);
    const chosen = await choosePort({ ...wishes, before, hasRooms: true, waitMs: 300 });
    expect(chosen).toMatchObject({ taken: before });
    expect(chosen.port).not.toBe(before);
  });

  it('is not one at which a browser would find another program', async () => {
    const server = createServer();
    onTestFinished(() => void server.close());
    try {
      await once(server.listen(0, '::1'), 'listening');
    } catch {
      // A machine without IPv6.
      return;
    }
    const { port: before } = server.address() as { port: number };
    const wanted = { ...wishes, before, hasRooms: true, waitMs: 0 };
    expect((await choosePort(wanted)).port).not.toBe(before);
  });
});
