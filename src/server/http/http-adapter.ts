import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import { declared } from './access/way-in.js';

/** Headers, and whole requests with their body, have to be there within so many ms. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 15_000;
/** How often Node looks for those that are not. */
const LOOK_EVERY_MS = 1_000;

/** Express on an HTTP server that no slow client can hold. */
export class HttpAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    this.httpServer = patientServer(this.getInstance<RequestListener>());
    const closeBehindBody = (
      request: IncomingMessage,
      response: ServerResponse,
      next: () => void,
    ): void => {
      // Else Node reads a body that nobody wanted to its end.
      if (hasBody(request)) response.setHeader('Connection', 'close');
      next();
    };
    this.use(declared(closeBehindBody, 'goes-on'));
  }
}

/** An HTTP server that waits for nobody for long. */
export function patientServer(listener: RequestListener): Server {
  return createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: LOOK_EVERY_MS,
    },
    listener,
  );
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
