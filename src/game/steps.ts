/** Long work that may stop at every `yield`, so that others get their turns. */
export type Steps<T> = Generator<void, T>;

/** Without a stop. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
