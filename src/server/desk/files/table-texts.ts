/** The texts of a row in the cells of a table; those of further languages (R30) have columns of their own. */
import type { DraftRow } from '../../../protocol/desk.js';
import { MAX_CHOICES } from '../../../protocol/limits.js';
import { textFieldsOf, type ItemTexts, type QuestionTexts } from '../../../protocol/row-texts.js';
import { cellOfTexts, textsOfCell } from './cell-list.js';

const CHOICE_ROLES = Array.from({ length: MAX_CHOICES }, (_, n) => `choice${n + 1}`);

/** The roles of columns that hold texts: each may stand once for every language of a set. */
export const TEXT_ROLES = [
  'question',
  'answer',
  ...CHOICE_ROLES,
  'explanation',
  'unit',
  'alt',
  'text',
  'wrong',
  'places',
];

/** By the role of their columns. */
export type TextCells = Partial<Record<string, string>>;

type RowTexts = QuestionTexts & ItemTexts;

/** Where the texts of a field stand. */
interface Place<Texts> {
  /** Undefined where its cells are empty. */
  read: (cell: (role: string) => string) => Texts | undefined;
  write: (texts: Texts) => TextCells;
}

const alone = (role: string): Place<string> => ({
  read: (cell) => cell(role) || undefined,
  write: (text) => ({ [role]: text }),
});

/** A text of a list as a cell has it, and back; empty where there is none. */
interface Form<One> {
  read: (cell: string) => One;
  write: (one: One) => string;
}

const plain: Form<string> = { read: (cell) => cell, write: (text) => text };

const under = <Field extends string>(field: Field): Form<{ [F in Field]?: string }> => ({
  read: (cell) => (cell === '' ? {} : { [field]: cell }) as { [F in Field]?: string },
  write: (one) => one[field] ?? '',
});

/** A picture is what it shows, and the word that stands on it. */
const picture: Form<NonNullable<QuestionTexts['pictures']>[number]> = {
  read(cell) {
    const [alt = '', text = ''] = textsOfCell(cell);
    return { ...(text !== '' && { text }), ...(alt !== '' && { image: { alt } }) };
  },
  write: ({ text = '', image }) =>
    cellOfTexts([image?.alt ?? '', text].slice(0, text === '' ? 1 : 2)),
};

const untilLast = (cells: string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);

function listOf<One>(cells: string[], { read }: Form<One>): One[] | undefined {
  const filled = untilLast(cells);
  return filled.length === 0 ? undefined : filled.map(read);
}

/** One by one in the columns of the choices. */
const inChoices = <One>(form: Form<One>): Place<One[]> => ({
  read: (cell) => listOf(CHOICE_ROLES.map(cell), form),
  write: (all) => Object.fromEntries(all.map((one, n) => [CHOICE_ROLES[n] ?? '', form.write(one)])),
});

/** In one cell, with a bar between them. */
const inOneCell = <One>(role: string, form: Form<One>): Place<One[]> => ({
  read: (cell) => listOf(textsOfCell(cell(role)), form),
  write: (all) => ({ [role]: cellOfTexts(untilLast(all.map(form.write))).trim() }),
});

const PLACES: { [Field in keyof RowTexts]-?: Place<NonNullable<RowTexts[Field]>> } = {
  quiz: alone('question'),
  explanation: alone('explanation'),
  image: {
    read: (cell) => (cell('alt') === '' ? undefined : { alt: cell('alt') }),
    write: ({ alt = '' }) => ({ alt }),
  },
  choices: inChoices(plain),
  pictures: inChoices(picture),
  unit: alone('unit'),
  places: inOneCell('places', under('name')),
  from: alone('choice1'),
  to: alone('choice2'),
  accepted: inOneCell('answer', plain),
  wrong: inOneCell('wrong', plain),
  parts: inChoices(under('text')),
  title: alone('question'),
  text: alone('text'),
  name: alone('question'),
  message: alone('question'),
};

/** By field. Where parts take the columns of the choices, the choices stand together in the cell of the answer. */
function placesOf(kind: DraftRow['kind']): [string, Place<unknown>][] {
  const fields = textFieldsOf(kind);
  const all = 'parts' in fields ? { ...PLACES, choices: inOneCell('answer', plain) } : PLACES;
  return Object.keys(fields).map((field) => [
    field,
    all[field as keyof RowTexts] as Place<unknown>,
  ]);
}

/** The texts of a row of this kind; `cell` gives what stands in the column of a role, trimmed. */
export function textsOfCells(kind: DraftRow['kind'], cell: (role: string) => string): RowTexts {
  const read = placesOf(kind).map(([field, place]) => [field, place.read(cell)] as const);
  return Object.fromEntries(read.filter(([, texts]) => texts !== undefined));
}

/** Back to what `textsOfCells` reads. `texts` are those of one language, or a row, which has those of the main one. */
export function cellsOfTexts(kind: DraftRow['kind'], texts: object): TextCells {
  const fields = texts as Record<string, unknown>;
  const cells = placesOf(kind).map(([field, place]) =>
    fields[field] === undefined ? {} : place.write(fields[field]),
  );
  return Object.assign({}, ...cells) as TextCells;
}
