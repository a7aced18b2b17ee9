import { PIN_DIGITS } from '../../protocol/limits.js';

export type Route =
  /** `lost`: the address leads nowhere. */
  | { page: 'home'; lost: boolean }
  | { page: 'play'; gameId: string }
  | { page: 'screen'; gameId: string };

const ROOM_PATH = new RegExp(`^/(join|screen)/(\\d{${PIN_DIGITS}})/?$`);
const HOME_PATHS = new Set(['/', '/index.html']);

function parse(path: string): Route {
  const [, page, gameId] = ROOM_PATH.exec(path) ?? [];
  if (!gameId) return { page: 'home', lost: !HOME_PATHS.has(path) };
  return { page: page === 'screen' ? 'screen' : 'play', gameId };
}

class Router {
  #route = $state.raw<Route>(parse(location.pathname));

  constructor() {
    window.addEventListener('popstate', () => (this.#route = parse(location.pathname)));
  }

  get route(): Route {
    return this.#route;
  }

  go(path: string): void {
    if (path !== location.pathname) history.pushState(null, '', path);
    this.#route = parse(path);
  }
}

export const router = new Router();
