import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/server/desk/accounts/accounts.js';
import { TicketDesk } from '../../src/server/desk/tickets/ticket-desk.js';
import { TicketSigner } from '../../src/server/platform/identity/ticket-signer.js';
import { SECRET, useDesk } from '../desk/desk-app.js';
import { TestClient } from '../support/client.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const HALL = 1_500;
/** As a bound; a machine that does nothing else takes a quarter of it. */
const MOST_MS = 60_000;
/** Phones that are on their way at once. */
const AT_ONCE = 30;

describe('a hall that comes with tickets', () => {
  const desk = useDesk('SQLite', { MAX_CONNECTIONS_PER_ADDRESS: '4000' });

  it(`R28.4 is seated within a minute, with ${HALL} people behind one address`, async () => {
    const { cookie } = await desk.signIn();
    const tickets = new TicketDesk(desk.place.database, new TicketSigner(SECRET), 90);
    const body = Buffer.from(JSON.stringify({ title: 'Hall', count: HALL }));
    const { id, codes } = await tickets.create(OPERATOR, body);
    tickets.close();
    const host = new TestClient(desk.app.url, {
      auth: { format: 'compact2' },
      extraHeaders: { cookie },
    });
    host.echoFlushes();
    const { gameId } = await host.do('createRoom', { hostPlays: false, maxPlayerCount: HALL });
    await host.do('chooseTickets', { list: id, others: false });
    const phones: TestClient[] = [];
    const coming = Object.values(codes);
    const began = performance.now();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let ticket = coming.pop(); ticket !== undefined; ticket = coming.pop()) {
          const phone = TestClient.withToken(desk.app.url, { format: 'compact2' });
          phones.push(phone);
          await phone.do('joinRoom', { gameId, ticket, playerName: 'Guest' });
          // Nothing that it hears is measured.
          phone.heard.length = 0;
        }
      }),
    );
    const took = performance.now() - began;
    console.log(`${HALL} tickets seated in ${Math.round(took)} ms of ${MOST_MS}`);
    expect((await host.do('readTickets', {})).come).toBe(HALL);
    expect(took).toBeLessThan(pace.allow(MOST_MS));
    for (const one of [...phones, host]) one.close();
  }, 180_000);
});
