import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  bestLanguage,
  languageChooser,
} from '../../src/server/platform/identity/accept-language.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const choose = languageChooser(['en', 'de', 'ja', 'ko', 'pt-BR', 'zh-Hans', 'en-XA']);

describe('the language of a browser', () => {
  it.each([
    ['', 'en'],
    ['ko', 'ko'],
    ['ko-KR,ko;q=0.9,en;q=0.8', 'ko'],
    ['en-US,en;q=0.9,ko;q=0.8', 'en'],
    ['KO-kr', 'ko'],
    ['de-AT', 'de'],
    ['de-Latn-CH-1996', 'de'],
    ['pt', 'pt-BR'],
    ['pt-PT, en;q=0.9', 'pt-BR'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-SG,zh;q=0.9', 'zh-Hans'],
    // Another script is another language to its readers.
    ['zh-TW', 'en'],
    ['zh-TW,zh-HK;q=0.9,ja;q=0.5', 'ja'],
    ['zh-Hant-CN', 'en'],
    // One that we do not have, and then one that we have.
    ['fr-CH, fr;q=0.9, de;q=0.7, *;q=0.5', 'de'],
    ['fr, *;q=0.5, de;q=0.2', 'en'],
    // By the weights, not by the places; of two with one weight the first.
    ['en;q=0.2, de;q=0.9, ko;q=0.5', 'de'],
    ['fr;q=1, ja;q=0.5, ko;q=0.5', 'ja'],
    ['de;q=0, ko;q=0.001', 'ko'],
    ['de;q=0', 'en'],
    [' de ; q=0.5 ,\tko;Q=0.6', 'ko'],
    // The pseudo-language is for who names it.
    ['en-XA', 'en-XA'],
    ['en-xa, ko', 'en-XA'],
    ['en-GB', 'en'],
    // Items that cannot be read are left out.
    ['de;q=2, ko;q=0.1', 'ko'],
    ['de;q=0.1234, ko;q=0.1', 'ko'],
    ['de;level=1, ko;q=0.1', 'ko'],
    ['d_e, ../../etc/passwd, "ko", 한국어, ,;, ja;q=0.1', 'ja'],
    ['constructor, __proto__, ko', 'ko'],
  ])('of "%s" is %s', (header, language) => {
    expect(choose(header)).toBe(language);
  });

  it('is read within bounds, however long the header is', () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `x${n}`).join(',');
    expect(choose(`${many},ko`)).toBe('en');
    expect(choose(`ko;q=0.5,${many}`)).toBe('ko');
    const long = 'a'.repeat(8_192);
    expect(choose(`${long},ko`)).toBe('en');
    expect(choose(`ko,${long}`)).toBe('ko');
    expect(choose(`ko;q=0.5,${'de,'.repeat(3_000)}`)).toBe('de');
    // The bound cuts the last tag in two: "ko-KR" is not read as "ko".
    expect(choose(`${' '.repeat(998)}ko-KR`)).toBe('en');
    const hostile = [many, long, ','.repeat(8_192), ';q=1,'.repeat(1_600), 'de;'.repeat(2_700)];
    const started = process.cpuUsage();
    for (let n = 0; n < 100; n++) for (const header of hostile) choose(header);
    // Some µs a header; a reader of all of it needs a hundred times as much.
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(pace.allow(500));
  });

  it('is one of the first six that are asked for', () => {
    expect(choose('aa,ab,ac,ad,ae,ko')).toBe('ko');
    expect(choose('aa,ab,ac,ad,ae,af,ko')).toBe('en');
  });

  it('is read once for a header, of so many as a server meets', () => {
    const read = vi.spyOn(Intl.Locale.prototype, 'maximize');
    onTestFinished(() => read.mockRestore());
    const fresh = languageChooser(['en', 'de', 'ko', 'en-XA']);
    // As pages of one browser ask.
    const before = read.mock.calls.length;
    fresh('fr-CH, fr;q=0.9, de-AT;q=0.7');
    const once = read.mock.calls.length - before;
    for (let n = 0; n < 100; n++) expect(fresh('fr-CH, fr;q=0.9, de-AT;q=0.7')).toBe('de');
    expect(read.mock.calls.length - before).toBe(once);
    // Made-up headers have what is kept forgotten, and it stays as small.
    for (let n = 0; n < 5_000; n++) fresh(`fr;q=0.${n % 1000}, x${n}`);
    expect(fresh('fr-CH, fr;q=0.9, de-AT;q=0.7')).toBe('de');
  });

  it('is English or Korean at least', () => {
    expect(bestLanguage('ko-KR')).toBe('ko');
    expect(bestLanguage('en-XA')).toBe('en-XA');
    expect(bestLanguage('xx')).toBe('en');
  });
});
