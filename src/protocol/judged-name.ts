/** Names something that is judged, the same in answers, corrections, results and tracks. */
export interface JudgedName {
  /** Number of the question, from 0, counted through all rounds of an evening. */
  question: number;
  /** Which part of it was judged by itself, from 0; 0 where it has one part. */
  part: number;
  /** How many questions of the evening were dropped before it (R4.8). */
  drops: number;
}

/** The name of the question that a phase is of, and of the part that is open. */
export function nameOf({
  first = 0,
  index,
  drops = 0,
  part = 0,
}: {
  first?: number;
  index: number;
  drops?: number;
  part?: number | undefined;
}): JudgedName {
  return { question: first + index, part, drops };
}

/** Counts the questions of an evening as they are asked, those that were dropped, too. */
export function ordinalIn(phase: { first?: number; index: number; drops?: number }): number {
  const { question, drops } = nameOf(phase);
  return question + drops;
}

export function nameKey({ question, part, drops }: JudgedName): string {
  return `${question}.${part}.${drops}`;
}

export function isSameName(one: JudgedName, other: JudgedName): boolean {
  return one.question === other.question && one.part === other.part && one.drops === other.drops;
}

/** Whether both are of one question, in whatever part. */
export function isSameQuestion(one: JudgedName, other: JudgedName): boolean {
  return one.question === other.question && one.drops === other.drops;
}

/** In the order in which they were judged. */
export function compareNames(a: JudgedName, b: JudgedName): number {
  return a.question - b.question || a.part - b.part || a.drops - b.drops;
}

/** The element of a list that has this name. */
export function named<T extends JudgedName>(all: readonly T[], name: JudgedName): T | undefined {
  return all.find((one) => isSameName(one, name));
}
