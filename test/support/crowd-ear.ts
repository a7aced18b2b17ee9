import type { ChatCursor } from '../../src/game/chat-log.js';
import { hasBit, type CompactFlush, type FlushEvent } from '../../src/protocol/index.js';
import { NearReader } from './near-reader.js';

/** Reads what one person is told in a big room, over all connections, and knows what was heard last in the chat. */
export class CrowdEar {
  readonly reader = new NearReader();
  /** Everything that was told in the chat. */
  readonly chat: (ChatCursor & { message: string })[] = [];
  /** How many times the state of the room was told. */
  visits = 0;
  /** The number of the last flush that was read. */
  seq = -1;
  private slot = -1;
  private audience: ChatCursor['audience'] = 'living';
  private incarnation: string | undefined;

  /** As the page asks for what comes after it. */
  get cursor(): ChatCursor | null {
    const last = this.chat.at(-1);
    if (last === undefined || last.incarnation !== this.incarnation) return null;
    const { id, audience, incarnation } = last;
    return { id, audience, incarnation };
  }

  read(flush: CompactFlush): void {
    const known = this.reader.facts.length;
    this.reader.read(flush);
    [this.seq] = flush;
    for (const fact of this.reader.facts.slice(known)) this.take(fact);
  }

  private take([event, payload]: FlushEvent): void {
    const { audience, incarnation } = this;
    switch (event) {
      case 'joinRoom': {
        if (!payload.everyone) return;
        this.visits++;
        this.incarnation = payload.incarnation;
        const [self] = payload.players;
        this.slot = self?.slot ?? -1;
        this.audience = self?.isAlive === false ? 'ghosts' : 'living';
        return;
      }
      case 'endQuizTime':
      case 'updateScores': {
        const { crowd } = payload;
        if (crowd === undefined || this.slot < 0) return;
        this.audience = hasBit(crowd.aliveSlots, this.slot) ? 'living' : 'ghosts';
        return;
      }
      case 'endGame':
        this.audience = 'living';
        return;
      case 'chatMessage':
        for (const { id, message } of payload.messages)
          this.chat.push({ id, message, audience, incarnation });
        return;
      default:
    }
  }
}
