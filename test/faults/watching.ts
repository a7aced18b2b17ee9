import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { limits, type PhaseKind, type PhasePayload } from '../../src/protocol/index.js';
import { RIGHT } from '../support/app.js';
import { standIn } from '../support/arena.js';
import type { TestClient } from '../support/client.js';

/** When each version of the phase came to a client, epoch ms. */
export function watchPhases(client: TestClient): Map<number, number> {
  const seenAt = new Map<number, number>();
  client.socket.on('phase', ({ version }) => {
    if (!seenAt.has(version)) seenAt.set(version, Date.now());
  });
  return seenAt;
}

/** When a phase began, epoch ms; undefined in the lobby, which does not tell. */
function beganAt({ kind, startTime }: PhasePayload, getReadyMs: number): number | undefined {
  if (kind === 'lobby') return undefined;
  return kind === 'question' ? startTime - getReadyMs : startTime;
}

/** For each phase and client, how long after its beginning the client had that phase or a later one. */
export function staleness(clients: TestClient[], seen: Map<number, number>[], getReadyMs: number) {
  const began = new Map<number, number>();
  for (const phase of clients.flatMap((client) => client.all('phase'))) {
    const at = beganAt(phase, getReadyMs);
    if (at !== undefined) began.set(phase.version, at);
  }
  return [...began].flatMap(([version, at]) =>
    seen.map((one) => {
      const reached = [...one].flatMap(([known, when]) => (known >= version ? [when] : []));
      return Math.min(...reached) - at;
    }),
  );
}

/** Waits until a phase of this kind stands for the client. */
export async function inPhase(client: TestClient, kind: PhaseKind, index = 0): Promise<void> {
  await client.until(() => {
    const phase = client.last('phase');
    return phase?.kind === kind && phase.index === index;
  }, `${kind} ${index}`);
}

/** Waits until a skip judges the question that stands, and does not drop it any more (R4.7). */
export async function untilJudged(client: TestClient): Promise<void> {
  const { startTime } = await client.wait('startQuizTime');
  // Redis and the clients are on one machine, and the server's clock is a few ms off.
  await sleep(startTime + limits.MIN_SHOWN_MS + 50 - Date.now());
}

/** A connection was told of each transition at most once, and of none out of order. */
export function expectNothingTwice(client: TestClient): void {
  const versions = client.all('phase').map(({ version }) => version);
  expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
  const asked = client.all('startQuizTime').map(({ quiz }) => quiz);
  expect(new Set(asked).size).toBe(asked.length);
  expect(client.all('endQuizTime').length).toBeLessThanOrEqual(asked.length);
  const seqs = client.all('updatePosition').map(({ seq }) => seq);
  expect(new Set(seqs).size).toBeGreaterThanOrEqual(seqs.length - 1);
}

/** The zone of the right choice of the question that stands, and how many zones there are. */
export function zones(client: TestClient): { right: number; wrong: number; count: number } {
  const question = client.last('startQuizTime');
  if (question === undefined) throw new Error('no question stands');
  const { choiceList } = question;
  const right = choiceList.find(({ content }) => content === RIGHT)?.order ?? 0;
  const count = choiceList.length;
  return { right, wrong: (right % count) + 1, count };
}

export async function stand(client: TestClient, isRight: boolean): Promise<void> {
  const { right, wrong, count } = zones(client);
  await client.do('updatePosition', { newPosition: standIn(isRight ? right : wrong, count) });
}

/** Resolves when the connection is lost. */
export async function lost(client: TestClient): Promise<void> {
  await client.until(() => client.events().includes('disconnect'), 'the end of the connection');
}

/** All stand right or wrong, and the first has seen it: so every process has shared it. */
export async function standAll(
  players: TestClient[],
  isRight: (player: number) => boolean,
): Promise<void> {
  const [viewer] = players as [TestClient];
  // Who has just come back may know the phase, and the question not yet.
  await Promise.all(players.map((player) => player.wait('startQuizTime')));
  const before = viewer.all('updatePosition').length;
  await Promise.all(players.map((player, n) => stand(player, isRight(n))));
  await viewer.until(() => {
    const seen = viewer.all('updatePosition').slice(before);
    const ids = new Set(seen.flatMap(({ updates }) => updates.map(({ playerId }) => playerId)));
    return players.every(({ playerId }) => ids.has(playerId));
  }, 'everybody to stand');
}
