import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/protocol/errors.js';
import { en } from '../../src/web/i18n/en.js';
import { ko } from '../../src/web/i18n/ko.js';

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
  const korean = texts(ko);
  const english = texts(en);

  it('have the same texts, none empty', () => {
    expect([...english.keys()].sort()).toEqual([...korean.keys()].sort());
    const empty = [...korean, ...english].filter(([, text]) => text === '');
    expect(empty).toEqual([]);
  });

  it('say every error in plain words, without its code', () => {
    for (const code of ERROR_CODES) {
      expect(ko.errors[code]).toMatch(/[가-힣]/);
      expect(en.errors[code]).not.toContain(code);
    }
  });

  it('say one word for one thing', () => {
    const shunned = {
      en: /\byard\b|\bopen(?:ed)? a? ?room|by itself|\bseats? (?:is|are) free/i,
      ko: /문항|사람들|구경하는 화면|저절로|여섯/,
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
    const mixed = [...english].filter(([, text]) => /[가-힣]/.test(text));
    expect(mixed).toEqual([]);
    const same = [...korean].filter(
      ([key, text]) => english.get(key) === text && /[a-z]{3}/i.test(text),
    );
    expect(same.map(([key]) => key)).toEqual(['pin']);
  });
});
