import type { HttpError } from '../../protocol/http.js';
import { TICKET_HEADER } from '../../protocol/tickets.js';
import { saveFile } from '../ui/save-file.js';
import { ticketFor } from '../ui/storage.js';
import { tellFailure } from '../ui/tell-failure.js';

/**
 * Saves what a link of a room leads to for who has come by a ticket (R28.10), which a link cannot show; others follow
 * the link.
 */
export function saveByTicket(event: MouseEvent, gameId: string): void {
  const ticket = ticketFor(gameId);
  if (ticket === undefined || !(event.currentTarget instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  void save(event.currentTarget.href, ticket);
}

async function save(address: string, ticket: string): Promise<void> {
  try {
    const response = await fetch(address, { headers: { [TICKET_HEADER]: ticket } });
    if (!response.ok) return await tellFailure(((await response.json()) as HttpError).error.code);
    const name = nameIn(response.headers.get('content-disposition') ?? '');
    saveFile(await response.blob(), name);
  } catch {
    await tellFailure('NO_ANSWER');
  }
}

function nameIn(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(disposition) ?? [];
  const [, plain = ''] = /filename="?([^";]+)/.exec(disposition) ?? [];
  return encoded === undefined ? plain : decodeURIComponent(encoded);
}
