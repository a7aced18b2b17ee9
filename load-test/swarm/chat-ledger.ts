/** Which messages reached which observer: exactly once, in one order. The accounting of one room. */

import type { AckResult } from '../../src/protocol/commands.js';
import type { ChatEntry } from '../../src/protocol/events.js';
import { Histogram } from './histogram.js';
import type { MeasuringWindow } from './move-ledger.js';

/** Precomposed Hangul syllables: NFC leaves them alone, and each is a grapheme of three bytes. */
const FIRST_SYLLABLE = 0xac00;
const SYLLABLES = 11_172;
const MESSAGE_GRAPHEMES = 20;
const RUN_DIGITS = 3;
const SERIAL_DIGITS = 4;
const WORDS = '마당에모인모두안녕하세요반'.slice(0, MESSAGE_GRAPHEMES - RUN_DIGITS - SERIAL_DIGITS);

/** Makes the messages of one run: 20 graphemes that name the run and carry a serial number. */
export class ChatMarker {
  readonly #head: string;
  #serial = 0;

  constructor(random: () => number) {
    this.#head = WORDS + toSyllables(Math.floor(random() * SYLLABLES ** RUN_DIGITS), RUN_DIGITS);
  }

  next(): { serial: number; message: string } {
    const serial = ++this.#serial;
    return { serial, message: this.#head + toSyllables(serial, SERIAL_DIGITS) };
  }

  /** The serial number in a message of this run; undefined for anybody else's words. */
  read(message: string): number | undefined {
    if (message.length !== MESSAGE_GRAPHEMES || !message.startsWith(this.#head)) return undefined;
    let serial = 0;
    for (let at = this.#head.length; at < message.length; at++)
      serial = serial * SYLLABLES + message.charCodeAt(at) - FIRST_SYLLABLE;
    return serial;
  }
}

function toSyllables(number: number, digits: number): string {
  let text = '';
  let rest = number;
  for (let digit = 0; digit < digits; digit++) {
    text = String.fromCharCode(FIRST_SYLLABLE + (rest % SYLLABLES)) + text;
    rest = Math.floor(rest / SYLLABLES);
  }
  return text;
}

/** Counts are pairs of a message and an observer. */
export class ChatTally {
  /** Messages that had to arrive and have had their time. */
  judged = 0;
  lost = 0;
  duplicates = 0;
  /** An id that does not follow the one before it at the same observer. */
  idGaps = 0;
  /** A message under another id than at the first observer who saw it. */
  disordered = 0;
  /** A message of this swarm that was sent in another room, or so long ago that it is forgotten. */
  strayed = 0;
  /** Messages, not pairs, where the server is asked for an answer to each: in big rooms. */
  asked = 0;
  accepted = 0;
  refused = 0;
  /** Of which nobody knows: the store was away, or the player dropped before the answer. */
  uncertain = 0;
  /** Pairs of a message that was refused and an observer who was told it all the same. */
  toldThough = 0;

  constructor(readonly latency = new Histogram()) {}
}

/** Kept so long after its time that a duplicate can still be told from a stray. */
const MEMORY_MS = 60_000;

interface Message {
  player: number;
  at: number;
  judged: boolean;
  isAsked: boolean;
  /** What the server has said of it; missing where it was not asked, or has not answered yet. */
  answer?: Answer;
  seenBy: Set<number>;
  /** As the first observer saw it. */
  id?: number;
}

type Answer = 'accepted' | 'refused' | 'uncertain';

export class ChatLedger {
  /** By serial number, oldest first. */
  readonly #messages = new Map<number, Message>();
  readonly #watching = new Map<number, { since: number; lastId?: number }>();

  constructor(
    private readonly marker: ChatMarker,
    private readonly tally: ChatTally,
    private readonly window: MeasuringWindow,
    private readonly lostAfterMs: number,
  ) {}

  /** Every message sent from now on must reach this observer. */
  watch(observer: number, now: number): void {
    this.#watching.set(observer, { since: now });
  }

  unwatch(observer: number): void {
    this.#watching.delete(observer);
  }

  /** Notes a message about to be sent and returns its text. */
  sent(player: number, at: number): string {
    return this.#note(player, at, false).message;
  }

  /** The same where the server will answer; the number is for `answered`. */
  asked(player: number, at: number): { serial: number; message: string } {
    this.tally.asked++;
    return this.#note(player, at, true);
  }

  /** What is refused may be told to nobody, what is uncertain to anybody. */
  answered(serial: number, answer: Answer): void {
    const message = this.#messages.get(serial);
    if (message === undefined) return;
    message.answer = answer;
    this.tally[answer]++;
    if (answer === 'refused') this.tally.toldThough += message.seenBy.size;
    if (answer !== 'accepted') message.judged = true;
  }

  /** Messages of this player up to now need not arrive: it changed its audience or dropped. */
  forgive(player: number): void {
    for (const message of this.#messages.values()) {
      if (message.player !== player) continue;
      message.judged = true;
      if (!message.isAsked || message.answer !== undefined) continue;
      message.answer = 'uncertain';
      this.tally.uncertain++;
    }
  }

  arrived(observer: number, { id, message: text }: ChatEntry, at: number): void {
    const watching = this.#watching.get(observer);
    if (watching === undefined) return;
    const { lastId } = watching;
    if (lastId !== undefined && id !== lastId + 1) this.tally.idGaps++;
    watching.lastId = id;
    const serial = this.marker.read(text);
    if (serial === undefined) return;
    const message = this.#messages.get(serial);
    if (message === undefined) this.tally.strayed++;
    else if (message.seenBy.has(observer)) this.tally.duplicates++;
    else {
      message.seenBy.add(observer);
      if (message.answer === 'refused') this.tally.toldThough++;
      message.id ??= id;
      if (message.id !== id) this.tally.disordered++;
      if (message.at >= this.window.from && message.at < this.window.until)
        this.tally.latency.record(at - message.at);
    }
  }

  /** Judges what has had its time and forgets what is long past; with Infinity at the end. */
  judge(now: number): void {
    for (const [serial, message] of this.#messages) {
      const due = message.at + this.lostAfterMs;
      if (due > now) break;
      if (!message.judged) this.#judge(message);
      if (due + MEMORY_MS < now) this.#messages.delete(serial);
    }
  }

  /** True when every watching observer has every message. */
  settled(): boolean {
    return [...this.#messages.values()].every(
      (message) => message.judged || this.#missing(message).length === 0,
    );
  }

  #note(player: number, at: number, isAsked: boolean): { serial: number; message: string } {
    const { serial, message } = this.marker.next();
    this.#messages.set(serial, { player, at, isAsked, judged: false, seenBy: new Set() });
    return { serial, message };
  }

  #judge(message: Message): void {
    message.judged = true;
    this.tally.lost += this.#missing(message).length;
    this.tally.judged += this.#expecting(message).length;
  }

  #expecting(message: Message): number[] {
    return [...this.#watching]
      .filter(([, { since }]) => since <= message.at)
      .map(([observer]) => observer);
  }

  #missing(message: Message): number[] {
    return this.#expecting(message).filter((observer) => !message.seenBy.has(observer));
  }
}

/** With STORE_AWAY it may be stored all the same, and then it is told. */
export function answerOf(result: AckResult): Answer {
  if (result.ok) return 'accepted';
  return result.error.code === 'STORE_AWAY' ? 'uncertain' : 'refused';
}
