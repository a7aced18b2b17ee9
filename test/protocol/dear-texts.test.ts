import { describe, expect, it } from 'vitest';
import { commandSchemas, newRoomSchema, parseCreateQuery } from '../../src/protocol/schemas.js';
import type { CommandName } from '../../src/protocol/index.js';
import { limits } from '../../src/protocol/index.js';
import { cleanListed } from '../../src/server/live/room/listed-names.js';
import { DEAR_TEXTS, DEAR_UNITS, dearPayloads, payloadsOf } from '../support/dear-texts.js';
import { foldedWork } from '../support/folded-work.js';

const NAMES = Object.keys(commandSchemas) as CommandName[];
/** The work on the longest text of a command, the lines of a slide: after NFKC, and taken apart line by line. */
const MOST_UNITS = 4 * 19 * 3 * limits.SLIDE_TEXT_BOUNDS.maxUnits;
/** A pile that is let through, for each letter. */
const MOST_PILE = 6;

describe('R10.11 each text of a command is folded in a time that its bound says', () => {
  it('has payloads for every command with a text', () => {
    const without = NAMES.filter((name) => dearPayloads(name, 'x').length === 0);
    expect(NAMES.length - without.length).toBeGreaterThan(25);
    for (const name of [
      'createRoom',
      'joinRoom',
      'setPlayerName',
      'chatMessage',
      'writeAnswer',
      'updateNameList',
      'updateTeams',
      'updateTeamList',
      'editProgramme',
      'givePoints',
      'pauseGame',
    ])
      expect(without).not.toContain(name);
    const fields = dearPayloads('updateTeamList', 'x');
    expect(fields).toEqual(
      expect.arrayContaining([{ entries: expect.arrayContaining([{ playerName: 'x' }]) }]),
    );
  });

  it.each(Object.keys(DEAR_TEXTS))('of %s', (what) => {
    for (const units of DEAR_UNITS) {
      const text = DEAR_TEXTS[what]!(units);
      for (const name of NAMES)
        for (const payload of dearPayloads(name, text)) {
          const schema = commandSchemas[name];
          const work = foldedWork(() => schema.safeParse(payload));
          expect([name, units, work.units > MOST_UNITS]).toEqual([name, units, false]);
          expect([name, units, work.marks > MOST_PILE * work.units]).toEqual([name, units, false]);
        }
    }
  });

  it.each(Object.keys(DEAR_TEXTS))('of %s in a handshake that opens a room', (what) => {
    expect(payloadsOf(newRoomSchema, 'x')).toEqual(
      expect.arrayContaining([{ title: 'x' }, { playerName: 'x' }]),
    );
    for (const units of DEAR_UNITS)
      for (const payload of payloadsOf(newRoomSchema, DEAR_TEXTS[what]!(units))) {
        const query = Object.entries(payload).map(([field, value]) => `${field}=${String(value)}`);
        const work = foldedWork(() => newRoomSchema.safeParse(parseCreateQuery(query.join(';'))));
        expect([units, work.units > MOST_UNITS]).toEqual([units, false]);
        expect([units, work.marks > MOST_PILE * work.units]).toEqual([units, false]);
      }
  });

  it.each(Object.keys(DEAR_TEXTS))('of %s that a host lists', (what) => {
    for (const units of DEAR_UNITS) {
      const names = Array<string>(20).fill(DEAR_TEXTS[what]!(units));
      const steps = cleanListed('names', names);
      const isOver = (): boolean => {
        try {
          return steps.next().done === true;
        } catch {
          // It ends with the first that cannot stand.
          return true;
        }
      };
      let most = 0;
      const over: boolean[] = [];
      while (over.at(-1) !== true)
        most = Math.max(most, foldedWork(() => over.push(isOver())).units);
      expect([units, most > 4 * 2 * 19 * limits.NAME_MAX_UNITS]).toEqual([units, false]);
    }
  });
});
