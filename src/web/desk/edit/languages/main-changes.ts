import { SvelteMap } from 'svelte/reactivity';
import type { SetLanguage } from '../../../../protocol/set-languages.js';
import type { TextPlace } from './text-places.js';

/** Translations whose main texts were changed since they were written, as far as this page has seen it (R30.23). */
export class MainChanges {
  /** Each with the main text that it was written for. */
  readonly #written = new SvelteMap<string, Pick<TextPlace, 'main' | 'own'>>();

  /** Notes a change of a row, or of the title, which has an empty id. */
  note(
    id: string,
    language: SetLanguage,
    before: readonly TextPlace[],
    after: readonly TextPlace[],
  ): void {
    for (const { path, text, main, own } of after) {
      // Each language has spellings of its own.
      if (text.form === 'spelling' || own.trim() === '') continue;
      const key = keyOf(id, language, path);
      const old = before.find((place) => keyOf(id, language, place.path) === key);
      if (old === undefined || old.main === main || old.own !== own) continue;
      if (this.#written.get(key)?.own !== own) this.#written.set(key, { main: old.main, own });
    }
  }

  /** Whether somebody has to look at a translation. */
  has(id: string, language: SetLanguage, { path, main, own }: TextPlace): boolean {
    const written = this.#written.get(keyOf(id, language, path));
    return written !== undefined && written.own === own && written.main !== main;
  }

  /** How many of a row; `places` reads them where there may be some. */
  count(id: string, language: SetLanguage, places: () => readonly TextPlace[]): number {
    const start = keyOf(id, language, []);
    const isKnown = [...this.#written.keys()].some((key) => key.startsWith(start));
    return isKnown ? places().filter((place) => this.has(id, language, place)).length : 0;
  }

  /** The translation fits the main text as it is now. */
  settle(id: string, language: SetLanguage, { path }: TextPlace): void {
    this.#written.delete(keyOf(id, language, path));
  }

  clear(): void {
    this.#written.clear();
  }
}

const keyOf = (id: string, language: SetLanguage, path: TextPlace['path']): string =>
  `${[id, language].join(' ')} ${path.join(' ')}`;
