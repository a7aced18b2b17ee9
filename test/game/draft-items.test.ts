import { serverWords } from '../../src/i18n/made/server/words.js';
import { describe, expect, it } from 'vitest';
import { draftFaults } from '../../src/game/shared/draft-faults.js';
import { itemOf } from '../../src/game/shared/draft-items.js';
import type { DraftItem } from '../../src/protocol/index.js';
import { DraftWork } from '../../src/server/desk/sets/draft-work.js';
import { aQuestion } from '../desk/desk-app.js';
import { PICTURE } from '../support/kinds.js';
import { BREAK, DRAW, ONE_OF_EACH_ITEM, ROUND, SLIDE, STANDINGS } from '../support/items.js';

const long = (graphemes: number): string => '가'.repeat(graphemes + 1);

const broken: [field: string, draft: DraftItem][] = [
  ['title', { id: 'q', kind: 'slide' }],
  ['title', { id: 'q', kind: 'slide', title: ' ', text: '\n' }],
  ['title', { ...SLIDE, title: long(60) }],
  ['title', { ...SLIDE, title: 'a\u202Eb' }],
  ['text', { ...SLIDE, text: long(300) }],
  ['image', { ...SLIDE, image: { ...PICTURE, alt: long(300) } }],
  ['seconds', { ...SLIDE, seconds: 2 }],
  ['seconds', { ...SLIDE, seconds: 601 }],
  ['seconds', { ...SLIDE, seconds: 9.5 }],
  ['startsAt', { ...SLIDE, startsAt: '24:00' }],
  ['startsAt', { ...SLIDE, startsAt: '7 pm' }],
  ['note', { ...SLIDE, note: long(500) }],
  ['note', { ...STANDINGS, note: 'a\u0007b' }],
  ['name', { ...ROUND, name: long(60) }],
  ['count', { ...ROUND, count: 0 }],
  ['count', { ...ROUND, count: 201 }],
  ['limitTime', { ...ROUND, limitTime: 121 }],
  ['message', { ...BREAK, message: ' ' }],
  ['message', { ...BREAK, message: long(100) }],
  ['minutes', { ...BREAK, minutes: null }],
  ['minutes', { ...BREAK, minutes: 61 }],
  ['title', { ...DRAW, title: long(60) }],
  ['team', { ...DRAW, team: null }],
  ['team', { ...DRAW, team: 8 }],
  ['winners', { ...DRAW, winners: 0 }],
  ['winners', { ...DRAW, winners: 11 }],
];

const server = new DraftWork();

describe('an item that is written', () => {
  it.each(ONE_OF_EACH_ITEM)('R27.21 has no fault where it is whole: $kind', async (item) => {
    expect(draftFaults(item, serverWords.en.faults)).toEqual([]);
    const { rows } = await server.check([item, aQuestion()], 'en');
    expect(rows[0]).toEqual(itemOf(item));
  });

  it.each(broken)(
    'R27.21 is told at %s in whole sentences, as by the server',
    async (field, item) => {
      for (const language of ['en', 'ko'] as const) {
        const faults = draftFaults(item, serverWords[language].faults);
        expect(faults).toMatchObject([{ field }]);
        expect(faults[0]?.message).toMatch(/[.”]$/);
        const checked = await server.check([{ ...item, id: 'q' }, aQuestion()], language);
        expect(checked).toMatchObject({ faults: { q: faults }, rows: [{ kind: 'choice' }] });
      }
    },
  );

  it('R27.22 is a round with a fault where no question follows and no set is named', async () => {
    const round: DraftItem = { id: 'r', kind: 'round' };
    for (const rows of [[round], [round, SLIDE, aQuestion()]])
      expect((await server.check(rows, 'en')).faults).toMatchObject({ r: [{ field: '' }] });
    for (const rows of [[round, aQuestion()], [{ ...round, setId: 'en-world' }]])
      expect((await server.check(rows, 'en')).faults).toEqual({});
  });

  it('R27.21 is played with the usual where nothing is written, and lines stay lines', () => {
    expect(itemOf({ id: 'r', kind: 'round' })).toEqual({
      id: 'r',
      kind: 'round',
      name: '',
      count: null,
      factor: 1,
      standings: 'each',
    });
    expect(itemOf({ id: 'd', kind: 'draw' })).toEqual({
      id: 'd',
      kind: 'draw',
      title: '',
      among: 'everybody',
      winners: 1,
    });
    const text = ' one \r\n\r\n\ttwo\n\n';
    expect(itemOf({ id: 's', kind: 'slide', title: 'a\nb', text })).toEqual({
      id: 's',
      kind: 'slide',
      title: 'a b',
      text: 'one\n\ntwo',
      seconds: null,
    });
    // A team that is left over from before means nothing.
    expect(itemOf({ ...DRAW, among: 'everybody' })).not.toHaveProperty('team');
  });

  it('R27.21 counts graphemes, as people do', () => {
    const family = '👩‍👩‍👧';
    expect(draftFaults({ ...SLIDE, title: family.repeat(20) }, serverWords.en.faults)).toEqual([]);
    expect(draftFaults({ ...SLIDE, note: family.repeat(200) }, serverWords.en.faults)).toEqual([]);
  });

  it('R27.25 is a question whose note has a fault, too', async () => {
    const draft = aQuestion('Q', { note: long(500) });
    const { faults } = await server.check([draft], 'en');
    expect(faults).toMatchObject({ Q: [{ field: 'note' }] });
    const { rows } = await server.check([aQuestion('Q', { note: ' a \n b ' })], 'en');
    expect(rows).toMatchObject([{ note: 'a\nb' }]);
  });
});
