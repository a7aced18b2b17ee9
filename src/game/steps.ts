/** What has a place to stop at every `yield`, so that long work can leave others their turns. */
export type Steps<T> = Generator<void, T>;

/** Without a stop. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
