/**
 * What a form about the room has to send and to show, so that neither a change of one's own that is
 * still on its way nor one of another host is lost to the other.
 */
export class FormSync<T extends object> {
  /** As the room last told it. */
  private told: Partial<T> = {};
  /** As it stands in the form, where its host has not changed it since. */
  private shown: Partial<T> = {};

  /** Takes what the room tells; answers the fields that the form has to show. */
  follow(told: T): Partial<T> {
    const changed = differing(told, this.told);
    this.told = told;
    Object.assign(this.shown, changed);
    return changed;
  }

  /** Takes what stands in the form; answers the fields that its host has changed, which are to be sent. */
  changes(form: T): Partial<T> {
    const changed = differing(form, this.shown);
    Object.assign(this.shown, changed);
    return changed;
  }

  /** Answers what the form has to show after the room has refused something. */
  reset(): Partial<T> {
    this.shown = { ...this.told };
    return this.told;
  }
}

function differing<T extends object>(now: T, before: Partial<T>): Partial<T> {
  const keys = Object.keys(now) as (keyof T)[];
  return Object.fromEntries(
    keys.filter((key) => now[key] !== before[key]).map((key) => [key, now[key]]),
  ) as Partial<T>;
}
