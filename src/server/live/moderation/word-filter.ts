import { MASK } from '../../../protocol/moderation.js';
import { addRun, tokensOf, type Run, type Token } from './spelling.js';

/** Words as a list has them: `word`, `word*` (also the beginning of one), `*word`, `*word*`. */
export interface WordList {
  bad: readonly string[];
  /** Innocent words that have a bad one in them. */
  good: readonly string[];
}

interface Pattern {
  letters: readonly Pick<Run, 'letter' | 'count'>[];
  /** Whether something may stand before and behind it in the same word. */
  opensBefore: boolean;
  opensBehind: boolean;
}

/** Of a word that is written apart, so that a message of single letters takes no longer than others. */
const MOST_PIECES = 16;

type Range = Pick<Run, 'from' | 'to'>;

/**
 * Finds words of a list in a text (R8.6), also where they are written apart, drawn out, or with digits, signs,
 * or letters that look alike.
 */
export class WordFilter {
  private readonly bad: Patterns;
  private readonly good: Patterns;

  constructor({ bad, good }: WordList) {
    this.bad = new Patterns(bad);
    this.good = new Patterns(good);
  }

  finds(text: string): boolean {
    return this.hits(text).length > 0;
  }

  /** The text with what was found in it masked; the same where nothing was. */
  mask(text: string): string {
    const hits = this.hits(text).sort((a, b) => a.from - b.from);
    let masked = '';
    let at = 0;
    for (const { from, to } of hits) {
      if (to <= at) continue;
      if (from >= at) masked += text.slice(at, from) + MASK;
      at = to;
    }
    return masked + text.slice(at);
  }

  private hits(text: string): Range[] {
    const tokens = tokensOf(text);
    const hits = this.bad.find(tokens);
    if (hits.length === 0) return hits;
    const innocent = this.good.find(tokens);
    return hits.filter((hit) => !innocent.some(({ from, to }) => from <= hit.from && hit.to <= to));
  }
}

class Patterns {
  private readonly byFirst = new Map<string, Pattern[]>();
  private readonly byLetters = new Map<string, Pattern[]>();
  /** Of which letters a word begins, to leave off early. */
  private readonly beginnings = new Set<string>();

  constructor(words: readonly string[]) {
    const patterns = words.flatMap((word) => patternOf(word) ?? []);
    for (const pattern of patterns) {
      add(this.byFirst, pattern.letters[0]?.letter ?? '', pattern);
      const key = keyOf(pattern.letters);
      add(this.byLetters, key, pattern);
      for (let length = 1; length <= key.length; length++)
        this.beginnings.add(key.slice(0, length));
    }
  }

  find(tokens: readonly Token[]): Range[] {
    const found: Range[] = [];
    for (const [n, token] of tokens.entries()) {
      this.findWithin(token, found);
      this.findApart(tokens, n, found);
    }
    return found;
  }

  private findWithin({ runs }: Token, found: Range[]): void {
    for (const [first, { letter, starts }] of runs.entries()) {
      if (!starts) continue;
      for (const { letters, opensBefore, opensBehind } of this.byFirst.get(letter) ?? []) {
        const last = first + letters.length - 1;
        const end = runs[last];
        if (end === undefined || !end.ends) continue;
        if ((first > 0 && !opensBefore) || (last < runs.length - 1 && !opensBehind)) continue;
        if (letters.every((one, n) => isOf(runs[first + n], one)))
          found.push({ from: (runs[first] as Run).from, to: end.to });
      }
    }
  }

  /** A word over several tokens, all of each: with signs between, or letter by letter with spaces. */
  private findApart(tokens: readonly Token[], first: number, found: Range[]): void {
    const begin = tokens[first] as Token;
    if (begin.afterDigit || !this.byFirst.has(begin.runs[0]?.letter ?? '')) return;
    const runs: Run[] = [];
    let isSpelt = true;
    let hasSpace = false;
    const end = Math.min(tokens.length, first + MOST_PIECES);
    for (let n = first; n < end; n++) {
      const token = tokens[n] as Token;
      if (n > first && (token.gap === 'none' || token.script !== begin.script)) return;
      isSpelt &&= token.size === 1;
      hasSpace ||= n > first && token.gap === 'space';
      if (hasSpace && !isSpelt) return;
      for (const run of token.runs) addRun(runs, run, token.script);
      const key = keyOf(runs);
      if (!this.beginnings.has(key)) return;
      if (n === first) continue;
      const isWord = this.byLetters
        .get(key)
        ?.some(({ letters }) => letters.every((one, i) => isOf(runs[i], one)));
      if (isWord) found.push({ from: (runs[0] as Run).from, to: (runs.at(-1) as Run).to });
    }
  }
}

function patternOf(word: string): Pattern | undefined {
  const opensBefore = word.startsWith('*');
  const opensBehind = word.endsWith('*');
  const tokens = tokensOf(word.slice(opensBefore ? 1 : 0, opensBehind ? -1 : undefined));
  const [token] = tokens;
  if (token === undefined || tokens.length > 1) return undefined;
  return { letters: token.runs, opensBefore, opensBehind };
}

/** What has a letter twice is not found where it stands once. */
function isOf(run: Run | undefined, { letter, count }: Pick<Run, 'letter' | 'count'>): boolean {
  return run?.letter === letter && run.count >= count;
}

function keyOf(runs: readonly Pick<Run, 'letter'>[]): string {
  return runs.map(({ letter }) => letter).join('');
}

function add(map: Map<string, Pattern[]>, key: string, pattern: Pattern): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [pattern]);
  else known.push(pattern);
}
