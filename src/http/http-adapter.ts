import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';

/** Headers, and whole requests with their body, have to be there within so many ms. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 15_000;
/** How often Node looks for those that are not. */
const LOOK_EVERY_MS = 1_000;

/** Express on an HTTP server that no slow client can hold. */
export class HttpAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const server = createServer(
      {
        headersTimeout: HEADERS_MS,
        requestTimeout: REQUEST_MS,
        connectionsCheckingInterval: LOOK_EVERY_MS,
      },
      this.getInstance<RequestListener>(),
    );
    this.httpServer = server;
    this.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
      // Else Node reads a body that nobody wanted to its end.
      if (hasBody(request)) response.setHeader('Connection', 'close');
      next();
    });
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
