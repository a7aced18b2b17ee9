import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { CONFIG, type Config } from '../../platform/config/config.js';
import {
  isOurHost,
  PROXY_SETTINGS,
  type ProxySettings,
} from '../../platform/identity/request-origin.js';
import { patientServer } from '../http-adapter.js';
import { ThisMachine } from '../this-machine.js';

/** All that the internal port answers. */
const INTERNAL_PATH = /^\/(?:metrics|status\.json|health\/(?:live|ready))\/?$/i;
/** Programs that watch a process are few. */
const MOST_INTERNAL_CONNECTIONS = 200;

/**
 * Says who is told the figures of this process: whoever reaches the internal port (`INTERNAL_PORT`); where there is
 * none, those of whom `METRICS` says so.
 */
@Injectable()
export class FiguresDoor {
  private readonly internal = new WeakSet<Socket>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(PROXY_SETTINGS) private readonly proxy: ProxySettings,
    @Inject(ThisMachine) private readonly machine: ThisMachine,
  ) {}

  letsRead(request: IncomingMessage): boolean {
    const { INTERNAL_PORT: internalPort, METRICS: readers } = this.config;
    if (internalPort !== undefined) return this.tellsWhere(request);
    return readers === 'public' || this.tellsWhere(request);
  }

  /** Whether a warning may name files of this machine: at the internal port, or where there is none, on the machine. */
  tellsWhere(request: IncomingMessage): boolean {
    if (this.config.INTERNAL_PORT !== undefined)
      return this.internal.has(request.socket) && isInnerHost(request, this.proxy);
    return this.machine.isByLoopback(request) && isOurHost(request, this.proxy);
  }

  /** Express's middleware in front of everything: the game is not at the internal port. */
  readonly keepApart = (
    { socket, path }: Request,
    response: Response,
    next: NextFunction,
  ): void => {
    if (this.internal.has(socket) && !INTERNAL_PATH.test(path)) response.status(404).end();
    else next();
  };

  /** Opens the internal port; `ownPort` is that of the players. */
  async listen(listener: RequestListener, ownPort: number): Promise<Server | undefined> {
    const { INTERNAL_PORT: given, INTERNAL_HOST, HOST } = this.config;
    if (given === undefined) return undefined;
    const server = patientServer(listener);
    server.maxConnections = MOST_INTERNAL_CONNECTIONS;
    server.on('connection', (socket: Socket) => void this.internal.add(socket));
    const port = 'above' in given ? ownPort + given.above : given.port;
    try {
      await once(server.listen(port, INTERNAL_HOST ?? HOST), 'listening');
    } catch (error) {
      throw new Error(`INTERNAL_PORT: ${(error as Error).message}`, { cause: error });
    }
    return server;
  }
}

/** A name without a dot, as networks of containers give it: nobody else can have one that leads here. */
const INNER_NAME = /^[\w-]+(?::\d+)?$/;

/** Whether the name in the address is one of ours (R10.8), or one of the network in which this server runs. */
function isInnerHost(request: IncomingMessage, proxy: ProxySettings): boolean {
  return INNER_NAME.test(request.headers.host ?? '') || isOurHost(request, proxy);
}
