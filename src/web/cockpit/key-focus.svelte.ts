/** Where keys are for writing or choosing. */
const FIELDS =
  'input:not([type="checkbox"], [type="button"], [type="file"]), select, textarea, [contenteditable]';
/** What Space presses. */
const PRESSABLE = 'button, a[href], summary, label, input';
const DIALOGS = 'dialog[open], [aria-modal="true"]';

/** Tells whose a key is: the page's, or what has the focus. */
export class KeyFocus {
  isTyping = $state(false);
  /**
   * Whether a finger or a mouse has put the focus where it is. Who has come there by key presses it with
   * Space; who has clicked on it means Next.
   */
  #isByPointer = false;

  /** Follows the focus; returns what stops it. */
  follow(): () => void {
    const pointed = () => (this.#isByPointer = true);
    const walked = ({ key }: KeyboardEvent) => {
      if (key === 'Tab') this.#isByPointer = false;
      const field = fieldWith(document.activeElement);
      if (key === 'Escape') field?.blur();
    };
    const moved = () => {
      // The focus has left before it is somewhere else.
      queueMicrotask(() => (this.isTyping = fieldWith(document.activeElement) !== undefined));
    };
    // A clicker must not turn the list that was chosen from last.
    const chosen = ({ target }: Event) => {
      if (this.#isByPointer && target instanceof HTMLSelectElement) target.blur();
    };
    const listeners = [
      ['pointerdown', pointed],
      ['keydown', walked],
      ['focusin', moved],
      ['focusout', moved],
      ['change', chosen],
    ] as const;
    for (const [event, listener] of listeners)
      document.addEventListener(event, listener as EventListener, true);
    return () => {
      for (const [event, listener] of listeners)
        document.removeEventListener(event, listener as EventListener, true);
    };
  }

  isForPage({ key }: KeyboardEvent): boolean {
    const focused = document.activeElement;
    if (fieldWith(focused) || document.querySelector(DIALOGS)) return false;
    return !(key === ' ' && !this.#isByPointer && focused?.matches(PRESSABLE));
  }
}

function fieldWith(element: Element | null): HTMLElement | undefined {
  return element instanceof HTMLElement && element.matches(FIELDS) ? element : undefined;
}
