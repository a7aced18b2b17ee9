import { expect, it } from 'vitest';
import { pageWords } from '../support/page-words.js';
import { mockModules } from '../support/mock-modules.js';
import { BREAK_BOUNDS, REASON_BOUNDS } from '../../src/protocol/limits.js';
import { commandSchemas } from '../../src/protocol/schemas.js';
import type { TextBounds } from '../../src/protocol/text.js';

// As text: the types of a browser are not those of these tests.
const BOUNDED: string = '../../src/web/ui/bounded.js';

mockModules({ '../../src/web/i18n/language.svelte.js': { i18n: await pageWords('en') } });

const FAMILY = '👨‍👩‍👧‍👦';
const CASES = [
  '',
  '   ',
  '\u200b',
  'Best song',
  '  Best song  ',
  'a\u0000b',
  ...[REASON_BOUNDS, BREAK_BOUNDS].flatMap(({ maxGraphemes, maxUnits }) => [
    'x'.repeat(maxGraphemes),
    'x'.repeat(maxGraphemes + 1),
    '가'.normalize('NFD').repeat(maxGraphemes),
    '가'.normalize('NFD').repeat(maxGraphemes + 1),
    '🎵'.repeat(maxGraphemes),
    '🎵'.repeat(maxGraphemes + 1),
    FAMILY.repeat(Math.floor(maxUnits / FAMILY.length)),
    FAMILY.repeat(Math.floor(maxUnits / FAMILY.length) + 1),
  ]),
];

it.each(CASES)(
  'R27.10, R4.12 the page takes what the server takes as a reason or a message: %j',
  async (raw) => {
    const { isFitting } = (await import(BOUNDED)) as {
      isFitting: (raw: string, bounds: TextBounds) => boolean;
    };
    const reason = commandSchemas.givePoints.safeParse({
      version: 1,
      team: 0,
      points: 100,
      reason: raw,
    });
    expect(isFitting(raw, REASON_BOUNDS)).toBe(reason.success);
    const message = commandSchemas.pauseGame.safeParse({ version: 1, message: raw, minutes: 1 });
    expect(isFitting(raw, BREAK_BOUNDS)).toBe(message.success);
  },
);
