import { describe, expect, it } from 'vitest';
import { parseQuizFile, type QuizFile } from '../../src/server/desk/files/quiz-file.js';
import { briefly } from './briefly.js';
import { refusal } from './faults.js';

const read = (text: string | Uint8Array): QuizFile => parseQuizFile(text, 'text', 'en');

const first = (text: string): string => briefly(read(text).set.questions[0]!);
const notesOf = (text: string): string[] => read(text).notes.map(({ message }) => message);

describe('R15.31 a text in GIFT', () => {
  it.each([
    [
      'one right choice',
      'Who is buried? {=Grant ~no one ~Napoleon}',
      'Who is buried?|*Grant|no one|Napoleon',
    ],
    [
      'several lines, with a title',
      '::Q1:: Largest?\n{\n\t~Mars\n\t=Jupiter\n\t~Venus\n}',
      'Largest?|Mars|*Jupiter|Venus',
    ],
    ['a missing word', 'Two plus {=two =2 ~four} is four.', 'Two plus _____ is four.|*two|*2|four'],
    ['several right by weights', 'Even? {~%50%2 ~%50%4 ~%-100%3}', 'Even?|*2|*4|3'],
    [
      'weights with decimals',
      'Prime? {~%33.33333%2 ~%33.33333%3 ~%33.33333%5 ~%-100%9}',
      'Prime?|*2|*3|*5|9',
    ],
    ['true', 'The Sun is a star.{T}', 'The Sun is a star.|O'],
    ['false with what is said of it', 'The Moon shines.{FALSE#No.#Yes.}', 'The Moon shines.|X'],
    [
      'a short answer',
      'Who wrote Hamlet?{=Shakespeare =William Shakespeare =%0%Marlowe}',
      'Who wrote Hamlet?|Shakespeare|William Shakespeare|-Marlowe',
    ],
    ['a short answer with one spelling', '::1::Capital?{Seoul}', 'Capital?|Seoul'],
    ['spellings that are one', 'Two + two?{=four =Four =4}', 'Two + two?|four|4'],
    ['a number', 'Year? {#1822:5}', 'Year?|1822±5 of 1800..1900 by 1'],
    ['a range', 'How many? {#1..5}', 'How many?|3±2 of 0..20 by 1'],
    ['a number within another', 'How many? {#=4:1 =3:2}', 'How many?|3±2 of 0..20 by 1'],
    [
      'numbers with weights',
      'Year? {#=1822:0 =%50%1822:2 ~#Wrong.}',
      'Year?|1822±0 of 1800..1900 by 1',
    ],
    [
      'a number with many decimals',
      'Pi? {#3.14159:0.0005}',
      'Pi?|3.142±0.001 of 3.1..3.2 by 0.001',
    ],
    ['a number of one digit', 'Legs? {#8:0}', 'Legs?|8±0 of 0..20 by 1'],
    ['a negative number', 'Zero in F? {#-18:1}', 'Zero in F?|-18±1 of -50..0 by 1'],
    [
      'escapes',
      String.raw`1 \= 1 \~ 2 \# \{a\} \: b\\c? {=a\=b ~c\~d ~e\#f ~\{g\} ~h\:i}`,
      'R1 = 1 ~ 2 # {a} : b\\c?|*a=b|c~d|e#f|{g}|h:i'.slice(1),
    ],
    [
      'HTML',
      '[html]<p>H<sub>2</sub>O &amp; m<sup>3</sup>:<br>wet?</p>{=<b>yes</b> ~no}',
      'H₂O & m³: wet?|*yes|no',
    ],
    [
      'HTML as it is',
      '[plain]Which is bold: <b> &amp;? {=<b> ~<i>}',
      'Which is bold: <b> &amp;?|*<b>|<i>',
    ],
    ['what is no tag', 'Is x < y and y > z? {=yes ~no}', 'Is x < y and y > z?|*yes|no'],
    ['True and False as choices', 'Is it? {~True =False}', 'Is it?|X'],
  ])('%s', (_, text, expected) => {
    expect(first(`${text}\n`)).toBe(expected);
  });

  const QUIZ = `// question: 0  name: Top
$CATEGORY: $course$/top/Default

// This comes first
::One::[html]<p>Sky?</p>{
	=<p>blue</p>#<p>Yes.</p>
	~<p>red</p>
	####<p>It &amp; the sea.</p>
}

::Two::Match. {=a -> 1 =b -> 2 =c -> 3}

::Three::Write about it. {}

A text that asks nothing.

Broken {=a ~b

Twice {=a ~b} and {=c ~d}

Partly? {=all ~%50%half ~none}

Anything? {=*}

Some? {=a* =bcd}

[html]<img src="@@PLUGINFILE@@/x.png">What is it? {=cat ~dog}

$CATEGORY: other
How many? {#=3 =7}

No right? {~a ~b}
`;

  it('tells what was left out and changed, by the line in which it begins', () => {
    const file = read(QUIZ);
    expect(file.set.questions.map(briefly)).toEqual([
      'Sky?|*blue|red',
      'Match.|a=1|b=2|c=3|of 1,2,3',
      'Partly?|*all|half|none',
      'Some?|bcd',
      'What is it?|*cat|dog',
    ]);
    expect(file.set.questions[0]?.explanation).toBe('It & the sea.');
    const not = 'which cannot be played here';
    const braces = 'needs one { and one } around its answers, and a blank line after it';
    expect({ unit: file.unit, notes: file.notes, skipped: file.skipped }).toEqual({
      unit: 'line',
      notes: [
        { row: 5, message: 'what is said of single answers is not shown' },
        { row: 21, message: 'answers that are right in part count as wrong' },
        { row: 25, message: 'answers with * were left out' },
        { row: 27, message: 'its picture is not shown' },
      ],
      skipped: [
        { row: 13, message: `asks for an essay, ${not}` },
        { row: 15, message: `has no answers (description), ${not}` },
        { row: 17, message: braces },
        { row: 19, message: braces },
        { row: 23, message: 'takes every text as right (*)' },
        { row: 30, message: 'has several right numbers, but there can be one' },
        { row: 32, message: 'has no right choice' },
      ],
    });
  });

  it('R15.15 comes into a kept set with everything that can be corrected', () => {
    const file = parseQuizFile(QUIZ, 'text', 'en', '', true);
    expect(file.written).toHaveLength(8);
    expect(file.written.at(-1)).toMatchObject({
      quiz: 'No right?',
      choices: ['a', 'b'],
      answer: [],
    });
    expect(file.faulty.map(({ row }) => row)).toEqual([23, 30, 32]);
    expect(file.skipped).toHaveLength(4);
  });

  it.each([
    ['Windows', (text: string) => text.replaceAll('\n', '\r\n')],
    ['old Macs', (text: string) => text.replaceAll('\n', '\r')],
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ])('is the same with %s', (_, written) => {
    expect(read(written(QUIZ))).toEqual(read(QUIZ));
  });

  it.each([
    [
      'an Aiken text with formulas',
      String.raw`What is \frac{T}{2} + x_{=}?` + '\nA. a\nB. b\nANSWER: A\n',
    ],
    ['braces of JSON', 'Which is JSON?\n*{"a": 1}\n{a}\n'],
    ['set notation', 'Which set is empty?\n*{}\n{1}\n'],
  ])('is not what %s are', (_, text) => {
    expect(read(text).set.questions).toMatchObject([{ kind: 'choice', answers: [0] }]);
  });

  it('R16.19 has pairs as it writes them, and choices to which nothing belongs', () => {
    const text = String.raw`Where? {
      =Lyon \= big -> France
      =[html]<b>Nice</b> -> France
      =Milan -> Italy
      = -> Japan
    }`;
    const { set, notes } = read(text);
    expect(set.questions.map(briefly)).toEqual([
      'Where?|Lyon = big=France|Nice=France|Milan=Italy|of France,Italy,Japan',
    ]);
    expect(notes).toEqual([]);
    const seven = 'abcdefg'.replaceAll(/./g, (letter) => `=${letter} -> ${letter}${letter} `);
    expect(refusal(`Too many? {${seven}}`, 'text').message).toContain('2 to 6 choices');
  });

  it('is refused where nothing of it can be played', () => {
    expect(refusal('::1::Match. {=a -> 1}', 'text').message).toContain('2 to 8 items');
    expect(refusal('::1::a {=b', 'text').rows).toHaveLength(1);
    expect(refusal('$CATEGORY: a\n\n// nothing\n', 'text').message).toContain('no questions');
    expect(refusal(`::1::${'\n'.repeat(10_001)}`, 'text').message).toContain('10000 rows');
    expect(refusal(`::1::a {T}\n\n`.repeat(201), 'text').message).toContain('more than 200');
  });

  it.each([
    ['control characters', 'A\u0000B? {=a ~b}'],
    ['an override of the direction', 'A\u202EB? {=a ~b}'],
    ['marks', `${'a\u0301'.padEnd(40, '\u0316')} {=a ~b}`],
    ['nothing but tags', '[html]<p></p>{=a ~b}'],
  ])('leaves out what has %s', (_, text) => {
    expect(read(`${text}\n\nFine? {=a ~b}`)).toMatchObject({
      set: { questions: [{ quiz: 'Fine?' }] },
      skipped: [{ row: 1 }],
    });
  });

  it('shows what looks like a formula or is written from the right as it is', () => {
    expect(
      first('\u0645\u0627 \u0627\u0633\u0645\u0643\u061F {=\u0646\u0639\u0645 ~\\=1+1}'),
    ).toContain('*\u0646\u0639\u0645');
    expect(first(String.raw`Sum? {~\=1+1 =@A1}`)).toBe('Sum?|=1+1|*@A1');
  });

  it('gives each number a ruler on which its answer is a mark, and which does not begin with it', () => {
    for (const answer of [
      0, 1, 7, 42, 99, 100, 150, 151, 1000, 1822, 1e6, 123456, 0.5, 3.14, 2.72, -5, -273.15,
    ])
      for (const tolerance of [0, 1, 0.01, 30, 5000]) {
        const { questions } = read(`N? {#${answer}:${tolerance}}`).set;
        const [question] = questions;
        if (question?.kind !== 'number') throw new Error('is no number');
        const { min, max, step } = question;
        expect(question).toMatchObject({ answer, tolerance });
        expect(answer > min && answer < max, `${answer} of ${min}..${max}`).toBe(true);
        const places = (answer - min) / step;
        expect(tolerance >= step || Math.abs(places - Math.round(places)) < 1e-6).toBe(true);
        expect(2 * tolerance).toBeLessThan(max - min);
      }
    expect(notesOf('Year? {#1822}')).toEqual(['the file has no ruler: it goes from 1800 to 1900']);
  });
});
