/** The row of a table that names its columns: which column holds what, in the names of several programs. */
import { LANGUAGES } from '../../../i18n/made/languages.js';
import { serverWords } from '../../../i18n/made/server/words.js';
import type { Language } from '../../../protocol/http.js';
import { MAX_CHOICES, MAX_SET_LANGUAGES } from '../../../protocol/limits.js';
import { canonicalLanguage, type SetLanguage } from '../../../protocol/set-languages.js';
import { foldText } from '../../../protocol/text.js';
import { MAX_CELLS } from './csv-rows.js';
import { FaultList, quoted } from './quiz-file-error.js';
import { TEXT_ROLES } from './table-texts.js';

export interface Columns {
  /** Whether the names are ours. A table of another program may have columns that mean nothing here. */
  isOwn: boolean;
  question: number;
  answer: number;
  /** By choice, from 0: the column that holds it, where the file has one. */
  choices: (number | undefined)[];
  seconds: number | undefined;
  points: number | undefined;
  /** A picture of another program, which is not fetched. */
  picture: number | undefined;
  /** The kind of question, as we or another program call it. */
  kind: number | undefined;
  explanation: number | undefined;
  /** For the host alone. */
  note: number | undefined;
  /** Columns that only our own tables have: the fields of a kind or of an item, and the id and the words of a picture. */
  extra: ReadonlyMap<ExtraColumn, number>;
  /** The columns of texts in further languages, by their roles. */
  languages: ReadonlyMap<SetLanguage, ReadonlyMap<string, number>>;
  /** The row of the header itself. */
  row: number;
  /** Cells from here on belong to no column. */
  width: number;
}

export const EXTRA_COLUMNS = [
  'min',
  'max',
  'step',
  'unit',
  'tolerance',
  'image',
  'alt',
  'text',
  'minutes',
  'count',
  'set',
  'order',
  'standings',
  'among',
  'team',
  'starts',
  'wrong',
  'walk',
  'guess',
  'id',
  'blind',
  'fixed',
  'places',
  'whole',
  'language',
] as const;
export type ExtraColumn = (typeof EXTRA_COLUMNS)[number];

/** All that a column may hold, in the order in which we write them. */
export const COLUMN_ROLES: readonly string[] = [
  'question',
  'kind',
  'answer',
  ...Array.from({ length: MAX_CHOICES }, (_, index) => `choice${index + 1}`),
  'seconds',
  'points',
  'explanation',
  'note',
  ...EXTRA_COLUMNS,
];

const NAMES = new Map<string, string>([
  ['question', 'question'],
  ['questiontext', 'question'],
  ['quiz', 'question'],
  ['문제', 'question'],
  ['질문', 'question'],
  ['answer', 'answer'],
  ['정답', 'answer'],
  ['답', 'answer'],
  ['seconds', 'seconds'],
  ['time', 'seconds'],
  ['limittime', 'seconds'],
  ['timelimit', 'seconds'],
  ['timeinseconds', 'seconds'],
  ['시간', 'seconds'],
  ['제한시간', 'seconds'],
  ['시간제한', 'seconds'],
  ['초', 'seconds'],
  ['points', 'points'],
  ['배점', 'points'],
  ['점수', 'points'],
  ['kind', 'kind'],
  ['유형', 'kind'],
  ['explanation', 'explanation'],
  ['해설', 'explanation'],
  ['풀이', 'explanation'],
  ['hostnote', 'note'],
  ['진행자메모', 'note'],
  ...EXTRA_COLUMNS.map((name): [string, string] => [name, name]),
  ['최소', 'min'],
  ['최대', 'max'],
  ['간격', 'step'],
  ['단위', 'unit'],
  ['오차', 'tolerance'],
  ['그림', 'image'],
  ['그림설명', 'alt'],
  ['내용', 'text'],
  ['분', 'minutes'],
  ['개수', 'count'],
  ['문제집', 'set'],
  ['순서', 'order'],
  ['순위', 'standings'],
  ['추첨대상', 'among'],
  ['팀', 'team'],
  ['시작시각', 'starts'],
  ['오답', 'wrong'],
  ['걷는시간', 'walk'],
  ['맞히는시간', 'guess'],
  ['가리기', 'blind'],
  ['보기순서고정', 'fixed'],
  ['장소', 'places'],
  ['그림전체', 'whole'],
  ['언어', 'language'],
  ['no', 'ignored'],
  ['number', 'ignored'],
  ['note', 'ignored'],
  ['번호', 'ignored'],
  ['비고', 'ignored'],
]);
/** What Kahoot, Wayground, Blooket and ClassQuiz have, and we do not: it tells whose table this is. */
const OTHERS_NAMES = new Map([
  ['correctanswer', 'answer'],
  ['correctanswers', 'answer'],
  ['questiontype', 'kind'],
  ['answerexplanation', 'explanation'],
]);
const PICTURE_NAMES = new Set(['imagelink', 'questionimage']);
/** Of the longest name with its explanation. */
const MAX_NAME_UNITS = 120;
const CHOICE_NAME =
  /^(?:(?:choice|option|answer|보기|선택지|답변)([1-9]\d?)|([1-9]\d?)(?:st|nd|rd|th)answer)$/;
/** "Answer 3 (Optional)", "Time limit (sec) – 5, 10 or 20": what follows explains the name. */
const EXPLANATION = /^(.*?[^\s(–—-])\s*[(–—-].*$/s;

/** "question:de", "보기 1: pt-BR (Portuguese)": texts in a further language. */
const IN_LANGUAGE = /^([^:(–—-]+):\s*([^\s:(]+)\s*(?:\(.*)?$/s;

/** Read when they are first needed. */
let ownNames: ReadonlyMap<string, string> | undefined;

/** The names of columns in each catalogue; of two that mean different columns by one name, the first one counts. */
function namesOfCatalogues(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const language of LANGUAGES)
    for (const role of COLUMN_ROLES) {
      const name = nameOf(catalogueName(role, language)) ?? '';
      if (!names.has(name)) names.set(name, role);
    }
  return names;
}

function catalogueName(role: string, language: Language): string {
  const { columns } = serverWords[language].server;
  const [, number] = /^choice(\d+)$/.exec(role) ?? [];
  return number === undefined ? columns[role as ExtraColumn] : columns.choice({ number });
}

/**
 * The name of a column in a table that we write: the English one where that of the catalogue reads as another column.
 * `role` ends with `:` and a tag for texts in a further language.
 */
export function columnName(role: string, language: Language): string {
  const [, text = '', tag] = IN_LANGUAGE.exec(role) ?? [];
  if (tag !== undefined) return `${columnName(text, language)}:${tag}`;
  const name = catalogueName(role, language);
  return roleOf(nameOf(name)) === role ? name : catalogueName(role, 'en');
}

/** A row that names all that a table needs. */
export function isHeader(cells: string[]): boolean {
  const roles = new Set(cells.slice(0, MAX_CELLS).map((cell) => roleOf(nameOf(cell))));
  return neededIn(roles).every((role) => roles.has(role));
}

/** A table that names kinds may have no choices. */
function neededIn(roles: { has: (role: string) => boolean }): string[] {
  return roles.has('kind') && !roles.has('choice1')
    ? ['question', 'answer']
    : ['question', 'answer', 'choice1', 'choice2'];
}

/** Throws QuizFileError where the columns cannot be told. `row` is the header's own row. */
export function readHeader(cells: string[], row: number, language: Language): Columns {
  const say = serverWords[language].server.file;
  const usual = say.usualColumns({ mostChoices: MAX_CHOICES });
  const names = cells.slice(0, MAX_CELLS).map(nameOf);
  const isOwn = !names.some((name) => name !== undefined && OTHERS_NAMES.has(name));
  const faults = new FaultList(say, 'row');
  const found = new Map<string, number>();
  const languages = new Map<SetLanguage, Map<string, number>>();
  for (const [column, name] of names.entries()) {
    const role = roleOf(name);
    if (role === 'ignored') continue;
    if (role !== undefined && found.has(role))
      faults.add(row, say.columnTwice({ column: columnName(role, language) }));
    else if (role !== undefined) found.set(role, column);
    else if (isOwn) {
      const [, text = '', tag] = IN_LANGUAGE.exec(name ?? '') ?? [];
      const named = roleOf(text);
      const fault =
        named === undefined || tag === undefined
          ? say.unknownColumn({ cell: quoted(cells[column] ?? ''), usual })
          : takeInLanguage(languages, named, tag, column, language);
      if (fault !== undefined) faults.add(row, fault);
    }
    if (faults.isFull) break;
  }
  if ((cells[MAX_CELLS] ?? '').trim() !== '')
    faults.add(row, say.tooManyColumns({ most: MAX_CELLS }));
  for (const role of neededIn(found))
    if (!found.has(role))
      faults.add(row, say.columnMissing({ column: columnName(role, language), usual }));
  faults.throwIfAny();
  const picture = names.findIndex((name) => name !== undefined && PICTURE_NAMES.has(name));
  return {
    isOwn,
    question: found.get('question') ?? 0,
    answer: found.get('answer') ?? 0,
    choices: Array.from({ length: MAX_CHOICES }, (_, index) => found.get(`choice${index + 1}`)),
    seconds: found.get('seconds'),
    points: found.get('points'),
    picture: picture < 0 ? undefined : picture,
    kind: found.get('kind'),
    explanation: found.get('explanation'),
    note: found.get('note'),
    extra: new Map(
      EXTRA_COLUMNS.flatMap((name) => {
        const column = found.get(name);
        return column === undefined ? [] : [[name, column] as const];
      }),
    ),
    languages,
    row,
    width: cells.length,
  };
}

/** Notes a column of texts in a further language, or returns what is wrong with it. */
function takeInLanguage(
  languages: Map<SetLanguage, Map<string, number>>,
  role: string,
  tag: string,
  column: number,
  readers: Language,
): string | undefined {
  const say = serverWords[readers].server.file;
  if (!TEXT_ROLES.includes(role)) return say.notInLanguages({ column: columnName(role, readers) });
  const language = canonicalLanguage(tag);
  if (language === undefined) return say.unknownLanguage({ tag: quoted(tag) });
  const columns = languages.get(language) ?? new Map<string, number>();
  if (columns.has(role))
    return say.columnTwice({ column: columnName(`${role}:${language}`, readers) });
  if (columns.size === 0 && languages.size >= MAX_SET_LANGUAGES - 1)
    return say.tooManyLanguages({ most: MAX_SET_LANGUAGES });
  languages.set(language, columns.set(role, column));
  return undefined;
}

/** NFKC also reads full-width digits and the decomposed Hangul that macOS writes. */
function nameOf(cell: string): string | undefined {
  if (cell.length > MAX_NAME_UNITS) return undefined;
  const written = foldText(cell, MAX_NAME_UNITS).trim().toLowerCase();
  const [, text = written, tag] = IN_LANGUAGE.exec(written) ?? [];
  const name = text.replace(EXPLANATION, '$1').replace(/[\s_.]/g, '');
  return tag === undefined ? name : `${name}:${tag.replaceAll('_', '-')}`;
}

function roleOf(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (name === '') return 'ignored';
  const [, before, after] = CHOICE_NAME.exec(name) ?? [];
  const choice = Number(before ?? after);
  if (choice >= 1 && choice <= MAX_CHOICES) return `choice${choice}`;
  ownNames ??= namesOfCatalogues();
  return NAMES.get(name) ?? OTHERS_NAMES.get(name) ?? ownNames.get(name);
}
