/** Time for which a big screen may be away, as while it is loaded anew, in ms. */
const AWAY_MS = 10_000;

/** Notices that the big screen of a hall is gone. */
export class ScreenWatch {
  /** Since when none is open, where one was; ms. */
  #goneAt: number | undefined;
  #wasOpen = false;

  /** Whether one was open, and none has been for `AWAY_MS`. `now` in ms, of any clock. */
  isLost(screens: number, now: number): boolean {
    if (screens > 0) {
      this.#wasOpen = true;
      this.#goneAt = undefined;
      return false;
    }
    if (!this.#wasOpen) return false;
    this.#goneAt ??= now;
    return now - this.#goneAt >= AWAY_MS;
  }
}
