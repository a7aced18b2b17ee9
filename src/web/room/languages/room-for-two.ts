/** Where a projector has room for a second language that the last row of a hall reads (R30.18). */

/** At most so many texts, of which none is wider, in widths of a Chinese letter. */
const ROOM = {
  question: { texts: 1, width: 100 },
  choices: { texts: 4, width: 24 },
  /** Each on one line of its label. */
  places: { texts: 6, width: 9 },
  /** The ends of a scale, each on one line of its half. */
  ends: { texts: 2, width: 20 },
  /** Over the whole floor. */
  list: { texts: 6, width: 40 },
  /** Beside the floor. */
  column: { texts: 6, width: 20 },
  explanation: { texts: 1, width: 160 },
  slide: { texts: 1, width: 160 },
} as const;

export type PlaceInTwo = keyof typeof ROOM;

const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60\p{Emoji_Presentation}]/u;
/** The width of any other letter. */
const NARROW = 0.55;

function widthOf(text: string): number {
  // Marks stand above letters or below them.
  const letters = Array.from(text.normalize('NFC').replace(/\p{M}/gu, ''));
  return letters.reduce((sum, letter) => sum + (WIDE.test(letter) ? 1 : NARROW), 0);
}

export function hasRoomForTwo(
  place: PlaceInTwo,
  texts: readonly string[],
  others: readonly string[],
): boolean {
  const { texts: most, width } = ROOM[place];
  return texts.length <= most && [...texts, ...others].every((text) => widthOf(text) <= width);
}
