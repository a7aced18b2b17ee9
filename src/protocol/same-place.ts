/** A place that is right in most questions of a set whose choices keep their order (R15.34). */
export interface SamePlace {
  /** Number of the choice, from 1. */
  place: number;
  /** Number of questions in which it is right. */
  count: number;
  /** Number of questions whose choices keep their order. */
  of: number;
}
