/** How a track lies in the table: deflated differences, as who stands still or walks straight repeats them. */
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Track } from '../../../game/track.js';

const deflate = promisify<Uint8Array, Buffer>(deflateRaw);
const inflate = promisify<Uint8Array, Buffer>(inflateRaw);

export function packSteps({ samples, steps }: Track): Promise<Buffer> {
  const before = (i: number): number => (i % samples === 0 ? 0 : (steps[i - 1] ?? 0));
  // What is less than 0 wraps around, and back when it is read.
  const differences = steps.map((step, i) => step - before(i));
  return deflate(new Uint8Array(differences.buffer));
}

export async function unpackSteps(bytes: Uint8Array, samples: number): Promise<Uint16Array> {
  const unpacked = await inflate(Buffer.from(bytes));
  const steps = new Uint16Array(Uint8Array.from(unpacked).buffer);
  for (let i = 0; i < steps.length; i++)
    if (i % samples !== 0) steps[i] = (steps[i] ?? 0) + (steps[i - 1] ?? 0);
  return steps;
}
