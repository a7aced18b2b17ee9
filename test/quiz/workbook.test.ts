import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { QuizFileError, readQuizFile } from '../../src/server/desk/files/quiz-file.js';
import { SlicedWork } from '../../src/server/desk/files/sliced-work.js';
import type { TableRow } from '../../src/server/desk/files/table-quiz.js';
import { WorkbookError } from '../../src/server/desk/files/workbook-parts.js';
import { workbookRows } from '../../src/server/desk/files/workbook-rows.js';
import {
  DATE_STYLE,
  OWN_DATE_STYLE,
  packed,
  PERCENT_STYLE,
  workbookOf,
  workbookXml,
  zipOf,
  type SheetCell,
} from './workbook.js';

const SHEET = 'xl/worksheets/sheet1.xml';
const STYLES = 'xl/styles.xml';
const TEXTS = 'xl/sharedStrings.xml';
const work = new SlicedWork();

const rowsOf = (bytes: Uint8Array): Promise<TableRow[]> =>
  work.run((inSlices) => workbookRows(bytes, inSlices));

async function cellsOf(cells: SheetCell[]): Promise<string[]> {
  const [row] = await rowsOf(workbookOf([cells]));
  return row?.cells ?? [];
}

async function faultOf(bytes: Uint8Array): Promise<string> {
  const error = await rowsOf(bytes).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(WorkbookError);
  return (error as WorkbookError).fault;
}

/** A workbook of which one part is changed. */
const changed = (part: string, change: (xml: string) => string | Buffer): Buffer => {
  const xml = workbookXml([['a', 'b'], ['c']]);
  return zipOf(
    Object.entries(xml).map(([name, text = '']) => ({
      name,
      bytes: Buffer.from(name === part ? change(text) : text),
    })),
  );
};

describe('the rows of a workbook', () => {
  const rows = [['a', undefined, 'c'], [], ['한글 & <b>', 2, 1.5]];
  const expected = [
    { row: 1, cells: ['a', '', 'c'], unreadable: new Map() },
    { row: 3, cells: ['한글 & <b>', '2', '1.5'], unreadable: new Map() },
  ];

  it.each([false, true])(
    'are read with their places; sizes behind the parts: %s',
    async (sizesBehind) => {
      expect(await rowsOf(packed(workbookXml(rows), { sizesBehind }))).toEqual(expected);
    },
  );

  it('are read where parts are stored, elements have a prefix, and texts stand in the cells', async () => {
    const xml = workbookXml([]);
    const sheet =
      '<x:worksheet><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c>' +
      '<x:c/><x:c t="inlineStr"><x:is><x:r><x:t>c</x:t></x:r></x:is></x:c></x:row><x:row/>' +
      '<x:row><x:c t="inlineStr"><x:is><x:t><![CDATA[한글 & <b>]]></x:t></x:is></x:c>' +
      '<x:c><x:v>2</x:v></x:c><x:c><x:v>1.5</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    const parts = Object.entries({ ...xml, [SHEET]: sheet }).map(([name, text]) => ({
      name,
      bytes: Buffer.from(text),
      isStored: true,
    }));
    expect(await rowsOf(zipOf(parts))).toEqual(expected);
  });

  it('have texts of several runs, without how they are pronounced', async () => {
    const bytes = changed(
      TEXTS,
      () =>
        '<sst><si><r><t>Se</t></r><r><rPr/><t xml:space="preserve">oul </t></r><rPh><t>suh</t></rPh></si>' +
        '<si><t>two_x000D_\nlines &#128512;</t></si><si/></sst>'.replace('<si/>', '<si><t/></si>'),
    );
    expect((await rowsOf(bytes)).map(({ cells }) => cells)).toEqual([['Seoul ', 'two \nlines 😀']]);
  });

  it('come from the first sheet that is shown', async () => {
    const xml = workbookXml([['hidden']]);
    const link = (id: string, target: string): string =>
      `<Relationship Id="${id}" Target="${target}"/>`;
    const bytes = packed({
      ...xml,
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="h" state="hidden" r:id="a"/><sheet name="s" r:id="b"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': `<Relationships>${link('a', 'worksheets/sheet1.xml')}${link('b', '/xl/worksheets/two.xml')}</Relationships>`,
      'xl/worksheets/two.xml': workbookXml([[undefined, 7]])[SHEET],
    });
    expect((await rowsOf(bytes)).map(({ cells }) => cells)).toEqual([['', '7']]);
  });

  it('show values as a spreadsheet does', async () => {
    expect(
      await cellsOf([
        0.1 + 0.2,
        1e21,
        { xml: `<c s="${PERCENT_STYLE}"><v>0.07</v></c>` },
        { xml: '<c t="b"><v>1</v></c>' },
        { xml: '<c t="b"><v>0</v></c>' },
        { xml: '<c t="str"><f>"a"&amp;"b"</f><v>ab</v></c>' },
        { xml: '<c><f>1+1</f><v>2</v></c>' },
      ]),
    ).toEqual(['0.3', '1e+21', '7%', 'TRUE', 'FALSE', 'ab', '2']);
  });

  it('tell dates, errors and formulas without a value, which nobody could read', async () => {
    const header = ['question', 'answer', 'choice1', 'choice2', 'note'];
    const sheet = workbookOf([
      header,
      ['Half?', 1, { xml: `<c s="${DATE_STYLE}"><v>45659</v></c>` }, '1/3'],
      ['Year?', 1, { xml: `<c s="${OWN_DATE_STYLE}"><v>45659</v></c>` }, '1999'],
      ['Sum?', 2, { xml: '<c><f>1+1</f></c>' }, { xml: '<c t="e"><v>#REF!</v></c>' }],
      ['Fine?', 1, 'a', 'b', { xml: `<c s="${DATE_STYLE}"><v>45659</v></c>` }],
    ]);
    await expect(readQuizFile(sheet, 'csv', 'en', '', work)).rejects.toMatchObject({
      rows: [
        { row: 2, message: expect.stringContaining('choice 1: is a date') },
        { row: 3, message: expect.stringContaining('choice 1: is a date') },
        { row: 4, message: expect.stringContaining('choice 1: is a formula without a value') },
        { row: 4, message: expect.stringContaining('choice 2: is an error') },
      ],
    });
  });

  it.each([
    // Undefined where it would be a date.
    ['yyyy', undefined],
    ['[Red]0', '7'],
    ['"d"0\\s', '7'],
    ['[<1]0%', '700%'],
    ['"%"0', '7'],
    ['0"%', '7'],
    [`${'0'.repeat(254)}%`, '700%'],
    [`${'0'.repeat(255)}%`, '7'],
  ])('show a number by its code, of which 255 characters count: %s', async (code, shown) => {
    const styles = `<styleSheet><numFmt numFmtId="164" formatCode="${code.replaceAll('"', '&quot;')}"/><cellXfs><xf/><xf numFmtId="164"/></cellXfs></styleSheet>`;
    const xml = workbookXml([[{ xml: '<c s="1"><v>7</v></c>' }]]);
    const [row] = await rowsOf(packed({ ...xml, [STYLES]: styles }));
    expect(row?.cells[0]).toBe(shown);
    expect(row?.unreadable?.get(0)).toBe(shown === undefined ? 'date' : undefined);
  });

  it('may have 64,000 styles', async () => {
    const most = changed(STYLES, (xml) =>
      xml.replace('<cellXfs>', `<cellXfs>${'<xf numFmtId="0"/>'.repeat(64_000 - 4)}`),
    );
    expect(await rowsOf(most)).toHaveLength(2);
  });

  it('have the five named entities of XML only', async () => {
    const bytes = changed(TEXTS, (xml) => xml.replace('>a<', '>&lt;&amp;amp;&nbsp;<'));
    expect((await rowsOf(bytes))[0]?.cells).toEqual(['<&amp;&nbsp;', 'b']);
  });

  it('may have formats far away, but nothing else', async () => {
    const far = (cell: string): Buffer =>
      changed(SHEET, (xml) => xml.replace('</sheetData>', `${cell}</sheetData>`));
    expect(await rowsOf(far('<row r="1048576"><c r="XFD1048576" s="1"/></row>'))).toHaveLength(2);
    for (const place of ['CW1', 'XFD2', 'A2001', 'A1048576']) {
      const row = /\d+/.exec(place)?.[0];
      expect(await faultOf(far(`<row r="${row}"><c r="${place}"><v>1</v></c></row>`))).toBe(
        'farCell',
      );
    }
    expect(await rowsOf(far('<row r="2000"><c r="CV2000"><v>1</v></c></row>'))).toHaveLength(3);
  });
});

describe('a workbook of somebody hostile', () => {
  const MB = 1024 * 1024;
  const bomb = (megabytes: number): Buffer => Buffer.alloc(megabytes * MB, 'a');
  const many = (count: number, name: (n: number) => string): Buffer =>
    zipOf(Array.from({ length: count }, (_, n) => ({ name: name(n), bytes: Buffer.from('<a/>') })));

  const files: [string, () => Buffer, string][] = [
    ['unpacks to 40 MB', () => changed(SHEET, () => bomb(40)), 'tooLarge'],
    [
      'unpacks to 40 MB and says that it is small',
      () =>
        zipOf(
          Object.entries(workbookXml([['a']])).map(([name, text = '']) => ({
            name,
            bytes: name === TEXTS ? bomb(40) : Buffer.from(text),
            claimedBytes: 10,
          })),
        ),
      'tooLarge',
    ],
    ['has many parts', () => many(201, (n) => `${n}.xml`), 'tooLarge'],
    [
      'has 200,001 cells',
      () =>
        changed(SHEET, (xml) =>
          xml.replace(
            '</sheetData>',
            `<row>${'<c r="A9"><v>1</v></c>'.repeat(200_001)}</row></sheetData>`,
          ),
        ),
      'tooLarge',
    ],
    [
      'has 64,001 styles',
      () =>
        changed(STYLES, (xml) =>
          xml.replace('<cellXfs>', `<cellXfs>${'<xf numFmtId="0"/>'.repeat(64_000 - 3)}`),
        ),
      'manyStyles',
    ],
    [
      'refers to one long text from every cell',
      () =>
        packed({
          ...workbookXml([]),
          [TEXTS]: `<sst><si><t>${'a'.repeat(30_000)}</t></si></sst>`,
          [SHEET]: `<worksheet><sheetData>${`<row>${'<c t="s"><v>0</v></c>'.repeat(40)}</row>`.repeat(2_000)}</sheetData></worksheet>`,
        }),
      'tooLarge',
    ],
    [
      'has a DOCTYPE',
      () =>
        changed(SHEET, (xml) =>
          xml.replace('<worksheet', '<!DOCTYPE a [<!ENTITY b "c">]><worksheet'),
        ),
      'damaged',
    ],
    ['has an entity of its own', () => changed(TEXTS, (xml) => `<!ENTITY b "c">${xml}`), 'damaged'],
    [
      'has a tag of 1 MB',
      () => changed(SHEET, (xml) => xml.replace('<row ', `<row ${'a="1" '.repeat(160_000)}`)),
      'tooLarge',
    ],
    ['has a tag without an end', () => changed(SHEET, (xml) => `${xml}<row`), 'damaged'],
    [
      'ends within an element',
      () => changed(SHEET, (xml) => xml.replace('</sheetData>', '')),
      'damaged',
    ],
    ['is nested deeply', () => changed(SHEET, () => '<a>'.repeat(100_000)), 'damaged'],
    ['is no XML', () => changed(SHEET, () => 'hello'), 'damaged'],
    ['is no UTF-8', () => changed(SHEET, () => Buffer.of(0xff, 0xfe, 0x3c, 0)), 'damaged'],
    [
      'has a cell without a place',
      () => changed(SHEET, (xml) => xml.replace('r="A1"', 'r="1A"')),
      'damaged',
    ],
    ['refers to a text that is not there', () => changed(TEXTS, () => '<sst/>'), 'damaged'],
    ['has no workbook', () => many(3, (n) => `${n}.xml`), 'damaged'],
    ['has no sheet', () => packed({ ...workbookXml([]), [SHEET]: undefined }), 'damaged'],
    [
      'links to a sheet outside',
      () =>
        changed('xl/_rels/workbook.xml.rels', (xml) =>
          xml.replace('worksheets/sheet1.xml', '../../../etc/passwd'),
        ),
      'damaged',
    ],
    [
      'is encrypted',
      () => zipOf([{ name: 'xl/workbook.xml', bytes: Buffer.from('<a/>'), isEncrypted: true }]),
      'locked',
    ],
    ['is cut off', () => workbookOf([['a']]).subarray(0, 400), 'damaged'],
    ['is only a beginning', () => Buffer.from('PK\u0003\u0004'), 'damaged'],
    [
      'points outside of itself',
      () => {
        const bytes = workbookOf([['a']]);
        bytes.writeUInt32LE(0xff_ff_ff_f0, bytes.length - 6);
        return bytes;
      },
      'damaged',
    ],
    [
      'has packed bytes that are none',
      () => {
        const bytes = workbookOf([['a']]);
        return bytes.fill(0xff, 60, 120);
      },
      'damaged',
    ],
  ];

  it.each(files)('is refused where it %s', async (_, bytes, fault) => {
    const body = bytes();
    expect(await faultOf(body)).toBe(fault);
    for (const language of ['en', 'ko'] as const) {
      const error: unknown = await readQuizFile(body, 'csv', language, '', work).catch(
        (caught: unknown) => caught,
      );
      expect(error).toBeInstanceOf(QuizFileError);
      expect((error as QuizFileError).message).toMatch(language === 'ko' ? /[가-힣]/ : /^The \w+ /);
    }
  });

  it('is refused beyond 1 MB, and where it has a password or is of before 2007', async () => {
    const large = Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(MB)]);
    await expect(readQuizFile(large, 'csv', 'en', '', work)).rejects.toThrow('1024 kB');
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), randomBytes(1_000)]);
    await expect(readQuizFile(old, 'csv', 'en', '', work)).rejects.toThrow('without a password');
  });

  it('is refused or read, but nothing else, whichever of its bytes is another', async () => {
    const good = workbookOf([
      ['question', 'answer', 'choice1', 'choice2'],
      ['Q?', 1, 'a', 'b'],
    ]);
    let random = 1;
    const next = (below: number): number => (random = (random * 48_271) % 2_147_483_647) % below;
    let refused = 0;
    for (let round = 0; round < 500; round++) {
      const bytes = Buffer.from(good);
      for (let n = 0; n <= round % 3; n++) bytes[4 + next(bytes.length - 4)] = next(256);
      const outcome: unknown = await readQuizFile(bytes, 'csv', 'en', '', work).catch(
        (caught: unknown) => caught,
      );
      if (!(outcome instanceof Error)) continue;
      expect(outcome).toBeInstanceOf(QuizFileError);
      refused++;
    }
    expect(refused).toBeGreaterThan(50);
    expect(refused).toBeLessThan(500);
  });
});
