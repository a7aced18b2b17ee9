import type { QuestionImage } from './images.js';

export interface Choice {
  /** Counts from 1, in the order that everybody sees; also the number of its zone. */
  order: number;
  content: string;
  /** Drawn in its zone, cut to a square around its middle; `content` is then its word, or else its description. */
  image?: QuestionImage;
}
