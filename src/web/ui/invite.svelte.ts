import { fetchInfo } from './api.js';

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

class Invite {
  #base = $state(location.origin);
  /** Whether the address is the one that others get, and not only the one of this page. */
  #isTold = $state(!LOCAL_HOSTS.has(location.hostname));

  constructor() {
    if (LOCAL_HOSTS.has(location.hostname)) void this.#askServer();
  }

  /** A page open on localhost has an address that no phone can reach; the server knows a better one. */
  async #askServer(): Promise<void> {
    const info = await fetchInfo();
    if (info?.joinBase) this.#base = info.joinBase.replace(/\/+$/, '');
    this.#isTold = info !== undefined;
  }

  /** Where others reach this server. */
  get base(): string {
    return this.#base;
  }

  /** Whether nobody on another device reaches it, as the server has no other address. */
  get isLocal(): boolean {
    return this.#isTold && LOCAL_HOSTS.has(new URL(this.#base).hostname);
  }

  link(gameId: string, page: 'join' | 'host' = 'join'): string {
    return `${this.#base}/${page}/${gameId}`;
  }

  /** Short enough to read out: no scheme, no path. */
  get address(): string {
    return this.#base.replace(/^https?:\/\//, '');
  }
}

export const invite = new Invite();

/** Copies text; pages on plain http have no clipboard interface, so the old way comes second. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.style.cssText = 'position:fixed;inset:0 auto auto 0;opacity:0';
    document.body.append(field);
    field.select();
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else works without https
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
}
