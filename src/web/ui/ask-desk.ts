import type { HttpError } from '../../protocol/http.js';
import type { FailureCode } from '../i18n/failure-code.js';
import { i18n } from '../i18n/language.svelte.js';

export type Answer<T> =
  { ok: true; value: T } | { ok: false; code: FailureCode; error: Partial<HttpError['error']> };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
interface Sent {
  body?: BodyInit;
  headers?: Record<string, string>;
}

/** Asks `/api/desk`; a body that is not a file's is JSON. */
export function ask<T>(method: Method, path: string, sent: Sent = {}): Promise<Answer<T>> {
  return askApi(method, `/desk${path}`, sent);
}

/** The same for all of `/api`. */
export async function askApi<T>(
  method: Method,
  path: string,
  { body, headers }: Sent = {},
): Promise<Answer<T>> {
  try {
    const response = await fetch(`/api${path}`, {
      method,
      headers: {
        accept: 'application/json',
        // The page's language, which need not be the browser's.
        'accept-language': i18n.current,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    if (response.ok) return { ok: true, value: parsed as T };
    const { error } = parsed as HttpError;
    return { ok: false, code: error.code, error };
  } catch {
    return { ok: false, code: 'NO_ANSWER', error: {} };
  }
}
