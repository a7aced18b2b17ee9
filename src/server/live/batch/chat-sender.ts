import { isAway, RoomError } from '../../../protocol/index.js';
import type { ShareBatch } from '../store/contract.js';

/** For how long, and how often, chat is sent again whose answer got lost, in ms. */
const REPEAT_MS = 3_000;
const REPEAT_AFTER_MS = 100;

/** Messages that are shared together, and what settles for those who said them. */
export interface Speech {
  said: Pick<ShareBatch, 'chats'> & { chatNumber: number };
  answer: Deferred;
}

/** What the batch of a room asks of its store. */
export interface BatchHost {
  /** The clock of all deadlines, epoch ms. */
  now(): number;
  /** As `RoomLog.share`. */
  share(batch: ShareBatch): Promise<number[]>;
  /** The number of the chat that is shared next. It rises for as long as this process runs, as the store keeps the last one. */
  nextChatNumber(): number;
}

export interface ChatSenderSettings {
  host: BatchHost;
  /** Something is to be shared. */
  request: () => void;
  failed: (error: unknown) => void;
}

/** What the players of one room said here, on its way to the store: each message is stored once. */
export class ChatSender {
  private chats: ShareBatch['chats'] = [];
  /** Settles for those who said them what became of these messages: which of them were left out. */
  private answer: Deferred | undefined;
  /** The store has chat that it has not answered yet; what is said meanwhile goes behind it. */
  private isTelling = false;

  constructor(private readonly settings: ChatSenderSettings) {}

  /**
   * Resolves when the message is stored. Rejects with a RoomError: STORE_AWAY where the store gave no answer
   * for `REPEAT_MS` and may have it all the same, NOT_IN_ROOM where its sender does not hold the seat any more.
   */
  async push(chat: ShareBatch['chats'][number]): Promise<void> {
    const index = this.chats.push(chat) - 1;
    this.answer ??= defer();
    const { promise } = this.answer;
    this.settings.request();
    const leftOut = await promise;
    if (leftOut.includes(index)) throw new RoomError('NOT_IN_ROOM');
  }

  /** What was said since the last time, for a share; `stored` or `failed` is to follow. */
  take(): Speech | undefined {
    const { chats, answer } = this;
    if (this.isTelling || answer === undefined) return undefined;
    this.chats = [];
    this.answer = undefined;
    this.isTelling = true;
    return { said: { chats, chatNumber: this.settings.host.nextChatNumber() }, answer };
  }

  stored(speech: Speech, leftOut: number[]): void {
    this.end();
    speech.answer.resolve(leftOut);
  }

  /** The store knows the number of what it has taken, so it can be asked again where its answer got lost. */
  failed(speech: Speech, error: unknown, until = this.settings.host.now() + REPEAT_MS): void {
    if (isAway(error) && this.settings.host.now() < until) {
      setTimeout(() => void this.repeat(speech, until), REPEAT_AFTER_MS).unref();
      return;
    }
    this.end();
    const isExpected = error instanceof RoomError;
    // A bug is reported once, and not by each of those who spoke.
    speech.answer.reject(isExpected ? error : new RoomError('INTERNAL', 'it could not be stored'));
    if (!isExpected) this.settings.failed(error);
  }

  private async repeat(speech: Speech, until: number): Promise<void> {
    try {
      this.stored(speech, await this.settings.host.share({ moves: [], ...speech.said }));
    } catch (error) {
      this.failed(speech, error, until);
    }
  }

  private end(): void {
    this.isTelling = false;
    if (this.chats.length > 0) this.settings.request();
  }
}

interface Deferred {
  promise: Promise<number[]>;
  resolve: (leftOut: number[]) => void;
  reject: (error: RoomError) => void;
}

function defer(): Deferred {
  let resolve!: Deferred['resolve'];
  let reject!: Deferred['reject'];
  const promise = new Promise<number[]>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  return { promise, resolve, reject };
}
