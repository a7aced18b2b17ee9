import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * What whoever runs the server signs in with. It follows from the server's secret, so that all processes and
 * every start have the same; a new SECRET makes a new key.
 */
export function operatorKey(secret: string): string {
  return createHmac('sha256', secret).update('the key of the operator').digest('base64url');
}

/** The path of the page that takes it; behind `#`, so that it is in no log. */
export function deskPath(secret: string): string {
  return `/desk#key=${operatorKey(secret)}`;
}

/** The same for the start page. */
export function startPath(secret: string): string {
  return `/start#key=${operatorKey(secret)}`;
}

export function isOperatorKey(given: string, secret: string): boolean {
  // Digests have one length, so that the time tells nothing.
  const [a, b] = [given, operatorKey(secret)].map((text) =>
    createHash('sha256').update(text).digest(),
  );
  return timingSafeEqual(a as Buffer, b as Buffer);
}
