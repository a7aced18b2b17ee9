export interface Choice {
  /** Counts from 1, in the order that everybody sees; also the number of its zone. */
  order: number;
  content: string;
}
