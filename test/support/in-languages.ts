import {
  isList,
  isText,
  textFieldsOf,
  type ItemKind,
  type QuestionKind,
  type RowTextFields,
  type RowTextShape,
  type SetLanguage,
} from '../../src/protocol/index.js';

/** A text in another language, as tests know it. */
export const said = (text: string, language: SetLanguage): string => `${text} ${language}`;

/** A question or an item with all its texts in further languages: each followed by the tag. */
export function inLanguages<T extends { kind: QuestionKind | ItemKind }>(
  row: T,
  languages: readonly SetLanguage[],
): T {
  const texts = languages.map((tag) => [tag, textsIn(textFieldsOf(row.kind), row, tag)] as const);
  return { ...row, texts: Object.fromEntries(texts) };
}

function textsIn(shape: RowTextShape | RowTextFields, value: unknown, tag: SetLanguage): unknown {
  if (isText(shape)) return said(value as string, tag);
  if (isList(shape)) return (value as unknown[]).map((one) => textsIn(shape.one, one, tag));
  const fields = value as Record<string, unknown>;
  const there = Object.entries(shape).filter(([field]) => fields[field] !== undefined);
  return Object.fromEntries(
    there.map(([field, inner]) => [field, textsIn(inner, fields[field], tag)]),
  );
}
