import type {
  CreatedSet,
  DraftSet,
  KeptSet,
  KeptSetSummary,
  SavedSet,
} from '../../protocol/desk.js';
import { i18n } from '../i18n/language.svelte.js';
import { ask, type Answer } from '../ui/ask-desk.js';
import { QUIZ_FILE_TYPES, titleOf, typeOf } from '../ui/quiz-file.js';

const ARCHIVE_TYPE = 'application/zip';
/** What a new set is made from; an archive is a set with its pictures. */
export const SET_FILE_TYPES = `${QUIZ_FILE_TYPES},.zip,${ARCHIVE_TYPE}`;

/** A new set from a file, as its bytes are: the server tells the encoding. */
export async function createFrom(file: File): Promise<Answer<CreatedSet>> {
  const isArchive = /\.zip$/i.test(file.name);
  const title = encodeURIComponent(titleOf(file));
  return ask('POST', `/${isArchive ? 'archive' : 'sets'}?title=${title}`, {
    body: isArchive ? file : await file.arrayBuffer(),
    headers: { 'content-type': isArchive ? ARCHIVE_TYPE : typeOf(file) },
  });
}

/** A new set without a question. */
export function createEmpty(title: string): Promise<Answer<SavedSet>> {
  const draft: DraftSet = { title, language: i18n.current, labels: [], questions: [] };
  return ask('POST', '/drafts', { body: JSON.stringify(draft) });
}

/** Saves over the revision that this page shows. */
function save(set: KeptSetSummary, draft: DraftSet): Promise<Answer<KeptSetSummary>> {
  const { title, language, languages, texts, labels, questions } = draft;
  return ask('PUT', `/sets/${set.id}`, {
    body: JSON.stringify({ title, language, languages, texts, labels, questions }),
    headers: { 'if-match': `"${set.revision}"` },
  });
}

export async function rename(set: KeptSetSummary, title: string): Promise<Answer<KeptSetSummary>> {
  const kept = await ask<KeptSet>('GET', `/sets/${set.id}`);
  return kept.ok ? save(set, { ...kept.value, title }) : kept;
}

/** Saves an earlier version over what is there now. */
export async function bringBack(
  set: KeptSetSummary,
  revision: number,
): Promise<Answer<KeptSetSummary>> {
  const before = await ask<DraftSet>('GET', `/sets/${set.id}/versions/${revision}`);
  return before.ok ? save(set, { ...before.value, labels: set.labels }) : before;
}
