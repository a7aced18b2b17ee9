import { describe, expect, it } from 'vitest';
import { workbookRows } from '../../src/server/desk/files/workbook-rows.js';
import { SlicedWork } from '../../src/server/desk/files/sliced-work.js';
import { finished } from '../../src/game/steps.js';
import { csvOf } from '../../src/server/desk/results/csv.js';
import { workbookOf } from '../../src/server/platform/zip/xlsx.js';
import type { Cell } from '../../src/server/platform/zip/table.js';

const HOSTILE = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\tx',
  '\r=1',
  '\n=1',
  '＝1+1',
  'a"b',
  'a,b',
  'a\nb',
  ' =1',
  '한글 이름',
];

/** As a program reads a line that is not written for it: quotes that stand within a cell do not hold it together. */
function looselyRead(file: string, separator: string): string[] {
  return file
    .split(/[\r\n]+/)
    .flatMap((line) => line.split(separator))
    .map((cell) => cell.replace(/^["\s]+/, ''));
}

describe('files of results', () => {
  it('R17.7 CSV has a byte order mark, CRLF, and no cell that begins a formula', () => {
    const given: Cell[][] = [['n', 't'], ...HOSTILE.map((t): Cell[] => [-1, t])];
    const text = finished(csvOf({ name: 'x', rows: given })).toString();
    expect(text.startsWith('\uFEFF"n","t"\r\n')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    const [, ...rows] = text.slice(1).split(/\r\n(?=-1|$)/);
    for (const row of rows.slice(0, -1)) expect(row).toMatch(/^-1,"?[^=+\-@＝＋－＠\t\r\n]/);
    expect(text).toContain(`-1,"'=1+1"\r\n`);
    expect(text).toContain('"a""b"');
    expect(text).toContain('"\'\tx"');
  });

  it.each([';', '\t', '|'])(
    'R17.7 CSV has no formula for a program whose list separator is %j',
    (separator) => {
      const texts = [
        ...HOSTILE,
        ...[';', '\t', '|', ',', '\n'].flatMap((one) =>
          ['=1+1', '"=1+1', ' =1', '＝1', '-1;+1', '@x', '";=1'].map((text) => `y${one}${text}`),
        ),
        'y;=HYPERLINK(A1);x',
      ];
      for (const text of texts) {
        const file = finished(csvOf({ name: 'x', rows: [[7, text, 'z']] }))
          .toString()
          .slice(1);
        for (const cell of looselyRead(file, separator))
          expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
        expect(file).toMatch(/^7,"/);
      }
    },
  );

  it('R17.7 a workbook is read as it was written, texts as texts and numbers as numbers', async () => {
    const rows: Cell[][] = [['n', 't'], ...HOSTILE.map((text): Cell[] => [1.5, `<&> ${text}`])];
    const tables = [
      { name: 'One & two', rows },
      { name: 'Two', rows: [['\u0000bad\uD800']] },
    ];
    const bytes = await workbookOf(tables, async (steps) => finished(steps));
    const work = new SlicedWork();
    const found = await work.run((inSlices) => workbookRows(bytes, inSlices));
    const read = found.map(({ cells }) => cells);
    expect(read[1]).toEqual(['1.5', '<&> =1+1']);
    expect(read.at(-1)).toEqual(['1.5', '<&> 한글 이름']);
  });
});
