import { PIN_DIGITS } from '../../protocol/limits.js';

export type Route =
  /** `lost`: the address leads nowhere. */
  | { page: 'home'; lost: boolean }
  | { page: 'play'; gameId: string }
  | { page: 'screen'; gameId: string }
  /** `secret`: of a host link (R3.6), once. */
  | { page: 'host'; gameId: string; secret: string }
  | { page: 'desk'; path: string }
  /** Results that are kept: all of them, or those of one game. */
  | { page: 'results'; id: string | null }
  /** `secret`: of a public link to a game's results, which stays in the address to be sent on. */
  | { page: 'report'; secret: string };

const ROOM_PATH = new RegExp(`^/(join|screen|host)/(\\d{${PIN_DIGITS}})/?$`);
/** The start page is shown by those, too, so that players load nothing of it. */
const DESK_PATH = /^\/(?:desk|start)(?:\/|$)/;
const RESULTS_PATH = /^\/desk\/results(?:\/([\w.-]+))?\/?$/;
const REPORT_PATH = '/report';
const HOME_PATHS = new Set(['/', '/index.html']);

function parse(path: string): Route {
  if (path === REPORT_PATH) return { page: 'report', secret: location.hash.slice(1) };
  const results = RESULTS_PATH.exec(path);
  if (results !== null) return { page: 'results', id: results[1] ?? null };
  if (DESK_PATH.test(path)) return { page: 'desk', path };
  const [, page, gameId] = ROOM_PATH.exec(path) ?? [];
  if (!gameId) return { page: 'home', lost: !HOME_PATHS.has(path) };
  if (page === 'host') return { page, gameId, secret: takeHash() };
  return { page: page === 'screen' ? 'screen' : 'play', gameId };
}

/** What stands behind `#` in the address, which has it no more. */
function takeHash(): string {
  const { hash, pathname } = location;
  if (hash !== '') history.replaceState(null, '', pathname);
  return hash.slice(1);
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
