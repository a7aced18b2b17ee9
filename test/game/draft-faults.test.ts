import { serverWords } from '../../src/i18n/made/server/words.js';
import { describe, expect, it, vi } from 'vitest';
import { draftFaults } from '../../src/game/shared/draft-faults.js';
import type { DraftPicture, DraftQuestion } from '../../src/protocol/desk.js';
import { DraftWork } from '../../src/server/desk/sets/draft-work.js';

const image = { id: 'a'.repeat(64), alt: 'a map' };
const every = { id: 'q', quiz: 'What?', limitTime: 20, points: 1 } as const;
const choice: DraftQuestion = { ...every, kind: 'choice', choices: ['a', 'b'], answers: [1] };
const ruler = { min: 0, max: 10, step: 1, value: 3, tolerance: 1 };
const number: DraftQuestion = { ...every, kind: 'number', ...ruler };
const places = [1, 2, 3].map((n) => ({ name: `Place ${n}`, x: n * 10_000, y: 20_000 }));
const target = { x: 10_000, y: 20_000, rx: 4_000, ry: 4_000 };
const spot: DraftQuestion = { ...every, kind: 'spot', image, places, targets: [target] };
const scale: DraftQuestion = { ...every, kind: 'scale', from: 'no', to: 'yes' };
const poll: DraftQuestion = { ...every, kind: 'poll', choices: ['a', 'b'] };
const shows = (alt: string, digit: string, text = ''): DraftPicture => {
  return { image: { id: digit.repeat(64), alt }, text };
};
const pictures = (one: DraftPicture, other: DraftPicture): DraftQuestion => {
  return { ...every, kind: 'pictures', pictures: [one, other], answers: [1] };
};
const ox: DraftQuestion = { ...every, kind: 'ox', truth: 'O' };

const whole: DraftQuestion[] = [
  choice,
  { ...choice, choices: ['a', 'b', '', ' '], explanation: ' ' },
  { ...choice, image: { ...image, alt: ' ' } },
  { ...number, tolerance: null, unit: '' },
  { ...number, min: 0.1, max: 0.4, step: 0.1, value: 0.25 },
  spot,
  scale,
  poll,
  ox,
  // Letters of another size make another choice, in words as on pictures.
  { ...choice, choices: ['cat', 'Cat'] },
  pictures(shows('cat', 'a'), shows('Cat', 'b')),
];

const broken: [string, DraftQuestion][] = [
  ['quiz', { ...choice, quiz: ' ' }],
  ['quiz', { ...choice, quiz: 'x'.repeat(301) }],
  ['quiz', { ...choice, quiz: '\u0007' }],
  ['limitTime', { ...choice, limitTime: null }],
  ['limitTime', { ...choice, limitTime: 2.5 }],
  ['limitTime', { ...choice, limitTime: 121 }],
  ['explanation', { ...choice, explanation: 'x'.repeat(501) }],
  ['image', { ...choice, image: { ...image, alt: 'x'.repeat(301) } }],
  ['image', { ...choice, choices: ['Seoul', 'b'], image: { ...image, alt: 'Seoul at night' } }],
  ['choices', { ...choice, choices: ['a', ''] }],
  ['choices', { ...choice, choices: Array.from({ length: 11 }, (_, n) => `${n}`) }],
  ['choices 1', { ...choice, choices: ['a', '', 'c'] }],
  ['choices 1', { ...choice, choices: ['a', ' a'] }],
  ['choices 1', { ...choice, choices: ['a', 'x'.repeat(81)] }],
  ['answer', { ...choice, answers: [] }],
  ['answer', { ...choice, choices: ['a', 'b', ''], answers: [3] }],
  ['pictures 1', pictures(shows('Cat', 'a'), shows('Cat ', 'b'))],
  ['pictures 1', pictures(shows('A cat', 'a'), shows('a dog', 'b', 'A\tcat'))],
  ['pictures 1', pictures(shows('Caf\u00e9', 'a'), shows('Cafe\u0301', 'b'))],
  ['pictures 1', pictures(shows('Cat', 'a'), shows('Dog', 'a'))],
  ['choices', { ...poll, choices: [] }],
  ['answer', { ...every, kind: 'ox' }],
  ['min', { ...number, min: null }],
  ['min', { ...number, min: 10 }],
  ['step', { ...number, step: 3 }],
  ['step', { ...number, step: 0 }],
  ['answer', { ...number, value: null }],
  ['answer', { ...number, value: 11 }],
  ['answer', { ...number, value: 1.23456 }],
  ['tolerance', { ...number, tolerance: -1 }],
  ['unit', { ...number, unit: 'x'.repeat(13) }],
  ['image', { ...spot, image: undefined }],
  ['image', { ...spot, image: { ...image, alt: '' } }],
  ['places', { ...spot, places: places.slice(0, 2) }],
  ['places 1', { ...spot, places: places.with(1, { name: '', x: 20_000, y: 20_000 }) }],
  ['targets', { ...spot, targets: [] }],
  ['targets 0', { ...spot, targets: [{ ...target, rx: 1 }] }],
  ['targets 1', { ...spot, targets: [target, { ...target, y: 60_000 }] }],
  ['places', { ...spot, places: places.map((place) => ({ ...place, x: 10_000 })) }],
  ['from', { ...scale, from: '' }],
  ['to', { ...scale, to: ' ' }],
];

const server = new DraftWork();

describe('what keeps a draft from being played', () => {
  it('R15.14 looks into no text that is too long or has a pile of marks', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    try {
      const texts = ['\uFDFA'.repeat(2_000), `a${'\u0301\u0323'.repeat(900)}`];
      const draft = {
        ...every,
        kind: 'typed',
        accepted: texts,
        wrong: texts,
        walkTime: 12,
      } as const;
      const faults = draftFaults(draft, serverWords.en.faults);
      expect(faults.map(({ field }) => field)).toEqual(['accepted', 'accepted', 'wrong', 'wrong']);
      expect(normalize.mock.contexts.filter((text) => String(text).length > 1_000)).toEqual([]);
    } finally {
      normalize.mockRestore();
    }
  });

  it.each(whole)(
    'R15.14 is nothing for $kind that is whole, and the server plays it',
    async (draft) => {
      expect(draftFaults(draft, serverWords.en.faults)).toEqual([]);
      expect((await server.check([draft], 'en')).rows).toHaveLength(1);
    },
  );

  it.each(broken)(
    'R15.14 is told at %s in whole sentences, as by the server',
    async (where, draft) => {
      const [field, index] = where.split(' ');
      for (const language of ['en', 'ko'] as const) {
        const faults = draftFaults(draft, serverWords[language].faults);
        expect(faults).toMatchObject([{ field, ...(index && { index: Number(index) }) }]);
        expect(faults[0]?.message).toMatch(/[.”]$/);
        expect((await server.check([draft], language)).faults).toEqual({ q: faults });
      }
    },
  );
});
