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

  it('reads the same where a client has nothing but texts', () => {
    const texts = { token: 't', lastChatAudience: 'ghosts', lastChatIncarnation: 'one' };
    expect(readAuth({ ...texts, wantToken: 'true', lastChatId: '12', wire: '2' })).toEqual({
      ...texts,
      ...nothing,
      wantToken: true,
      lastChatId: 12,
      wire: 2,
    });
    expect(readAuth({ wantToken: 'false', lastChatId: '0' })).toEqual({
      ...nothing,
      lastChatId: 0,
    });
  });

  it.each([
    '',
    ' 2',
    '2 ',
    '+2',
    '02',
    '2.0',
    '1e3',
    'two',
    'true',
    '9'.repeat(17),
    '9'.repeat(16),
  ])('R10.1 takes no text for a number that is none: %j', (text) => {
    expect(readAuth({ lastChatId: text, wire: text })).toEqual({ ...nothing, wire: -1 });
  });

  it.each([undefined, null, 'x', 5, {}, { token: 1 }, { token: 'x'.repeat(513) }])(
    'R10.1 counts what does not fit as missing: %j',
    (auth) => {
      expect(readAuth(auth)).toEqual(nothing);
    },
  );

  it.each([
    { wantToken: 'yes' },
    { wantToken: 'TRUE' },
    { wantToken: ['true'] },
    { wantToken: 1 },
    { lastChatId: '-1' },
    { lastChatId: ['1'] },
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
