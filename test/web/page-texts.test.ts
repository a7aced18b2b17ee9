import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serverWords } from '../../src/i18n/made/server/words.js';
import { withPageTexts } from '../../src/web/i18n/page-texts.js';

const page = readFileSync(join(import.meta.dirname, '../../src/web/index.html'), 'utf8');

describe('the texts of the page that are there without a program', () => {
  it.each(Object.keys(serverWords) as (keyof typeof serverWords)[])(
    'are in its language: %s',
    (language) => {
      const texts = serverWords[language].server.page;
      const { incomplete, reload, noScript, description } = texts;
      const shown = withPageTexts(page, texts);
      expect(shown).toContain(`${incomplete} <a href="">${reload}</a>`);
      expect(shown).toContain(`<noscript>${noScript}</noscript>`);
      expect(shown).toContain(`content="${description}"`);
      expect(shown).not.toContain('{{');
    },
  );

  it('are all in the catalogues: the name of the program alone stands in the page', () => {
    const own = page.replace(/<(script|title)>[^]*?<\/\1>|<!--.*?-->|<[^>]*>|\{\{\w+\}\}/g, '');
    expect(own.trim()).toBe('');
  });

  it('fail the build by a name that is in no catalogue', () => {
    expect(() => withPageTexts('<p>{{nothing}}</p>', serverWords.en.server.page)).toThrow(
      '{{nothing}}',
    );
  });
});
