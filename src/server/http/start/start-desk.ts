import type { StartState, StopFigures } from '../../../protocol/index.js';
import type { HallAddress } from '../hall-address.js';
import type { Arrivals } from './arrivals.js';

export interface StartDeskParts {
  version: string;
  /** The server's. */
  secret: string;
  hall: HallAddress;
  arrivals: Arrivals;
  /** The port that the server listens at, and the usual one where another program has that. */
  port: () => { port: number; taken?: number };
  inUse: () => StopFigures;
  /** Whether rooms go on after the next start. */
  roomsGoOn: boolean;
  /** Ends the program, as SIGTERM does. */
  stop: () => void;
}

/** All that the start page shows and does. */
export class StartDesk {
  constructor(private readonly parts: StartDeskParts) {}

  get secret(): string {
    return this.parts.secret;
  }

  get hall(): HallAddress {
    return this.parts.hall;
  }

  inUse(): StopFigures {
    return this.parts.inUse();
  }

  stop(): void {
    this.parts.stop();
  }

  state(): StartState {
    const { version, hall, arrivals, port: ports, inUse, roomsGoOn } = this.parts;
    const { base, choices, isAlone } = hall;
    const { port, taken } = ports();
    return {
      version,
      port,
      takenPort: taken ?? null,
      base: isAlone ? null : base,
      // How others find a public address is not ours to know.
      isReached: choices.includes(base) ? arrivals.by(base) : arrivals.any,
      choices: choices.map((choice) => ({ base: choice, isReached: arrivals.by(choice) })),
      baseBefore: hall.before ?? null,
      inUse: inUse(),
      roomsGoOn,
    };
  }
}
