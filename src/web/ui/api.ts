import type { Look } from '../../protocol/look.js';
import type { PublicRoom, QuizSetSummary, ServerInfo } from '../../protocol/http.js';

async function get<T>(path: string): Promise<T | undefined> {
  try {
    const response = await fetch(path, { headers: { accept: 'application/json' } });
    return response.ok ? ((await response.json()) as T) : undefined;
  } catch {
    return undefined;
  }
}

/** `play`: one's own set that has to be among them, if it is there. */
export const fetchQuizSets = (play = '') =>
  get<QuizSetSummary[]>(
    play === '' ? '/api/quiz-sets' : `/api/quiz-sets?play=${encodeURIComponent(play)}`,
  );
export const fetchRooms = () => get<PublicRoom[]>('/api/rooms');
/** The look of this account. */
export const fetchLook = () => get<{ look: Look | null }>('/api/desk/look');
export const fetchInfo = () => get<ServerInfo>('/api/info');
