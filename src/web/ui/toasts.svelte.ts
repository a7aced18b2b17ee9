export interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'good' | 'bad';
}

const SHOWN_MS = 4_500;
const MOST_AT_ONCE = 3;

/** Short messages that come and go by themselves. */
class Toasts {
  list = $state.raw<Toast[]>([]);
  #nextId = 1;

  show(text: string, tone: Toast['tone'] = 'plain', shownMs = SHOWN_MS): void {
    if (this.list.some((toast) => toast.text === text)) return;
    const toast = { id: this.#nextId++, text, tone };
    this.list = [...this.list, toast].slice(-MOST_AT_ONCE);
    setTimeout(() => (this.list = this.list.filter(({ id }) => id !== toast.id)), shownMs);
  }
}

export const toasts = new Toasts();
