import { describe, expect, it } from 'vitest';
import { acceptHostLink, revokeHostLinks, setHostLink } from '../../src/game/host-link.js';
import { asHost, hasRole, isHosts, setCoHost } from '../../src/game/roles.js';
import { kick } from '../../src/game/seat-commands.js';
import { addCockpit } from '../../src/game/screen-commands.js';
import { limits } from '../../src/protocol/index.js';
import { codeOf } from '../support/game-data.js';
import { opened, plain, RoomTrial } from './room-trial.js';

const OWNER = 'identity-0';

function linked(...identities: string[]): RoomTrial {
  const trial = new RoomTrial(opened({}, OWNER));
  trial.seatAll(3);
  trial.run(setHostLink('digest'));
  for (const identity of identities) trial.run(acceptHostLink(identity, 'digest'));
  return trial;
}
const cockpit = (connectionId: string, identityId: string) =>
  addCockpit({ connectionId, identityId, process: 'process' });
const rolesOf = ({ room }: RoomTrial, identity: string): boolean[] =>
  (['owner', 'linked', 'host', 'coHost'] as const).map((role) => hasRole(room, identity, role));

describe('R3.6 the host link', () => {
  it('gives a co-host’s right and the end of the room to who shows its secret', async () => {
    const trial = linked('phone');
    expect(rolesOf(trial, 'phone')).toEqual([false, true, false, true]);
    expect(rolesOf(trial, 'identity-1')).toEqual([false, false, false, false]);
    expect(rolesOf(trial, OWNER)).toEqual([true, true, true, true]);
    expect(trial.run(cockpit('k', 'phone'))).toEqual({ replaced: null });
    expect(trial.changesOf(acceptHostLink('phone', 'digest'))).toEqual([]);
    trial.run(setCoHost('p1', true));
    const rude = asHost('phone', 'p1', kick('p1'));
    expect(await codeOf(() => trial.run(rude))).toBe('FORBIDDEN');
    trial.run(asHost('phone', 'p2', kick('p2')));
  });

  it('R10.1 refuses another secret, an older one, who was kicked, and all where there is none', async () => {
    const trial = linked();
    trial.run(asHost(OWNER, 'p2', kick('p2')));
    const accept = (identity: string, digest: string) =>
      codeOf(() => trial.run(acceptHostLink(identity, digest)));
    let before = plain(trial.room);
    expect(await accept('phone', 'other')).toBe('FORBIDDEN');
    expect(await accept('identity-2', 'digest')).toBe('KICKED');
    expect(plain(trial.room)).toEqual(before);
    expect(await accept('phone', 'digest')).toBe('ok');
    trial.run(setHostLink('newer'));
    before = plain(trial.room);
    expect(await accept('tablet', 'digest')).toBe('FORBIDDEN');
    // Who had come by it goes on.
    expect(isHosts(trial.room, 'phone')).toBe(true);
    expect(plain(trial.room)).toEqual(before);
    const none = new RoomTrial();
    expect(await codeOf(() => none.run(acceptHostLink('phone', '')))).toBe('FORBIDDEN');
  });

  it('ends with all that came by it, but for cockpits that have another right', async () => {
    const trial = linked('phone', 'identity-1');
    trial.run(setCoHost('p1', true));
    trial.run(cockpit('k1', 'phone'));
    trial.run(cockpit('k2', 'identity-1'));
    trial.run(cockpit('k3', OWNER));
    expect(trial.run(revokeHostLinks)).toEqual(['k1']);
    expect([...trial.room.screens.keys()]).toEqual(['k2', 'k3']);
    expect(trial.room.helpers).toEqual({ coHosts: ['identity-1'], linkDigest: null, linked: [] });
    expect(await codeOf(() => trial.run(cockpit('k4', 'phone')))).toBe('NOT_HOST');
    expect(await codeOf(() => trial.run(acceptHostLink('phone', 'digest')))).toBe('FORBIDDEN');
    expect(trial.run(revokeHostLinks)).toEqual([]);
  });

  it('keeps as many as there may be, of whom the newest, and nobody who is kicked', () => {
    const names = Array.from({ length: limits.MAX_LINKED + 1 }, (_, n) => `phone ${n}`);
    expect(linked(...names).room.helpers.linked).toEqual(names.slice(1));
    const trial = linked('identity-1', 'phone');
    trial.run(asHost(OWNER, 'p1', kick('p1')));
    expect(trial.room.helpers.linked).toEqual(['phone']);
  });
});
