import type { QuizSetChoice } from '../../protocol/events.js';
import type { HttpError, PublicRoom, QuizSetSummary, ServerInfo } from '../../protocol/http.js';
import { TITLE_MAX_GRAPHEMES } from '../../protocol/limits.js';
import { i18n } from '../i18n/language.svelte.js';
import { remembered } from './storage.js';

const START = new RegExp(`^.{0,${TITLE_MAX_GRAPHEMES}}`, 'u');

async function get<T>(path: string): Promise<T | undefined> {
  try {
    const response = await fetch(path, { headers: { accept: 'application/json' } });
    return response.ok ? ((await response.json()) as T) : undefined;
  } catch {
    return undefined;
  }
}

export const fetchQuizSets = () => get<QuizSetSummary[]>('/api/quiz-sets');
export const fetchRooms = () => get<PublicRoom[]>('/api/rooms');
export const fetchInfo = () => get<ServerInfo>('/api/info');

export type UploadAnswer =
  | { ok: true; title: string; quizCount: number }
  | { ok: false; error: HttpError['error'] | undefined };

/** Whose faults are told by question, and not by row. */
export function isJsonFile(file: File): boolean {
  return file.type === 'application/json' || file.name.toLowerCase().endsWith('.json');
}

/** The name without its ending, as long as a title may be. */
function titleOf({ name }: File): string {
  // macOS takes Hangul apart, Windows allows half characters, and a code point is a character at most.
  const whole = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFC')
    .replace(/\p{Cs}/gu, '');
  return START.exec(whole)?.[0] ?? '';
}

/** Brings a quiz file into a room; the room's members hear of it as a fact. */
export async function uploadQuizFile(gameId: string, file: File): Promise<UploadAnswer> {
  const { token } = remembered;
  try {
    const title = encodeURIComponent(titleOf(file));
    const response = await fetch(`/api/rooms/${gameId}/quiz-set?title=${title}`, {
      method: 'POST',
      headers: {
        'content-type': isJsonFile(file) ? 'application/json' : 'text/csv',
        // The page's language, which need not be the browser's.
        'accept-language': i18n.current,
        // The identity of the socket, whatever the cookie says or cannot say.
        ...(token && { authorization: `Bearer ${token}` }),
      },
      // The bytes as they are: spreadsheets save Korean in encodings that the server detects.
      body: await file.arrayBuffer(),
    });
    const body = (await response.json().catch(() => undefined)) as
      (Partial<QuizSetChoice> & Partial<HttpError>) | undefined;
    if (response.ok) return { ok: true, title: body?.title ?? '', quizCount: body?.quizCount ?? 0 };
    return { ok: false, error: body?.error };
  } catch {
    return { ok: false, error: undefined };
  }
}
