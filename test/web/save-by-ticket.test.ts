import { afterEach, expect, it, vi } from 'vitest';
import { mockModules } from '../support/mock-modules.js';

// As text: the types of a browser are not those of these tests.
const SAVER: string = '../../src/web/show/save-by-ticket.js';
type Saver = { saveByTicket: (event: object, gameId: string) => void };

const told = vi.fn<(code: string) => void>();
mockModules({
  '../../src/web/ui/tell-failure.js': { tellFailure: told },
  '../../src/web/ui/storage.js': { ticketFor: () => 'TICKET' },
});

class Anchor {
  href = 'http://localhost/file';
}

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['is refused', () => Response.json({ error: { code: 'BUSY' } }, { status: 503 }), 'BUSY'],
  ['has no answer that a page can read', () => new Response('', { status: 502 }), 'NO_ANSWER'],
  ['is not answered', () => Promise.reject(new Error('offline')), 'NO_ANSWER'],
] as const)(
  'R28.10 a host is told where a file that a ticket asks for %s',
  async (_, answer, code) => {
    vi.stubGlobal('HTMLAnchorElement', Anchor);
    vi.stubGlobal('fetch', async () => answer());
    const { saveByTicket } = (await import(SAVER)) as Saver;
    told.mockReset();
    saveByTicket({ currentTarget: new Anchor(), preventDefault: () => {} }, '123456');
    await expect.poll(() => told.mock.calls).toEqual([[code]]);
  },
);
