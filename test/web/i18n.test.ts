import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/protocol/errors.js';
import { endedWords } from '../../src/web/i18n/ended-words.js';
import { en } from '../../src/web/i18n/en.js';
import { accountWords } from '../../src/web/i18n/host-accounts.js';
import { hostClaims } from '../../src/web/i18n/host-claims.js';
import { cockpitWords } from '../../src/web/i18n/host-cockpit.js';
import { deskWords } from '../../src/web/i18n/host-desk.js';
import { editorWords } from '../../src/web/i18n/host-editor.js';
import { hostErrors } from '../../src/web/i18n/host-errors.js';
import { hostWords } from '../../src/web/i18n/host-game.js';
import { itemFormWords } from '../../src/web/i18n/host-items.js';
import { imageWords } from '../../src/web/i18n/host-images.js';
import { hostMasked } from '../../src/web/i18n/host-masked.js';
import { orderWords } from '../../src/web/i18n/host-order.js';
import { playerErrors } from '../../src/web/i18n/player-errors.js';
import { panelsWords } from '../../src/web/i18n/panels.js';
import { hopeWords } from '../../src/web/i18n/hope-words.js';
import { newsWords } from '../../src/web/i18n/news-words.js';
import { panelWords } from '../../src/web/i18n/host-panel.js';
import { quizFileWords } from '../../src/web/i18n/host-quiz-file.js';
import { resultsWords } from '../../src/web/i18n/host-results.js';
import { shareWords } from '../../src/web/i18n/host-share.js';
import { hostTicketWords } from '../../src/web/i18n/host-tickets.js';
import { ticketWords } from '../../src/web/i18n/ticket-words.js';
import { homeWords } from '../../src/web/i18n/home-words.js';
import { legalWords } from '../../src/web/i18n/legal-words.js';
import { lookWords } from '../../src/web/i18n/look-words.js';
import { kindWords } from '../../src/web/i18n/kind-words.js';
import { teamWords } from '../../src/web/i18n/teams.js';
import { themeWords } from '../../src/web/i18n/theme-words.js';
import { ko } from '../../src/web/i18n/ko.js';
import { ordinal } from '../../src/web/i18n/ordinal.js';
import { soundWords } from '../../src/web/i18n/sound.js';

/** Every text of a language with its path; functions are called with plain values. */
function texts(messages: object, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(messages) as [string, unknown][]) {
    const name = `${path}${key}`;
    if (typeof value === 'string') found.set(name, value);
    else if (typeof value === 'function')
      found.set(name, String((value as (...values: unknown[]) => unknown)(2, 3, 'x')));
    else for (const [inner, text] of texts(value as object, `${name}.`)) found.set(inner, text);
  }
  return found;
}

describe('the two languages', () => {
  /** Loaded apart from the words that everybody reads. */
  const parts = {
    account: accountWords,
    panels: panelsWords,
    claims: hostClaims,
    cockpit: cockpitWords,
    desk: deskWords,
    editor: editorWords,
    ended: endedWords,
    errors: hostErrors,
    game: hostWords,
    home: homeWords,
    hope: hopeWords,
    images: imageWords,
    itemForms: itemFormWords,
    kinds: kindWords,
    legal: legalWords,
    look: lookWords,
    masked: hostMasked,
    news: newsWords,
    order: orderWords,
    panel: panelWords,
    playerErrors,
    quizFile: quizFileWords,
    results: resultsWords,
    share: shareWords,
    sound: soundWords,
    teams: teamWords,
    themes: themeWords,
    tickets: hostTicketWords,
    ticket: ticketWords,
  };
  const inLanguage = (language: 'ko' | 'en') =>
    Object.fromEntries(Object.entries(parts).map(([name, words]) => [name, words[language]]));
  const korean = texts({ ...ko, ...inLanguage('ko') });
  const english = texts({ ...en, ...inLanguage('en') });

  /** Languages call themselves so in both, and keys are called as they are printed. */
  const isName = (key: string): boolean => /^editor\.(?:languages\.|keyRows\.\d+\.0$)/.test(key);
  /** Where there is nothing to say. */
  const isSilent = (key: string): boolean =>
    ['editor.pointsShort.1', 'teams.hints.none'].includes(key);

  it('have the same texts, none empty', () => {
    expect([...english.keys()].sort()).toEqual([...korean.keys()].sort());
    const empty = [...korean, ...english].filter(([key, text]) => text === '' && !isSilent(key));
    expect(empty).toEqual([]);
  });

  it('say every error in plain words, without its code', () => {
    const errors = {
      ko: { ...ko.errors, ...playerErrors.ko, ...hostErrors.ko },
      en: { ...en.errors, ...playerErrors.en, ...hostErrors.en },
    };
    for (const code of ERROR_CODES) {
      expect(errors.ko[code]).toMatch(/[가-힣]/);
      expect(errors.en[code]).not.toContain(code);
    }
  });

  it('say one word for one thing', () => {
    const shunned = {
      en: /\byard\b|\bopen(?:s|ed)? (?:a |the )?room|by (?:itself|themselves)|\bseats? (?:is|are) free|\bprojector|\bflush|\bmend\b|at the bell|\bset one up/i,
      ko: /문항|사람들|구경하는 화면|저절로|여섯|휴대전화|마당\.|방을 연 |종이 울/,
    };
    expect([...english].filter(([, text]) => shunned.en.test(text))).toEqual([]);
    expect([...korean].filter(([, text]) => shunned.ko.test(text))).toEqual([]);
  });

  it('leave no Korean particle open, such as 을(를)', () => {
    const open = [...korean].filter(([, text]) =>
      /[을를이가은는와과]\([을를이가은는와과]\)/.test(text),
    );
    expect(open).toEqual([]);
  });

  it('do not mix: no Korean letters in English, and no text left untranslated', () => {
    const mixed = [...english].filter(([key, text]) => /[가-힣]/.test(text) && !isName(key));
    expect(mixed).toEqual([]);
    const same = [...korean].filter(
      ([key, text]) => english.get(key) === text && /[a-z]{3}/i.test(text) && !isName(key),
    );
    expect(same.map(([key]) => key)).toEqual(['pin']);
  });
});

describe('numbers in texts', () => {
  it('gives ranks the ending that English has', () => {
    const ranks = [1, 2, 3, 4, 11, 12, 13, 21, 102, 113];
    const said = ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '102nd', '113th'];
    expect(ranks.map(ordinal)).toEqual(said);
  });

  it('groups the digits of points', () => {
    expect([ko.number(999), en.number(6691)]).toEqual(['999', '6,691']);
    expect([ko.points(1000), en.score(6691)]).toEqual(['+1,000점', '6,691 points']);
  });
});
