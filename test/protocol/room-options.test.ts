import { describe, expect, it } from 'vitest';
import {
  DEFAULT_OPTIONS,
  mayAlways,
  OPTION_NAMES,
  ROOM_OPTIONS,
} from '../../src/protocol/room-options.js';
import { newRoomSchema } from '../../src/protocol/schemas.js';

describe('the table of options', () => {
  it('R1.2 has defaults that a room may have', () => {
    expect(newRoomSchema.parse({ ...DEFAULT_OPTIONS })).toEqual(DEFAULT_OPTIONS);
  });

  it('R1.2, R22 lets seats and emotes change in a game, and nothing else', () => {
    expect(OPTION_NAMES.filter((name) => mayAlways(name))).toEqual(['maxPlayerCount', 'emotes']);
  });

  it('R1.2 tells the others of what they have to know, and of the rest only where it is chosen', () => {
    expect(OPTION_NAMES.filter((name) => ROOM_OPTIONS[name].told === 'unless default')).toEqual([
      'teams',
      'theme',
      'emotes',
      'map',
      'walking',
    ]);
  });
});
