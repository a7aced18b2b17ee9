/** What every part of a quiz file is read by: its texts, and the names of its fields. */
import { z } from 'zod';
import { cleanLines, cleanText, type TextBounds } from '../../../protocol/text.js';
import { fieldName, type FileWords } from './file-words.js';
import { quoted } from './quiz-file-error.js';

/** A text that is not empty and within the bounds. Line breaks and tabs of a cell become spaces. */
export function fileText(say: FileWords, maxUnits: number, maxGraphemes = maxUnits) {
  return z.string({ error: say.notString }).transform((raw, context) => {
    const oneLine = raw.replace(/[\t\r\n]+/g, ' ').trim();
    const clean = cleanText(oneLine, { maxGraphemes, maxUnits });
    if (clean !== undefined && clean !== '') return clean;
    const message =
      oneLine === ''
        ? say.empty
        : oneLine.length > maxGraphemes
          ? say.longerThan({ characters: maxGraphemes })
          : say.notShowable;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** The same of several lines. */
export function fileLines(say: FileWords, bounds: TextBounds) {
  return z.string({ error: say.notString }).transform((raw, context) => {
    const clean = cleanLines(raw, bounds);
    if (clean !== undefined && clean !== '') return clean;
    const message =
      clean === ''
        ? say.empty
        : raw.length > bounds.maxGraphemes
          ? say.longerThan({ characters: bounds.maxGraphemes })
          : say.notShowable;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** Zod's own message repeats every unknown key at full length; a hostile file would choose both. */
export function unknownKeys(say: FileWords): (issue: z.core.$ZodRawIssue) => string {
  return (issue) =>
    issue.code === 'unrecognized_keys'
      ? say.unknownField({ field: quoted(issue.keys[0] ?? '') })
      : say.notAnObject;
}

/** The place of a text in a further language. */
export const placeIn = (place: string, language: string | undefined): string =>
  language === undefined ? place : `${place} (${language})`;

/** An issue with where it is, in an author's words: `choice 3: is empty`, `item 2, answer: is empty`. */
export function describeIssue(issue: z.core.$ZodIssue, say: FileWords): string {
  const [field, language, ...inside] = issue.path;
  const isInLanguage = field === 'texts' && inside.length > 0;
  const where = placeOf(isInLanguage ? inside : issue.path, say);
  const place = placeIn(where, isInLanguage ? String(language) : undefined);
  return place === '' ? issue.message : `${place}: ${issue.message}`;
}

/** Where something is, by the keys of JSON; what is in a list is counted from 1. */
export const pathOf = (keys: readonly PropertyKey[]): string =>
  keys.map((key) => (typeof key === 'number' ? key + 1 : String(key))).join(' ');

function placeOf(keys: readonly PropertyKey[], say: FileWords): string {
  const path = pathOf(keys);
  const choice = /^choices (\d+)$/.exec(path)?.[1];
  const [, part, of = 'text'] = /^parts (\d+)(?: (text|answer))?$/.exec(path) ?? [];
  if (choice !== undefined) return say.choice({ number: Number(choice) });
  if (part === undefined) return fieldName(path, say);
  return [say.part({ number: Number(part) }), ...(of === 'text' ? [] : [fieldName(of, say)])].join(
    ', ',
  );
}
