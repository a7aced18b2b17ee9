/** Ctrl-C at a terminal while somebody plays. */
import { once } from 'node:events';
import { expect, vi } from 'vitest';
import { TestClient } from '../support/client.js';
import { startOnTerminal } from './outside.js';

const CTRL_C = '\u0003';
/** Presses closer than 500 ms count as one. */
const APART_MS = 700;
const SOON = { timeout: 10_000 };

/** The first press asks and disturbs nobody, the second one ends the server; resolves with the exit code. */
export async function pressTwice(
  command: string,
  env: Record<string, string>,
  cwd: string,
): Promise<unknown> {
  const server = await startOnTerminal(command, { ...env, SHELL: '/bin/sh', LANG: 'C.UTF-8' }, cwd);
  const ended = once(server.process, 'close');
  const [host, player] = [TestClient.withToken(server.url), TestClient.withToken(server.url)];
  try {
    const { gameId } = await host.do('createRoom', { playerName: 'Host' });
    await player.do('joinRoom', { gameId, playerName: 'Player' });
    await host.do('startGame', {});
    await player.wait('startGame');
    server.press(CTRL_C);
    await vi.waitFor(() => expect(server.output()).toContain('once more within 5 seconds'), SOON);
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, APART_MS));
    server.press(CTRL_C);
    return (await ended)[0];
  } finally {
    host.close();
    player.close();
    server.process.kill();
  }
}
