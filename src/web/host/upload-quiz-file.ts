import type { HttpError, QuizFileAnswer } from '../../protocol/http.js';
import { TICKET_HEADER } from '../../protocol/tickets.js';
import { i18n } from '../i18n/language.svelte.js';
import { remembered, ticketFor } from '../ui/storage.js';
import { utcOffset } from './utc-offset.js';

export type UploadAnswer =
  ({ ok: true } & Partial<QuizFileAnswer>) | { ok: false; error: HttpError['error'] | undefined };

/** Brings a quiz file into a room; the room's members hear of it as a fact. */
export async function uploadQuizFile(
  gameId: string,
  type: string,
  body: ArrayBuffer | string,
  title = '',
): Promise<UploadAnswer> {
  const { token } = remembered;
  const ticket = ticketFor(gameId);
  try {
    const path = `/api/rooms/${gameId}/quiz-set?title=${encodeURIComponent(title)}&utcOffset=${utcOffset()}`;
    const response = await fetch(path, {
      method: 'POST',
      headers: {
        'content-type': type,
        // The page's language, which need not be the browser's.
        'accept-language': i18n.current,
        // The identity of the socket, whatever the cookie says or cannot say.
        ...(token && { authorization: `Bearer ${token}` }),
        ...(ticket && { [TICKET_HEADER]: ticket }),
      },
      body,
    });
    const answer = (await response.json().catch(() => undefined)) as
      (Partial<QuizFileAnswer> & Partial<HttpError>) | undefined;
    if (response.ok) return { ok: true, ...answer };
    return { ok: false, error: answer?.error };
  } catch {
    return { ok: false, error: undefined };
  }
}
