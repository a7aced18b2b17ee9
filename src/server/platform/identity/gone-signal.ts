import type { ServerResponse } from 'node:http';

/** Aborts when nobody waits for this answer any more. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}
