/** What the wire knows of moderation (R1.7, R8.3 …). */
/** Who says what players are called (R1.7): they do, nobody (names are drawn), or a list that the host brings. */
export type NamePolicy = 'free' | 'generated' | 'list';

/** How the host keeps order. */
export interface ModerationOptions {
  /** How long each player waits between two messages, in seconds; 0 for not at all (R8.5). */
  slowSeconds: number;
  /** Whether words of a list are masked in what is said, and not taken as names (R8.6). */
  filterWords: boolean;
  names: NamePolicy;
}

/** Ids of messages, as each audience counts them. */
export interface DeletedIds {
  living: number[];
  ghosts: number[];
}
