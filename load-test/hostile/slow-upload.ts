import { request } from 'node:http';
import { codeOf, readAnswer, type Visitor } from './visitor.js';

const TICK_MS = 250;
/** A body that takes longer than an attack, and is none that is refused for its size: a quiz file may have 256 kB. */
const BYTES = 250_000;

/** Sends a body at so many bytes a second; resolves with the answer's code, or `CLOSED`. */
export function uploadSlowly(
  { target, address, cookie }: Visitor,
  path: string,
  bytesPerS: number,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve) => {
    const headers = { origin: target, cookie, 'content-length': BYTES };
    const sent = request(`${target}${path}`, { method: 'POST', localAddress: address, headers });
    const some = 'x'.repeat((bytesPerS * TICK_MS) / 1000);
    const timer = setInterval(() => sent.write(some), TICK_MS);
    const leave = (): void => void sent.destroy();
    const end = (code: string): void => {
      clearInterval(timer);
      signal.removeEventListener('abort', leave);
      sent.destroy();
      resolve(code);
    };
    signal.addEventListener('abort', leave);
    sent.on('error', () => end('CLOSED'));
    sent.on('response', (response) => {
      readAnswer(response).then(
        (answer) => end(codeOf(answer)),
        () => end('CLOSED'),
      );
    });
    sent.flushHeaders();
  });
}
