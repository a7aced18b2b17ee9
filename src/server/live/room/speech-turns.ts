/**
 * What waits until the store has said whether the chat of its room takes it (R8.9). It goes on in the order in
 * which it was said, and whoever shares can wait for it: a speaker who leaves meanwhile would lose it.
 */
export class SpeechTurns {
  private last: Promise<void> | undefined;

  /** Ends when everything that waits now has gone on or was refused; undefined where nothing waits. */
  get waiting(): Promise<void> | undefined {
    return this.last;
  }

  /** Calls `push` at once where nothing has to be waited for, and otherwise in its turn. Rejects as `allowed` does. */
  async take(allowed: void | Promise<void>, push: () => Promise<void>): Promise<void> {
    const before = this.last;
    if (allowed === undefined && before === undefined) return push();
    let stored: Promise<void> | undefined;
    const turn = Promise.allSettled([allowed, before]).then(([answer]) => {
      if (this.last === turn) this.last = undefined;
      if (answer.status === 'fulfilled') stored = push();
    });
    this.last = turn;
    await turn;
    await allowed;
    return stored;
  }
}
