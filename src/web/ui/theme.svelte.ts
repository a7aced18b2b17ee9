import type { Look } from '../../protocol/look.js';
import type { Theme } from '../../protocol/theme.js';
import { paint } from './palette.js';
import { remembered } from './storage.js';

const root = document.documentElement;
/** What the operator's theme is called; undefined where there is none. */
export const ownTheme = root.dataset['own'];
/** Of themes that few pages need. */
const SHEETS: Partial<Record<Theme, () => Promise<unknown>>> = {
  night: () => import('../styles/night.css'),
  contrast: () => import('../styles/contrast.css'),
  look: async () => (await import('./look-sheet.js')).wearLook(pageTheme.ofRoom?.look),
};
interface Themed {
  theme?: Theme;
  look?: Look;
}
const wantsContrast = matchMedia('(prefers-contrast: more)');

/** The person's own choice comes first, then what the browser asks for, then the room, then the operator (R21.1). */
class PageTheme {
  current = $state<Theme>('own');
  #chosen = $state(remembered.theme as Theme | null);
  ofRoom: Themed | undefined;
  #isScreen = false;

  constructor() {
    wantsContrast.addEventListener('change', () => void this.show());
  }

  get chosen(): Theme | null {
    return this.#chosen;
  }

  set chosen(theme: Theme | null) {
    this.#chosen = remembered.theme = theme;
    void this.show();
  }

  /** While the page shows a room; a projector is for everybody, and shows no one person's choice. */
  follow(ofRoom: Themed | undefined, isScreen = false): () => void {
    this.ofRoom = ofRoom;
    this.#isScreen = isScreen;
    void this.show();
    return () => this.follow(undefined);
  }

  /** Resolves when the page has the theme; it stays as it is where that does not arrive. */
  async show(): Promise<void> {
    const wanted = this.#wanted;
    try {
      await SHEETS[wanted]?.();
    } catch {
      return;
    }
    if (wanted !== this.#wanted) return;
    root.dataset['theme'] = wanted;
    document.querySelector('[name=theme-color]')?.setAttribute('content', paint('paper'));
    this.current = wanted;
  }

  get #wanted(): Theme {
    const personal = this.#chosen ?? (wantsContrast.matches ? 'contrast' : undefined);
    return (this.#isScreen ? undefined : personal) ?? this.ofRoom?.theme ?? 'own';
  }
}

export const pageTheme = new PageTheme();
