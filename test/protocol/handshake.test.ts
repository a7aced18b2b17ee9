import { describe, expect, it } from 'vitest';
import { readAuth } from '../../src/protocol/index.js';

describe('the handshake', () => {
  const nothing = { wantToken: false, role: 'player', format: 'json' };

  it('reads every field', () => {
    const auth = {
      token: 't',
      wantToken: true,
      role: 'screen',
      format: 'compact',
      lastChatId: 7,
      lastChatAudience: 'ghosts',
      lastChatIncarnation: 'one',
    };
    expect(readAuth(auth)).toEqual(auth);
  });

  it.each([undefined, null, 'x', 5, {}, { token: 1 }, { token: 'x'.repeat(513) }])(
    'R10.1 counts what does not fit as missing: %j',
    (auth) => {
      expect(readAuth(auth)).toEqual(nothing);
    },
  );

  it.each([
    { wantToken: 'yes' },
    { role: 'host' },
    { format: 'binary' },
    { lastChatId: -1 },
    { lastChatId: 1.5 },
    { lastChatId: Number.NaN },
    { lastChatAudience: 'all' },
    { lastChatIncarnation: 7 },
    { lastChatIncarnation: 'x'.repeat(65) },
  ])('R10.1 one bad field spoils no other: %j', (bad) => {
    expect(readAuth({ token: 't', ...bad })).toEqual({ token: 't', ...nothing });
  });
});
