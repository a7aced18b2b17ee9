/** Connections that attack a server all at once until enough frames have been sent. */
import type { Random } from '../../src/game/shared/random.js';
import {
  hostileAuth,
  hostileEvent,
  hostileFile,
  hostileQuery,
  malformed,
  type Frame,
} from '../../load-test/hostile/hostile-frames.js';
import { RawClient } from './raw-client.js';

/** Frames sent before the attacker lets the server speak. */
const AT_ONCE = 25;
/** As many as are let through at once, and more than the server puts up with. */
const BURST = 75;
const FLOOD = 500;
const ATTACKERS = 6;
const MALFORMED_SHARE = 0.85;

export interface Target {
  url: string;
  pin: string;
  /** Another room's. */
  foreignPin: string;
  /** Identities of attackers who have a seat in the room. */
  insiders: string[];
  /** What attackers can see of honest players. */
  playerIds: string[];
}

export interface Toll {
  frames: number;
  connections: number;
  closedByServer: number;
  /** Errors that the server answered. */
  refusals: Record<string, number>;
  requests: number;
}

type Role = 'insider' | 'screen' | 'outsider' | 'stranger';
const ROLES: Role[] = ['insider', 'screen', 'outsider', 'stranger'];

export async function attack(target: Target, random: Random, frames: number): Promise<Toll> {
  const toll: Toll = { frames: 0, connections: 0, closedByServer: 0, refusals: {}, requests: 0 };
  const attackers = Array.from({ length: ATTACKERS }, async (_, n) => {
    while (toll.frames < frames) {
      const role = ROLES[Math.floor(random() * ROLES.length)]!;
      // The seats have an attacker each; now and then another one comes for them.
      const seat = random() < 0.05 ? n % target.insiders.length : n;
      const isSeated = target.insiders[seat] !== undefined;
      const as = role === 'insider' && !isSeated ? 'outsider' : role;
      await oneConnection(target, random, toll, { role: as, seat });
      if (random() < 0.05) await oneRequest(target, random, toll);
    }
  });
  await Promise.all(attackers);
  return toll;
}

async function oneConnection(
  target: Target,
  random: Random,
  toll: Toll,
  { role, seat }: { role: Role; seat: number },
): Promise<void> {
  const inRoom = role === 'insider' || role === 'screen';
  const query = inRoom ? `&game-id=${target.pin}` : hostileQuery(random);
  const client = await RawClient.open(target.url, query);
  toll.connections++;
  const isMalformed = random() < MALFORMED_SHARE;
  const most = isMalformed || random() < 0.1 ? FLOOD : BURST;
  // What follows a packet that closes the connection would never be looked at.
  const atOnce = isMalformed ? 1 : AT_ONCE;
  // Strangers open a transport and never, or badly, enter the game.
  if (role === 'stranger') send(client, toll, `40/game,${hostileAuth(random, target.playerIds)}`);
  else {
    // The lock keeps out the screens of those who were not there before.
    const member = inRoom ? { token: target.insiders[seat] } : {};
    await client.enter(role === 'screen' ? { ...member, role } : member).catch(() => {});
  }
  // Nothing is wrong with it but who sends it; what comes next may end the connection.
  if (role === 'insider') send(client, toll, '42/game,["pauseGame",{}]');
  // Attackers share seats, so the server may have closed this one for a newer one.
  for (let sent = 0; sent < most && client.isOpen;) {
    for (let n = 0; n < atOnce && client.isOpen; n++) {
      const batch = isMalformed ? malformed(random) : [hostileEvent(random, target.foreignPin)];
      for (const frame of batch) send(client, toll, frame);
      sent += batch.length;
    }
    await answered(client);
  }
  for (const frame of client.frames) {
    const code = /"code":"([A-Z_]+)"/.exec(frame)?.[1];
    if (code !== undefined) toll.refusals[code] = (toll.refusals[code] ?? 0) + 1;
  }
  if (client.isOpen) client.close();
  else toll.closedByServer++;
  await client.closed;
}

function send(client: RawClient, toll: Toll, frame: Frame): void {
  if (!client.isOpen) return;
  client.send(frame);
  toll.frames++;
}

/** Resolves when the server has taken what was sent: at its answer to a ping, or the end. */
function answered(client: RawClient): Promise<unknown> {
  const pong = new Promise((resolve) => {
    client.socket.once('pong', resolve);
    if (client.isOpen) client.socket.ping();
  });
  return Promise.race([pong, client.closed]);
}

async function oneRequest(target: Target, random: Random, toll: Toll): Promise<void> {
  toll.requests++;
  const { type, body } = hostileFile(random);
  const authorization = `Bearer ${random() < 0.5 ? target.insiders[0] : target.playerIds[0]}`;
  const path = [`/api/rooms/${target.pin}/quiz-set`, '/socket.io/?EIO=4&transport=polling&sid=x'];
  path.push('/socket.io/?EIO=3&transport=polling', '/socket.io/?EIO=4&transport=__proto__', '/%ff');
  const response = await fetch(target.url + path[Math.floor(random() * path.length)]!, {
    method: 'POST',
    headers: { 'content-type': type, authorization },
    body,
  });
  await response.arrayBuffer();
  if (response.ok || response.status >= 500) throw new Error(`answered ${response.status}`);
}
