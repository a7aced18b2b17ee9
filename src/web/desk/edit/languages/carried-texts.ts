/** Texts in further languages stand by place in their lists, so they go along where a list of the row changes. */
import type { DraftRow } from '../../../../protocol/desk.js';
import { isList, isText, textFieldsOf } from '../../../../protocol/row-texts.js';
import { trimmedList } from './text-places.js';

type Fields = Readonly<Record<string, unknown>>;

/** The texts of a row that was changed in another way than by `texts`. */
export function carriedTexts(before: DraftRow, after: DraftRow): DraftRow['texts'] {
  const { texts } = after;
  if (texts === undefined) return undefined;
  const [old, now] = [before, after] as unknown as [Fields, Fields];
  const all = Object.entries(texts).flatMap(([language, own]: [string, Fields]) => {
    const carried = carriedIn(old, now, own);
    return Object.keys(carried).length === 0 ? [] : [[language, carried] as const];
  });
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

function carriedIn(before: Fields, after: Fields, own: Fields): Fields {
  let carried = own;
  const put = (field: string, value: unknown) => {
    const { [field]: _, ...others } = carried;
    carried = value === undefined ? others : { ...others, [field]: value };
  };
  // A description tells what its picture shows.
  if (idOf(before) !== idOf(after)) put('image', undefined);
  for (const [field, shape] of Object.entries(textFieldsOf(after['kind'] as DraftRow['kind']))) {
    if (!isList(shape) || (isText(shape.one) && shape.one.form === 'spelling')) continue;
    const [old, now] = [listOf(before[field]), listOf(after[field])];
    const texts = listOf(own[field]);
    if (old === now) continue;
    const from = cameFrom(old, now);
    if (texts.length > 0)
      put(
        field,
        trimmedList(
          now.map((one, n) => {
            const place = from[n];
            const text = place === undefined ? undefined : texts[place];
            if (place === undefined || text === undefined) return isText(shape.one) ? '' : {};
            return idOf(old[place]) === idOf(one) ? text : withoutImage(text);
          }),
        ),
      );
  }
  // Choices become parts, and parts choices (`become`).
  if (before['kind'] !== after['kind'])
    for (const [field, other] of [
      ['parts', 'choices'],
      ['choices', 'parts'],
    ] as const)
      if (before[field] !== after[field] && carried[field] === undefined) {
        const mains = listOf(before[other]).map(wordsOf);
        const texts = listOf(own[other]).map(wordsOf);
        const words = listOf(after[field]).map((one) => texts[mains.indexOf(wordsOf(one))] ?? '');
        put(
          field,
          trimmedList(words.map((text) => (field === 'choices' || text === '' ? text : { text }))),
        );
      }
  return carried;
}

/** Where each of `now` stood before, as far as that can be told; one that was only written in keeps its place. */
export function cameFrom(
  before: readonly unknown[],
  now: readonly unknown[],
): (number | undefined)[] {
  const most = Math.min(before.length, now.length);
  let head = 0;
  while (head < most && before[head] === now[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const left = new Set(before.keys());
  const take = (place: number) => (left.delete(place) ? place : undefined);
  const from = now.map((_, n) => {
    if (n < head) return take(n);
    return n >= now.length - tail ? take(n - now.length + before.length) : undefined;
  });
  for (const [n, one] of now.entries())
    from[n] ??= take([...left].find((place) => before[place] === one) ?? -1);
  if (before.length === now.length) for (const n of now.keys()) from[n] ??= take(n);
  return from;
}

const NONE: readonly unknown[] = [];
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : NONE);

const idOf = (value: unknown): string | undefined =>
  (value as { image?: { id: string } } | undefined)?.image?.id;

function withoutImage(text: unknown): unknown {
  const { image: _, ...rest } = text as Fields;
  return rest;
}

function wordsOf(one: unknown): string {
  const words = typeof one === 'string' ? one : (one as { text?: string } | undefined)?.text;
  return (words ?? '').trim();
}
