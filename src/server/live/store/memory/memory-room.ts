import { applyAppend } from '../../../../game/apply-change.js';
import type { ChatBucket } from '../../../../game/chat-bucket.js';
import { ChatLog } from '../../../../game/chat-log.js';
import type { QuizSet } from '../../../../game/shared/quiz-set.js';
import { endsRehearsal } from '../../../../game/rehearsal.js';
import { isActivity } from '../../../../game/room-change.js';
import { copyRoom, type RoomState } from '../../../../game/room-state.js';
import { BOT_PERSON } from '../../../../protocol/index.js';
import type { Append, CopyHead, RoomSnapshot } from '../contract.js';
import { sharedTexts, type AppendUpdate, type RoomUpdate } from '../room-update.js';
import { LOG_LENGTH } from '../limits.js';

/** One open room as the embedded store holds it. */
export class MemoryRoom {
  /** Where those come from who have had a seat. */
  readonly addresses = new Set<string>();
  readonly chat = new ChatLog();
  readonly chatBucket: ChatBucket = { left: Infinity, at: 0 };
  quizSet: QuizSet | undefined;
  /** Of the last chat that was shared: its number, and which messages of it were left out. */
  taken: { chatNumber: number; leftOut: number[] } = { chatNumber: 0, leftOut: [] };
  private log: AppendUpdate[] = [];

  constructor(
    readonly state: RoomState,
    readonly openedFrom: string,
    readonly openedAt: number,
    /** Memory loses nothing before the process ends, so all rooms of a process have one. */
    private readonly incarnation: string,
  ) {}

  /** Does to the room what an append says, and returns what the channel has to tell. */
  append(
    { id, changes, quizSet }: Pick<Append, 'id' | 'changes' | 'quizSet'>,
    now: number,
  ): AppendUpdate {
    const update: AppendUpdate = { kind: 'appended', seq: this.state.seq + 1, id, changes };
    applyAppend(this.state, update);
    for (const change of changes) {
      if (change.kind === 'seated') this.addresses.add(change.address);
      if (change.kind === 'left' && change.reason === 'kicked') this.chat.takeBack(change.playerId);
      if (endsRehearsal(change)) this.chat.takeBack(BOT_PERSON);
      if (change.kind === 'messagesDeleted') this.chat.delete(change.messages);
      if (change.kind === 'messagesUnmasked') this.chat.unmask(change.messages);
    }
    if (quizSet !== undefined) this.quizSet = quizSet;
    if (changes.some(isActivity)) this.state.lastActivityAt = now;
    this.log = [...this.log, update].slice(-LOG_LENGTH);
    return update;
  }

  snapshot(): RoomSnapshot {
    return { incarnation: this.incarnation, state: copyRoom(this.state), chat: this.chat.all() };
  }

  /** Undefined where the log does not hold all that was missed. */
  missed({ incarnation, lastAppend, lastChatId }: CopyHead): RoomUpdate[] | undefined {
    if (incarnation !== this.incarnation) return undefined;
    const isLast = this.state.lastAppend.id === lastAppend.id;
    const last = this.log.findIndex(({ id }) => id === lastAppend.id);
    if (!isLast && last < 0) return undefined;
    const { seq, seats, texts: written } = this.state;
    const moves = Array.from(seats.values(), ({ slot, position }) => ({ slot, position }));
    const chats = this.chat.all().filter(({ ghostId }) => ghostId > lastChatId);
    const appends = isLast ? [] : this.log.slice(last + 1);
    return [...appends, { kind: 'shared', seq, moves, ...sharedTexts(written), chats }];
  }
}
