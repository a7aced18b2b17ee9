/** An item of a programme (R27) as people write it in our own JSON, or in a row of a table. */
import { serverWords } from '../../../i18n/made/server/words.js';
import { z } from 'zod';
import { draftFaults } from '../../../game/shared/draft-faults.js';
import { itemOf } from '../../../game/shared/draft-items.js';
import type { DraftItem } from '../../../protocol/desk.js';
import type { Language } from '../../../protocol/http.js';
import * as limits from '../../../protocol/limits.js';
import {
  DRAWN_AMONG,
  ITEM_KINDS,
  ROUND_FACTORS,
  STANDINGS,
  type ItemKind,
  type ProgrammeItem,
} from '../../../protocol/programme.js';
import { placeIn, unknownKeys } from './file-text.js';
import { fieldName, inEachLanguage } from './file-words.js';
import { IMAGE_ID } from './kind-schemas.js';
import { draftTexts } from './row-texts-schema.js';
import type { Columns, ExtraColumn } from './table-header.js';
import { cellOf, furtherTexts, wholeNumber } from './table-row.js';
import { flagOf, kindOfCell, valueOf } from './table-values.js';

const text = z.string().max(limits.DRAFT_TEXT_MAX_UNITS);
const number = z.number().min(-limits.RULER_MOST).max(limits.RULER_MOST).nullable();
const id = z.string().min(1).max(limits.ID_MAX_UNITS);

/** The fields of a draft of an item beside its id and its kind, within bounds. */
export const itemParts = {
  note: text,
  title: text,
  text,
  image: z.strictObject({ id: z.string().regex(IMAGE_ID), alt: text }),
  seconds: number,
  startsAt: text,
  name: text,
  setId: z.string().max(limits.ID_MAX_UNITS),
  count: number,
  order: z.enum(['drawn', 'written']),
  limitTime: number,
  blind: z.boolean(),
  factor: z.literal(ROUND_FACTORS),
  standings: z.enum(STANDINGS),
  message: text,
  minutes: number,
  among: z.enum(DRAWN_AMONG),
  team: number,
  winners: number,
  texts: draftTexts.item,
};

const kind = z.enum(ITEM_KINDS);

/** A draft of an item. */
export const itemSchema = z.strictObject({ ...z.object(itemParts).partial().shape, id, kind });

const writtenSchemas = inEachLanguage((say) =>
  z.strictObject(
    { ...z.object(itemParts).partial().shape, id: id.optional(), kind },
    { error: unknownKeys(say) },
  ),
);

export function isWrittenItem(written: unknown): written is { kind: ItemKind } {
  const isObject = typeof written === 'object' && written !== null;
  return isObject && 'kind' in written && kind.safeParse(written.kind).success;
}

/** The item as it is played, with the id `place` where it has none; or its faults. */
export function readItem(
  written: object,
  place: string,
  language: Language,
): ProgrammeItem | string[] {
  const say = serverWords[language].server.file;
  const parsed = writtenSchemas(language).safeParse(written, {
    // Words of its own has only a key that is not known.
    error: () => say.wrongValue,
  });
  if (!parsed.success)
    return parsed.error.issues.map(({ path: [field = ''], message }) =>
      field === '' ? message : `${fieldName(String(field), say)}: ${message}`,
    );
  const draft = { ...parsed.data, id: parsed.data.id ?? place } as DraftItem;
  const faults = draftFaults(draft, serverWords[language].faults);
  if (faults.length === 0) return itemOf(draft);
  return faults.map(
    ({ field, language: of, message }) => `${placeIn(fieldName(field, say), of)}: ${message}`,
  );
}

export function itemKindOf(cells: string[], columns: Columns): ItemKind | undefined {
  if (!columns.isOwn) return undefined;
  const named = kindOfCell(cellOf(cells, columns.kind));
  return ITEM_KINDS.find((one) => one === named);
}

/** A row of a table whose kind is that of an item, as JSON has it. */
export function itemOfCells(kind: ItemKind, cells: string[], columns: Columns): object {
  const cell = (column: ExtraColumn): string => cellOf(cells, columns.extra.get(column));
  const numeral = (column: ExtraColumn): number | undefined => wholeNumber(cell(column));
  const value = (column: 'order' | 'standings' | 'among'): string =>
    valueOf(column, cell(column)) ?? cell(column);
  const heading = cellOf(cells, columns.question);
  const seconds = wholeNumber(cellOf(cells, columns.seconds));
  const team = numeral('team');
  const ofKind = {
    slide: {
      title: heading,
      text: cell('text'),
      seconds,
      startsAt: cell('starts'),
      image: cell('image') === '' ? '' : { id: cell('image'), alt: cell('alt') },
    },
    round: {
      name: heading,
      setId: cell('set'),
      count: numeral('count'),
      order: value('order'),
      limitTime: seconds,
      factor: wholeNumber(cellOf(cells, columns.points)),
      standings: value('standings'),
      blind: flagOf(cell('blind')),
    },
    break: { message: heading, minutes: numeral('minutes') },
    draw: {
      title: heading,
      among: value('among'),
      // People count teams from 1.
      team: team === undefined ? undefined : team - 1,
      winners: numeral('count'),
    },
    standings: {},
  };
  const fields = { ...ofKind[kind], id: cell('id'), note: cellOf(cells, columns.note) };
  const there = Object.entries(fields).filter(([, one]) => one !== '' && one !== undefined);
  return { kind, ...Object.fromEntries(there), ...furtherTexts(kind, cells, columns) };
}

/** Back to what `itemOfCells` reads: cells by column. */
export function rowOfItem(draft: DraftItem): Partial<Record<string, string>> {
  const { kind, title = '', name = '', message = '', image, team } = draft;
  const text = (value: string | number | boolean | null | undefined): string => String(value ?? '');
  return {
    kind,
    question: { slide: title, round: name, break: message, draw: title, standings: '' }[kind],
    seconds: text(kind === 'round' ? draft.limitTime : draft.seconds),
    points: text(draft.factor),
    note: text(draft.note),
    text: text(draft.text),
    starts: text(draft.startsAt),
    image: text(image?.id),
    alt: text(image?.alt),
    set: text(draft.setId),
    count: text(kind === 'draw' ? draft.winners : draft.count),
    order: text(draft.order),
    standings: text(draft.standings),
    blind: text(draft.blind),
    minutes: text(draft.minutes),
    among: text(draft.among),
    team: typeof team === 'number' ? text(team + 1) : '',
  };
}
