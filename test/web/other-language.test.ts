import { describe, expect, it } from 'vitest';
import { hasLanguage } from '../../src/protocol/set-languages.js';
import { otherLanguage, titleInList } from '../../src/web/ui/other-language.js';

describe('R30.1 the language of a set in a list', () => {
  it('is told where the set does not have that of the page', () => {
    expect(titleInList('Seas', { language: 'ko' }, 'de')).toBe('Seas · Koreanisch');
    expect(titleInList('Seas', { language: 'pt-BR', languages: ['ko'] }, 'en')).toBe(
      'Seas · Brazilian Portuguese',
    );
  });

  it('is not told where the set has it, in another spelling or as a further one', () => {
    expect(titleInList('Seas', { language: 'de' }, 'de')).toBe('Seas');
    expect(titleInList('Seas', { language: 'ko', languages: ['en', 'de'] }, 'de')).toBe('Seas');
    expect(otherLanguage({ language: 'pt' }, 'pt-BR')).toBeUndefined();
    expect(otherLanguage({ language: 'zh-Hant' }, 'zh-Hans')).toBeUndefined();
    expect(otherLanguage({ language: 'en' }, 'en-XA')).toBeUndefined();
  });

  it('is one that the set has, or not', () => {
    expect(hasLanguage({ language: 'en' }, 'de')).toBe(false);
    expect(hasLanguage({ language: 'en', languages: ['de-AT'] }, 'de')).toBe(true);
  });
});
