/** Messages that can be recognised when they come back. */

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
