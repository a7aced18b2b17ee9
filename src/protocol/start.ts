/** The start page: for the person at the machine that runs the server. */

/** An address of this machine under which phones may find it. */
export interface HallChoice {
  base: string;
  /** Whether another device has come by it. */
  isReached: boolean;
}

/** Body of `POST /api/start/session`: the key of the link in the terminal, or the ticket of a browser that was opened. */
export type StartRequest = { key: string } | { ticket: string };

/** Body of `POST /api/start/address`: one of `choices`. */
export interface AddressRequest {
  base: string;
}

/** Body of `POST /api/start/stop`. */
export interface StopRequest {
  /** Whether it is known that rooms are in use. */
  isConfirmed: boolean;
}

/** Rooms that play, or in which people are. */
export interface StopFigures {
  rooms: number;
  people: number;
  hasGame: boolean;
}

/** Answer of `POST /api/start/stop`: not stopping where rooms are in use and nobody has confirmed it. */
export interface StopAnswer {
  isStopping: boolean;
  inUse: StopFigures;
}

/** `GET /api/start`. */
export interface StartState {
  version: string;
  port: number;
  /** The usual port, which another program has. */
  takenPort: number | null;
  /** The address for the hall; null where only this machine gets in. */
  base: string | null;
  /** Whether another device has come by `base`. */
  isReached: boolean;
  /** All that it may be; empty where PUBLIC_URL says it. */
  choices: HallChoice[];
  /** The address before, where it became another one while the server runs: who has that one has to come anew. */
  baseBefore: string | null;
  inUse: StopFigures;
  /** Whether rooms go on after the next start. */
  roomsGoOn: boolean;
}
