/** The names of kinds and of values in a table: written in the language of its reader, read in each that has words. */
import { LANGUAGES } from '../../../i18n/made/languages.js';
import { serverWords } from '../../../i18n/made/server/words.js';
import { QUESTION_KINDS } from '../../../protocol/desk.js';
import type { Language } from '../../../protocol/http.js';
import { DRAWN_AMONG, ITEM_KINDS, STANDINGS, type ItemKind } from '../../../protocol/programme.js';
import type { QuestionKind } from '../../../protocol/question.js';
import { foldText } from '../../../protocol/text.js';

/** As JSON calls them. */
const VALUES = {
  kind: [...QUESTION_KINDS, ...ITEM_KINDS],
  order: ['drawn', 'written'],
  standings: STANDINGS,
  among: DRAWN_AMONG,
  flag: ['true', 'false'],
} as const satisfies Record<string, readonly string[]>;

type Values = typeof VALUES;
type ValueList = keyof Values;
type Value<List extends ValueList> = Values[List][number];

/** The columns that hold values of a list. */
const COLUMNS: Readonly<Partial<Record<string, ValueList>>> = {
  kind: 'kind',
  order: 'order',
  standings: 'standings',
  among: 'among',
  blind: 'flag',
  fixed: 'flag',
  whole: 'flag',
};

/** Other names, which people write as well. */
const OTHERS: { [List in ValueList]?: Readonly<Record<string, Value<List>>> } = {
  kind: {
    '': 'choice',
    객관식: 'choice',
    그림보기: 'pictures',
    숫자: 'number',
    위치: 'spot',
    설문: 'poll',
    척도: 'scale',
    주관식: 'typed',
    단어구름: 'words',
    참거짓: 'statements',
    '참·거짓': 'statements',
    순서: 'order',
    짝맞추기: 'match',
    비율맞히기: 'guess',
    지도: 'map',
    슬라이드: 'slide',
    라운드: 'round',
    쉬는시간: 'break',
    휴식: 'break',
    추첨: 'draw',
    순위: 'standings',
    순위발표: 'standings',
  },
  standings: { 문제마다: 'each', 라운드마다: 'round', 안함: 'never' },
  among: {
    모두: 'everybody',
    직전정답자: 'rightLast',
    라운드정답자: 'rightRound',
    팀: 'team',
    미당첨자: 'noPrize',
  },
  order: { 무작위: 'drawn', 적힌대로: 'written' },
  flag: { yes: 'true', no: 'false', 예: 'true', 아니요: 'false' },
};

/** Longer than the name of any value. */
const MAX_VALUE_UNITS = 80;

const plain = (cell: string): string =>
  foldText(cell, MAX_VALUE_UNITS).replace(/\s/g, '').toLowerCase();

function catalogueName(list: ValueList, value: string, language: Language): string {
  const names: Readonly<Record<string, string>> = serverWords[language].server.values[list];
  return names[value] ?? value;
}

/** Read when they are first needed. */
const read = new Map<ValueList, ReadonlyMap<string, string>>();

/** Where two values have one name, the first one counts. */
function namesOf(list: ValueList): ReadonlyMap<string, string> {
  const known = read.get(list);
  if (known !== undefined) return known;
  const names = new Map<string, string>();
  const add = (name: string, value: string): void => {
    const written = plain(name);
    if (!names.has(written)) names.set(written, value);
  };
  for (const value of VALUES[list]) add(value, value);
  for (const [name, value] of Object.entries<string>(OTHERS[list] ?? {})) add(name, value);
  for (const language of LANGUAGES)
    for (const value of VALUES[list]) add(catalogueName(list, value, language), value);
  read.set(list, names);
  return names;
}

/** The value of a cell as JSON calls it; undefined where it is none. */
export function valueOf<List extends ValueList>(list: List, cell: string): Value<List> | undefined {
  return namesOf(list).get(plain(cell)) as Value<List> | undefined;
}

/** The kind of a row. */
export const kindOfCell = (cell: string): QuestionKind | ItemKind | undefined =>
  valueOf('kind', cell);

/** In a cell: undefined where it is empty, and the cell where it says neither. */
export function flagOf(cell: string): boolean | string | undefined {
  if (cell === '') return undefined;
  const value = valueOf('flag', cell);
  return value === undefined ? cell : value === 'true';
}

/** A cell that we write: a value by its name in `language`, where that reads as the same one again. */
export function cellOfValue(column: string, cell: string, language: Language): string {
  const list = COLUMNS[column];
  if (list === undefined || cell === '') return cell;
  const name = catalogueName(list, cell, language);
  return valueOf(list, name) === cell ? name : cell;
}
