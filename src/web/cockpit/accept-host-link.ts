import type { HostLinkRequest, HttpError } from '../../protocol/http.js';
import type { FailureCode } from '../i18n/failure-code.js';
import { remembered } from '../ui/storage.js';

/** Shows the secret of a host link to the server (R3.6); null where this browser may open cockpits now. */
export async function acceptHostLink(gameId: string, secret: string): Promise<FailureCode | null> {
  const { token } = remembered;
  const request: HostLinkRequest = { secret };
  try {
    const response = await fetch(`/api/rooms/${gameId}/host-link`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        // The identity of the socket, whatever the cookie says.
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(request),
    });
    if (response.ok) return null;
    const body = (await response.json().catch(() => undefined)) as Partial<HttpError> | undefined;
    return body?.error?.code ?? 'INTERNAL';
  } catch {
    return 'NO_ANSWER';
  }
}
