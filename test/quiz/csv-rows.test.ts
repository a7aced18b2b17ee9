import { describe, expect, it } from 'vitest';
import { csvRows, MAX_CELLS, OpenQuoteError } from '../../src/server/desk/files/csv-rows.js';

const rows = (text: string, delimiter = ','): string[][] => [...csvRows(text, delimiter)];

describe('the rows of a CSV file', () => {
  it.each<[string, string, string[][]]>([
    ['nothing', '', []],
    ['one cell', 'a', [['a']]],
    ['empty cells', ',a,,', [['', 'a', '', '']]],
    ['blank rows, but none behind the last line end', '\na\n\n', [[''], ['a'], ['']]],
    ['the line ends of three systems', 'a\nb\r\nc\rd', [['a'], ['b'], ['c'], ['d']]],
    ['quoted cells', '"a,b","c\nd",e', [['a,b', 'c\nd', 'e']]],
    ['doubled quote marks', '"say ""a""",""', [['say "a"', '']]],
    ['quote marks within a plain cell', 'a "b" c,d"', [['a "b" c', 'd"']]],
    ['a plain cell that begins with a quoted word', '"a" b,c\n"d"e', [['"a" b', 'c'], ['"d"e']]],
    ['a quoted cell at the end', 'a\n"b"', [['a'], ['b']]],
  ])('%s', (_, text, cells) => {
    expect(rows(text)).toEqual(cells);
  });

  it('are cut at the delimiter that is named, and at no other', () => {
    expect(rows('a,b;c', ';')).toEqual([['a,b', 'c']]);
    expect(rows('a\tb;c\t', '\t')).toEqual([['a', 'b;c', '']]);
  });

  it.each([
    ['"a', 1],
    ['"a""', 1],
    ['a\n\n"b\nc",d\n"e,f\ng', 4],
  ])('end at a quote mark that nothing closes: %j', (text, row) => {
    expect(() => rows(text)).toThrow(new OpenQuoteError(row));
  });

  it('have a bounded number of cells, and tell whether anything stands beyond', () => {
    const empty = ','.repeat(200_000);
    expect(rows(empty)).toEqual([Array.from({ length: MAX_CELLS + 1 }, () => '')]);
    expect(rows(`${empty} , x,y\nz`)).toEqual([
      [...Array.from({ length: MAX_CELLS }, () => ''), 'x,y'],
      ['z'],
    ]);
  });

  it('are cut only when they are asked for', () => {
    const cutter = csvRows('a\nb\n"never closed', ',');
    expect(cutter.next().value).toEqual(['a']);
    expect(cutter.next().value).toEqual(['b']);
    expect(() => cutter.next()).toThrow(OpenQuoteError);
  });
});
