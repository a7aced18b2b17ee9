/** Waiting without waiting for ever. */

/** A promise that somebody else settles. */
export class Signal<T = void> {
  readonly promise: Promise<T>;
  give: (value: T) => void = () => {};

  constructor() {
    this.promise = new Promise((resolve) => (this.give = resolve));
  }
}

/** Rejects with `what` when the promise takes longer. */
export async function within<T>(ms: number, promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(what)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
