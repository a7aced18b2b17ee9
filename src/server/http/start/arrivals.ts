import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { declared } from '../access/way-in.js';
import { plainAddress, type ThisMachine } from '../this-machine.js';

/** Remembers by which of this machine's addresses another device has come. */
export class Arrivals {
  private readonly reached = new Set<string>();

  constructor(private readonly machine: Pick<ThisMachine, 'isOwn'>) {}

  /** To be called for every request. */
  note(request: IncomingMessage): void {
    const address = plainAddress(request.socket.localAddress);
    if (!this.reached.has(address) && !this.machine.isOwn(request)) this.reached.add(address);
  }

  get any(): boolean {
    return this.reached.size > 0;
  }

  /** Whether one has come by this address. */
  by(base: string): boolean {
    return this.reached.has(new URL(base).hostname);
  }
}

/** Express's middleware in front of everything. */
export function noteArrivals(arrivals: Arrivals) {
  const note = (request: Request, _response: Response, next: NextFunction): void => {
    arrivals.note(request);
    next();
  };
  return declared(note, 'goes-on');
}
