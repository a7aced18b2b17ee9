/** Seconds before the end of a question that are said aloud. */
const CALLS = [5, 10];

/** The seconds to say when a question goes on from one look at its clock to the next: the call that lies between, if any. */
export function timeCall(before: number, seconds: number): number | undefined {
  return CALLS.find((call) => before > call && seconds <= call);
}
