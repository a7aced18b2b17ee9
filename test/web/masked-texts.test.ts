import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_SPELLINGS } from '../../src/protocol/limits.js';

interface Masked {
  isMasked: (text: string) => boolean;
  askMasked: (texts: readonly string[]) => (() => void) | undefined;
}

// As text: the types of a browser are not those of these tests.
const FILE: string = '../../src/web/desk/edit/kinds/masked-texts.svelte.js';

vi.mock('../../src/web/i18n/language.svelte.js', async () => ({
  i18n: await (await import('../support/page-words.js')).pageWords('en'),
}));

const asked: string[][] = [];
let status: number;
let page: Masked;

/** A server that masks what begins with `bad`. */
const answer = (_: string, { body }: { body: string }): Promise<Response> => {
  const { texts } = JSON.parse(body) as { texts: string[] };
  asked.push(texts);
  const masked = texts.filter((text) => text.startsWith('bad'));
  const told = status === 200 ? { masked } : { error: { code: 'RATE_LIMITED', message: '' } };
  return Promise.resolve(Response.json(told, { status }));
};

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', answer);
  vi.resetModules();
  asked.length = 0;
  status = 200;
  page = (await import(FILE)) as Masked;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('R16.17 the editor asks which answers the word filter masks', () => {
  it('R16.17 when no key was pressed for half a second', async () => {
    page.askMasked(['ba'])?.();
    await vi.advanceTimersByTimeAsync(400);
    const end = page.askMasked(['bad', 'good']);
    await vi.advanceTimersByTimeAsync(499);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    end?.();
    expect(asked).toEqual([['bad', 'good']]);
    expect(['bad', ' bad ', 'good', 'ba'].map(page.isMasked)).toEqual([true, true, false, false]);
  });

  it('R16.17 about none twice, nor about what no answer can be', async () => {
    page.askMasked(['bad']);
    await vi.advanceTimersByTimeAsync(500);
    expect(page.askMasked([' bad', '', ' ', 'x'.repeat(41), 'a\u202eb'])).toBeUndefined();
    page.askMasked(['bad', 'new', 'new ']);
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual([['bad'], ['new']]);
  });

  it('R16.17 as many at once as the server takes, and of the others next', async () => {
    const texts = Array.from({ length: MAX_SPELLINGS + 1 }, (_, n) => `text ${n}`);
    page.askMasked(texts);
    await vi.advanceTimersByTimeAsync(500);
    page.askMasked(texts);
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual([texts.slice(0, -1), texts.slice(-1)]);
  });

  it('R16.17 and shows nothing where the server does not say, and asks again', async () => {
    status = 429;
    page.askMasked(['bad']);
    await vi.advanceTimersByTimeAsync(500);
    expect(page.isMasked('bad')).toBe(false);
    status = 200;
    page.askMasked(['bad']);
    await vi.advanceTimersByTimeAsync(500);
    expect(page.isMasked('bad')).toBe(true);
    expect(asked).toHaveLength(2);
  });
});
