/** Quiz files of full size: those that a host may bring, and those that only somebody hostile makes. */
import iconv from 'iconv-lite';
import { limits } from '../../src/protocol/index.js';
import type { QuizFileFormat } from '../../src/server/desk/files/quiz-file.js';

export interface SampleFile {
  name: string;
  format: QuizFileFormat;
  bytes: Uint8Array;
}

const MAX_BYTES = limits.QUIZ_FILE_MAX_BYTES;
const MARK_ABOVE = '\u0301';
const MARK_BELOW = '\u0316';
const CHOICES = Array.from({ length: limits.MAX_CHOICES }, (_, n) => `choice${n + 1}`);
const HEAD = 'question,answer,choice1,choice2\n';
const WIDE_HEAD = `question,answer,${CHOICES.join(',')}\n`;

/** `before`, then `piece` as often as the file has room, then `after`. */
function full(piece: string, before = '', after = ''): string {
  const room = MAX_BYTES - Buffer.byteLength(before + after);
  return before + piece.repeat(Math.floor(room / Buffer.byteLength(piece))) + after;
}

function times<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

/** Bytes that repeat, up to the full size, behind a start of their own. */
function bytesOf(pattern: readonly number[], start: readonly number[] = []): Uint8Array {
  return Uint8Array.from({ length: MAX_BYTES }, (_, n) => {
    const repeated = pattern[(n - start.length) % pattern.length] ?? 0;
    return n < start.length ? (start[n] ?? 0) : repeated;
  });
}

/** Common Hangul that differs from row to row. */
function hangul(row: number, syllables: number): string {
  const pairs = times(syllables, (n) => {
    const place = row * 7_919 + n * 131;
    return [0xb0 + (place % 25), 0xa1 + (place % 94)];
  });
  return iconv.decode(Buffer.from(pairs.flat()), 'cp949');
}

/** Marks of two kinds that a normal form has to sort past each other. */
const piled = (units: number): string =>
  `a${MARK_ABOVE.repeat(units / 2)}${MARK_BELOW.repeat(units / 2)}`;

const legalRow = (row: number, quoted = false): string => {
  const choices = CHOICES.map((_, n) => hangul(row + n * 1_000, 26));
  const cells = quoted ? choices.map((choice) => `"${choice}"`) : choices;
  return [hangul(row, 90), 1 + (row % 10), ...cells].join(',');
};
const legalQuestion = (row: number): object => ({
  quiz: hangul(row, 80),
  choices: CHOICES.map((_, n) => hangul(row + n * 1_000, 26)),
  answer: 1,
});
const rows = (count: number, make: (row: number) => string): string =>
  times(count, make).join('\n');
const distinctKeys = (count: number, value = '1'): string =>
  times(count, (n) => `"${n.toString(36)}":${value}`).join(',');
const question = (fields: object): string =>
  JSON.stringify({ questions: [{ quiz: 'q', choices: ['a', 'b'], answer: 1, ...fields }] });

const LEGAL_CSV: Record<string, string | Uint8Array> = {
  'CSV of 200 long questions': WIDE_HEAD + rows(200, (row) => legalRow(row)),
  'CSV of 200, quoted': WIDE_HEAD + rows(200, (row) => legalRow(row, true)),
  'CSV of 200, decomposed as macOS does':
    WIDE_HEAD +
    rows(200, (row) =>
      [hangul(row, 15), 1, ...CHOICES.map((_, n) => hangul(row + n, 9))].join(',').normalize('NFD'),
    ),
  'CSV of 200 in CP949': iconv.encode(WIDE_HEAD + rows(200, (row) => legalRow(row)), 'cp949'),
  'CSV of 200 in UTF-16': Buffer.from(
    `\uFEFF${WIDE_HEAD}${rows(200, (row) => legalRow(row))}`,
    'utf16le',
  ),
};

const LEGAL_JSON: Record<string, string> = {
  'JSON of 200 long questions': JSON.stringify({ questions: times(200, legalQuestion) }),
  'JSON of 200, escaped': JSON.stringify({ questions: times(90, legalQuestion) }).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
  ),
};

const LEGAL_TEXT: Record<string, string> = {
  'text of 200 long questions': rows(200, (row) => {
    const choices = CHOICES.slice(0, 9).map((_, n) => `${n + 1}) ${hangul(row + n * 1_000, 26)}`);
    return [`${row + 1}. ${hangul(row, 90)}`, ...choices, '정답: 3', ''].join('\n');
  }),
};

const xmlOf = (text: string, answers: string): string =>
  `<question type="multichoice"><questiontext format="html"><text>${text}</text></questiontext>${answers}</question>`;
const xmlAnswer = (text: string, n: number): string =>
  `<answer fraction="${n === 0 ? 100 : 0}" format="html"><text>${text}</text></answer>`;

const LEGAL_MOODLE: Record<string, string> = {
  'GIFT of 200 long questions': rows(200, (row) => {
    const choices = CHOICES.map((_, n) => `${n === 0 ? '=' : '~'}${hangul(row + n * 1_000, 26)}`);
    return `::${row}::${hangul(row, 90)} {\n${choices.join('\n')}\n}\n`;
  }),
  'XML of 100 long questions': `<quiz>${rows(100, (row) =>
    xmlOf(
      `&lt;p&gt;${hangul(row, 90)}&lt;/p&gt;`,
      CHOICES.map((_, n) => xmlAnswer(hangul(row + n * 1_000, 26), n)).join(''),
    ),
  )}</quiz>`,
};

/** Read as CSV, as JSON and as a text of whatever form, as the sender says which it is. */
const HOSTILE: Record<string, string | Uint8Array> = {
  'CP949, refused at its last byte': bytesOf([0x81, 0x41]).with(MAX_BYTES - 1, 0xff),
  'CP949, syllables of both ranges in turn': bytesOf([0xb0, 0xa1, 0x81, 0x41]),
  'CP949, two of one range and one of the other': bytesOf([0xb0, 0xa1, 0xb0, 0xa1, 0x81, 0x41]),
  'CP949, no character at every second byte': bytesOf([0x61, 0xc9]),
  'bytes of no encoding': bytesOf([0xff]),
  'bytes of no meaning': bytesOf([0]),
  'UTF-8, refused at its last byte': bytesOf([0xea, 0xb0, 0x80]).with(MAX_BYTES - 1, 0xff),
  'UTF-16, halves of pairs only': bytesOf([0, 0xd8], [0xff, 0xfe]),
  'UTF-16, commas': bytesOf([0x2c, 0], [0xff, 0xfe]),
  'UTF-16 with the other end first, line ends': bytesOf([0, 0x0a], [0xfe, 0xff]),

  'a row of commas': full(','),
  'a row of semicolons': full(';'),
  'a row of tabs': full('\t'),
  'a row of commas under a header': full(',', HEAD),
  'rows of commas': full(`${','.repeat(126)}\n`, HEAD),
  'rows of commas and spaces': full(`${' ,'.repeat(63)}\n`, HEAD),
  'a header of questions': full('question,'),
  'a header of notes': full('note,', HEAD.replace('\n', ','), '\nq,1,x,y'),
  'a header of unknown names': full('x,'),
  'a header and rows with empty columns': full(
    `q,1,x,y${','.repeat(700)}\n`,
    `${HEAD.trim()}${','.repeat(100_000)}\n`,
  ),
  spaces: full(' '),
  'wide spaces': full('\u00a0'),
  'line ends': full('\n'),
  'line ends of Windows': full('\r\n'),
  'quote marks': full('"'),
  'an odd number of quote marks': full('"').slice(1),
  'quoted cells': full('"",'),
  'quoted cells that are not closed well': full('""x,'),
  'one quoted cell of line ends': full('\n', '"', '"'),
  'one cell': full('a', HEAD),
  'one quoted cell': full('a', `${HEAD}"`, '"'),
  'one cell of doubled quote marks': full('""', `${HEAD}"`, '"'),
  'words without a delimiter': full('abc def '),
  'a header cell that a normal form makes long': full('\ufdfa'),
  'an answer that a normal form makes long': full('\ufdfa', `${HEAD}q,`, ',x,y'),
  'seconds that a normal form makes long': full(
    '\ufdfa',
    'question,answer,choice1,choice2,seconds\nq,1,x,y,',
  ),
  'a header cell of marks': piled(130_000),
  'an answer of marks': `${HEAD}q,${piled(130_000)},x,y`,
  'a choice of marks': `${HEAD}q,x,${piled(130_000)},y`,
  'a question of marks': `${HEAD}${piled(130_000)},1,x,y`,
  'questions of marks': HEAD + rows(200, (row) => `${piled(600)}${row},1,x,y`),
  'choices and answers of marks':
    WIDE_HEAD + rows(200, () => ['q', ...times(11, (n) => `${piled(48)}${n}`)].join(',')),
  'answers that are the last of long choices':
    WIDE_HEAD +
    rows(200, (row) => {
      const choices = CHOICES.map((_, n) => hangul(row + n, 9));
      return ['q', choices.at(-1), ...choices].join(',').normalize('NFD');
    }),
  'faults in every row': full(',,,x\n', HEAD),
  'faults in 200 long rows': HEAD + rows(200, (row) => `${'q'.repeat(1_200)}${row},9,x,x`),
  'a fault in the last row': `${WIDE_HEAD}${rows(199, (row) => legalRow(row))}\n,,`,

  'lists in lists': '['.repeat(MAX_BYTES / 2) + ']'.repeat(MAX_BYTES / 2),
  'lists that do not end': full('['),
  'objects in objects': '{"a":'.repeat(40_000) + '1' + '}'.repeat(40_000),
  'objects in objects, each of another kind':
    times(25_000, (n) => `{"${n.toString(36)}":`).join('') + '1' + '}'.repeat(25_000),
  '25,000 keys': `{${distinctKeys(25_000)}}`,
  'keys that are numbers': `{${times(18_000, (n) => `"${(n * 104_729) % 4e9}":1`).join(',')}}`,
  'a question of 25,000 keys': `{"questions":[{${distinctKeys(25_000)}}]}`,
  'objects, each of another kind': `{"questions":[${times(22_000, (n) => `{"${n.toString(36)}":1}`).join(',')}]}`,
  'few objects of many kinds': `{"questions":[${times(1_000, (n) => `{${times(20, (k) => `"${(n * 20 + k).toString(36)}":1`).join(',')}}`).join(',')}]}`,
  'empty objects': full('{},', '{"questions":[', '{}]}'),
  prototypes: full('{"__proto__":{}},', '{"questions":[', '{}]}'),
  'numbers as questions': full('1,', '{"questions":[', '1]}'),
  'numbers as choices': full('1,', '{"questions":[{"quiz":"x","answer":1,"choices":[', '1]}]}'),
  'texts as choices': full('"a",', '{"questions":[{"quiz":"x","answer":1,"choices":[', '"b"]}]}'),
  'texts as choices of every question': `{"questions":[${times(200, () => `{"quiz":"x","answer":1,"choices":[${'"abcd",'.repeat(180)}"b"]}`).join(',')}]}`,
  'unknown keys in every question': `{"questions":[${times(200, () => `{"quiz":7,"answer":{},${distinctKeys(150)}}`).join(',')}]}`,
  'a title of marks': JSON.stringify({ title: piled(130_000), questions: [1] }),
  'a JSON answer of marks': question({ answer: piled(130_000) }),
  'a JSON question of marks': question({ quiz: piled(130_000) }),
  'JSON choices and answers of marks': `{"questions":[${times(200, () => JSON.stringify({ quiz: 'q', choices: times(10, (n) => `${piled(48)}${n}`), answer: piled(48) })).join(',')}]}`,
  'a JSON question of tabs': `{"questions":[{"quiz":"x${'\\t'.repeat(130_000)}x","choices":["a","b"],"answer":1}]}`,
  'a JSON question of spaces': question({ quiz: `x${' '.repeat(260_000)}x` }),
  'a number of 256 kB': full('9', '{"questions":', '}'),
  'a mistake at the end of many lines': full('1,\n', '[', 'x'),
  escapes: full('\\u0061', '{"questions":"', '"}'),
};

const HOSTILE_TEXT: Record<string, string> = {
  '4,000 choices of one question': `q\n${'c\n'.repeat(3_998)}Answer: c`,
  'many long choices': `q\n${`${'c'.repeat(64)}\n`.repeat(3_990)}`,
  'lines of marks and stars': full('*'.repeat(127) + '\n', 'q\n'),
  'a choice of many lines': `q\nA. x\n${`${'y'.repeat(125)}\n`.repeat(1_990)}`,
  'a question of many lines': `${`${'y'.repeat(125)}\n`.repeat(1_990)}A. x\nB. y\nAnswer: A`,
  'cells of one line': full('c\t', 'q\t'),
  'answers of marks as text': rows(190, (row) => `q${row}\nx\ny\nAnswer: ${piled(1_200)}\n`),
  'entities without end': `{"results":[${times(190, (n) => JSON.stringify({ question: `${n}${'&#x41;'.repeat(150)}`, correct_answer: 'a', incorrect_answers: ['b'] })).join(',')}]}`,
  'GIFT of answers': full('~a', '::1::Q {', '}'),
  'GIFT of numbers': full('=1:1', '::1::Q {#', '}'),
  'GIFT of open braces': full('{', '::1::'),
  'GIFT of braces with much space': full('{   '),
  'GIFT of escapes': full('\\\\\\n', '::1::', ' {T}'),
  'GIFT of colons': full('::'),
  'GIFT of lines of spaces': full(`${' '.repeat(100)}\n`, '', '::1::Q {T}'),
  'GIFT of stars': full('*', '::1::Q {=', '}'),
  'GIFT of spellings of marks': `::1::Q {=${piled(130_000)}}`,
  'GIFT of many spellings': full('=\uFDFA\uFDFA', '::1::Q {', '}'),
  'GIFT of tags': full('<a ', '::1::', ' {T}'),
  'GIFT of comments of HTML': full('<!--', '::1::', ' {T}'),
  'GIFT of scripts': full('<script>', '::1::', ' {T}'),
  'GIFT of entities': full('&amp;', '::1::', ' {T}'),
  'XML of elements': full('<a/>', '<quiz>', '</quiz>'),
  'XML of elements in elements': full('<a>', '<quiz>'),
  'XML of attributes': full('a="1" ', '<quiz ', '></quiz>'),
  'XML of one text': full('a', '<quiz>', '</quiz>'),
  'XML of pictures': full(
    '<file encoding="base64">AAAA</file>',
    '<quiz><question type="a">',
    '</question></quiz>',
  ),
  'XML of half pictures': full(';base64,', '<quiz>', '</quiz>'),
  'XML of open tags in a text': `<quiz>${rows(7, () => xmlOf('&lt;a '.repeat(5_000), ''))}</quiz>`,
  'XML of comments': full('<!---->', '<quiz>', '</quiz>'),
  'half entities': `{"results":[${times(50, () => JSON.stringify({ question: '&'.repeat(5_000), correct_answer: '&a'.repeat(40), incorrect_answers: ['b'] })).join(',')}]}`,
};

function filesOf(
  sources: Record<string, string | Uint8Array>,
  format: QuizFileFormat,
): SampleFile[] {
  return Object.entries(sources).map(([name, source]) => {
    const bytes = typeof source === 'string' ? Buffer.from(source) : source;
    return { name, format, bytes: bytes.subarray(0, MAX_BYTES) };
  });
}

export const legalFiles: readonly SampleFile[] = [
  ...filesOf(LEGAL_CSV, 'csv'),
  ...filesOf(LEGAL_JSON, 'json'),
  ...filesOf({ ...LEGAL_TEXT, ...LEGAL_MOODLE }, 'text'),
];

export const hostileFiles: readonly SampleFile[] = [
  ...filesOf(HOSTILE, 'csv'),
  ...filesOf(HOSTILE, 'json'),
  ...filesOf({ ...HOSTILE, ...HOSTILE_TEXT }, 'text'),
];
