/** Seconds before the end of a question that are said aloud. */
const CALLS = [5, 10];

/**
 * The seconds to say when a question goes on from one look at its clock to the next: all that it has where it begins or
 * is given more, and else the call that lies between, if any.
 */
export function timeCall(before: number, seconds: number): number | undefined {
  // A better guess of the server's time may add one.
  if (seconds > before + 1) return seconds;
  return CALLS.find((call) => before > call && seconds <= call);
}
