import { describe, expect, it } from 'vitest';
import { parseQuizFile, type QuizFile } from '../../src/server/desk/files/quiz-file.js';
import { briefly } from './briefly.js';
import { refusal } from './faults.js';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const quizOf = (...questions: string[]): string =>
  `${HEAD}<quiz>\n${questions.join('\n')}\n</quiz>\n`;
const read = (text: string | Uint8Array): QuizFile => parseQuizFile(text, 'text', 'en');
const first = (...questions: string[]): string =>
  briefly(read(quizOf(...questions)).set.questions[0]!);

const cdata = (text: string): string => `<text><![CDATA[${text}]]></text>`;
const answer = (fraction: number, text: string, more = ''): string =>
  `<answer fraction="${fraction}" format="html">${cdata(text)}<feedback format="html"><text></text></feedback>${more}</answer>`;

/** As Moodle writes it, with what it always has and this game has no use for. */
function question(type: string, text: string, inside: string): string {
  return `<!-- question: 17 -->
  <question type="${type}">
    <name><text>A name</text></name>
    <questiontext format="html">${cdata(text)}</questiontext>
    <generalfeedback format="html"><text></text></generalfeedback>
    <defaultgrade>1.0000000</defaultgrade><penalty>0.3333333</penalty><hidden>0</hidden><idnumber></idnumber>
    ${inside}
    <correctfeedback format="html"><text>Your answer is correct.</text></correctfeedback>
    <tags><tag><text>Autumn</text></tag></tags>
  </question>`;
}

const pair = (item: string, zone: string): string =>
  `<subquestion format="html">${cdata(item)}<answer>${cdata(zone)}</answer></subquestion>`;

const CATEGORY =
  '<question type="category"><category><text>$course$/top</text></category><info format="html"><text></text></info></question>';
const units =
  '<units><unit><multiplier>0.01</multiplier><unit_name>cm</unit_name></unit><unit><multiplier>1</multiplier><unit_name>m</unit_name></unit></units>';

describe('R15.31 an XML file of Moodle', () => {
  it.each([
    [
      'multichoice',
      'one right',
      '<p>Capital of France?</p>',
      `<single>true</single>${answer(0, '<p>Lyon</p>')}${answer(100, '<p>Paris</p>')}`,
      'Capital of France?|Lyon|*Paris',
    ],
    [
      'multichoice',
      'several right',
      'Even &amp; prime?',
      `<single>false</single>${answer(50, '2')}${answer(-100, '9')}${answer(50, '2.0')}`,
      'Even & prime?|*2|9|*2.0',
    ],
    [
      'matching',
      'pairs, and one more choice',
      'Where?',
      `${pair('<p>Lyon</p>', 'France')}${pair('<p>Milan</p>', 'Italy <b>')}${pair('', 'Japan')}`,
      'Where?|Lyon=France|Milan=Italy <b>|of France,Italy <b>,Japan',
    ],
    [
      'ordering',
      'from the first to the last',
      'Which came first?',
      `${answer(1, '<p>Wheel</p>')}${answer(2, 'Paper')}${answer(3, 'Laser')}`,
      'Which came first?|Wheel|Paper|Laser',
    ],
    ['truefalse', 'true', 'Is it?', answer(100, 'true') + answer(0, 'false'), 'Is it?|O'],
    ['truefalse', 'false', 'Is it?', answer(0, 'true') + answer(100, 'false'), 'Is it?|X'],
    [
      'shortanswer',
      'spellings',
      'Who wrote Hamlet?',
      `<usecase>0</usecase>${answer(100, 'Shakespeare')}${answer(100, 'W. Shakespeare')}${answer(0, 'Marlowe')}${answer(0, '*')}`,
      'Who wrote Hamlet?|Shakespeare|W. Shakespeare|-Marlowe',
    ],
    [
      'numerical',
      'tolerance and units',
      'How tall is it?',
      `${answer(100, '324', '<tolerance>2</tolerance>')}${answer(50, '324', '<tolerance>20</tolerance>')}${units}`,
      'How tall is it?|324±2m of 300..400 by 1',
    ],
  ])('%s: %s', (type, _, text, inside, expected) => {
    expect(first(CATEGORY, question(type, text, inside))).toBe(expected);
  });

  it('may have its HTML escaped, be plain, have what explains the answer, and a fixed order', () => {
    const written = `<question type="multichoice">
      <questiontext format="html"><text>&lt;p&gt;Wet? &amp;lt;b&amp;gt;&lt;/p&gt;</text></questiontext>
      <generalfeedback format="html">${cdata('<p>H<sub>2</sub>O</p>')}</generalfeedback>
      <shuffleanswers>false</shuffleanswers>
      <answer fraction="100" format="plain_text"><text>&lt;b&gt;</text></answer>
      <answer fraction="0"><text>no</text></answer>
    </question>`;
    expect(read(quizOf(written)).set.questions).toEqual([
      {
        kind: 'choice',
        quiz: 'Wet? <b>',
        choices: ['<b>', 'no'],
        answers: [0],
        limitTime: 15,
        fixedOrder: true,
        explanation: 'H₂O',
      },
    ]);
  });

  const choices = answer(100, 'a') + answer(0, 'b');
  const MANY = quizOf(
    CATEGORY,
    question(
      'matching',
      'Match',
      '<subquestion><text>a</text><answer><text>b</text></answer></subquestion>',
    ),
    question('essay', 'Write', ''),
    question('description', 'Read', ''),
    question('ddwtos', 'Drag', ''),
    question('cloze', '{1:SHORTANSWER:=a}', ''),
    question(
      'multichoice',
      '<p>What is it? <img src="@@PLUGINFILE@@/cat.png" alt="x"></p>',
      choices.replace('<text></text>', '<text>Well done</text>'),
    ).replace(
      '</questiontext>',
      `<file name="cat.png" path="/" encoding="base64">${'iVBORw0K'.repeat(20_000)}</file></questiontext>`,
    ),
    question('multichoice', 'Partly?', choices + answer(50, 'c')),
    question('multichoice', 'Alone?', answer(100, 'a')),
  );

  it('tells what was left out and changed, by question', () => {
    const file = read(MANY);
    expect(file.set.questions.map(briefly)).toEqual(['What is it?|*a|b', 'Partly?|*a|b|c']);
    const not = 'which cannot be played here';
    expect({ unit: file.unit, notes: file.notes, skipped: file.skipped }).toEqual({
      unit: 'question',
      notes: [
        { row: 6, message: 'its picture is not shown' },
        { row: 6, message: 'what is said of single answers is not shown' },
        { row: 7, message: 'answers that are right in part count as wrong' },
      ],
      skipped: [
        { row: 1, message: 'parts: must be 2 to 8 items' },
        { row: 2, message: `asks for an essay, ${not}` },
        { row: 3, message: `has no answers (description), ${not}` },
        { row: 4, message: `is of the type "ddwtos", ${not}` },
        { row: 5, message: `is of the type "cloze", ${not}` },
        { row: 8, message: 'choices: must have 2 to 10 choices' },
      ],
    });
  });

  it('is the same in UTF-16, with a byte order mark, and with a namespace', () => {
    const utf16 = MANY.replace('UTF-8', 'UTF-16').replace(/iVBORw0K(?:iVBORw0K)+/, 'iVBORw0K');
    expect(read(Buffer.from(`\uFEFF${utf16}`, 'utf16le'))).toEqual(read(MANY));
    expect(read(`\uFEFF${MANY}`)).toEqual(read(MANY));
    expect(
      read(MANY.replaceAll(/<(\/?)(?=quiz|question|answer|text)/g, '<$1m:')).set.questions,
    ).toHaveLength(2);
  });

  it('R15.15 comes into a kept set with everything that can be corrected', () => {
    const file = parseQuizFile(MANY, 'text', 'en', '', true);
    expect(file.written).toHaveLength(4);
    expect(file.faulty.map(({ row }) => row)).toEqual([1, 1, 8]);
  });

  it.each([
    ['another XML', `${HEAD}<html><body>x</body></html>`, 'not of Moodle'],
    ['the end missing', MANY.slice(0, -20), 'cannot be read'],
    ['a tag that is not closed', quizOf('<question type="essay">'), 'cannot be read'],
    [
      'entities of its own',
      `${HEAD}<!DOCTYPE quiz [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${quizOf(question('essay', '&b;', '')).slice(HEAD.length)}`,
      'cannot be read',
    ],
    [
      'entities from elsewhere',
      `${HEAD}<!DOCTYPE quiz SYSTEM "file:///etc/passwd">${quizOf().slice(HEAD.length)}`,
      'cannot be read',
    ],
    ['elements in elements', quizOf('<a>'.repeat(50) + '</a>'.repeat(50)), 'far more than a quiz'],
    ['100,000 elements', quizOf('<a/>'.repeat(100_000)), 'far more than a quiz'],
    ['one long text', quizOf(question('essay', 'x'.repeat(100_000), '')), 'far more than a quiz'],
    ['nothing in it', quizOf(CATEGORY), 'no questions'],
    ['201 questions', quizOf(question('essay', 'x', '').repeat(201)), 'more than 200'],
    ['more than 1 MB', quizOf(' '.repeat(1024 * 1024)), 'larger than 1024 kB'],
  ])('is refused with %s', (_, text, expected) => {
    expect(refusal(text, 'text').message).toContain(expected);
  });

  it('has the bound of a workbook, and other texts their own', () => {
    expect(
      read(
        quizOf(
          question('multichoice', 'Q?', choices),
          `<file encoding="base64">${'iVBORw0K'.repeat(75_000)}</file>`,
        ),
      ).set.questions,
    ).toHaveLength(1);
    expect(refusal(`x${' '.repeat(600_000)}`, 'text').message).toContain('larger than 256 kB');
  });

  it.each([
    ['control characters', '\u0001'],
    ['an override of the direction', '\u202E'],
    ['a script alone', '<script>alert(1)</script>'],
  ])('leaves out what has %s', (_, text) => {
    expect(refusal(quizOf(question('multichoice', text, choices)), 'text').rows).toHaveLength(1);
  });

  it('shows what looks like a formula, and no more than the text of HTML', () => {
    expect(
      first(
        question(
          'multichoice',
          '=1+1 <!-- no --><style>p{}</style><a href="javascript:x">?</a>',
          choices,
        ),
      ),
    ).toBe('=1+1 ?|*a|b');
  });
});
