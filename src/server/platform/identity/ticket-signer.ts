import { createHmac, randomInt } from 'node:crypto';
import { limits, TICKET_ALPHABET } from '../../../protocol/index.js';

const IDENTITY_BYTES = 16;
/** A code has 60 bits itself. */
const DIGEST_BYTES = 12;

/**
 * Makes codes of tickets, and what they stand for (R28.1). Whoever has all that is kept, but not `SECRET`, finds no
 * code by trying.
 */
export class TicketSigner {
  constructor(private readonly secret: string) {}

  newCode(): string {
    const letters = Array.from({ length: limits.TICKET_CODE_LENGTH }, () =>
      TICKET_ALPHABET.charAt(randomInt(TICKET_ALPHABET.length)),
    );
    return letters.join('');
  }

  /** The part of a code that is kept. */
  digestOf(code: string): string {
    return this.sign(`ticket code ${code}`, DIGEST_BYTES);
  }

  /** The identity of whoever has a ticket, in one room: in another one they are somebody else. */
  identityOf(roomId: string, listId: string, number: number): string {
    return this.sign(`ticket ${roomId} ${listId} ${number}`, IDENTITY_BYTES);
  }

  private sign(text: string, bytes: number): string {
    const signature = createHmac('sha256', this.secret).update(text).digest();
    return signature.subarray(0, bytes).toString('base64url');
  }
}
