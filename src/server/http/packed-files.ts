/** The files of the pages, as the build packed them: `name.br` and `name.gz` beside `name`. */
import { createReadStream, existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { NotFoundException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/** The smallest first. Browsers take Brotli over TLS and from this machine only. */
const PACKINGS = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
];

interface Caching {
  /** In words, as "1h". */
  maxAge?: string;
  immutable?: boolean;
  lastModified?: boolean;
}

/** Those that the build has laid beside a file. */
export const packings = (path: string): typeof PACKINGS =>
  PACKINGS.filter(({ ending }) => existsSync(path + ending));

/** The ending of what the browser takes, of what there is; empty for the file as it is. The answer then says so. */
export function packingFor(
  request: Request,
  response: Response,
  has: (ending: string) => boolean,
): string {
  const packing = PACKINGS.find(
    ({ encoding, ending }) => request.acceptsEncodings(encoding) !== false && has(ending),
  );
  response.vary('Accept-Encoding');
  if (packing !== undefined) response.set('Content-Encoding', packing.encoding);
  return packing?.ending ?? '';
}

/** To a client that takes no packing: a package to unpack has such files in gzip alone. */
function sendUnpacked(response: Response, name: string, packed: string): void {
  response.type(extname(name));
  // The visitor has gone, or sees that the answer has no end.
  pipeline(createReadStream(packed), createGunzip(), response, () => {});
}

/** Answers with a file below `dir`, packed where the browser takes it so; `failed` where there is none. */
export function sendPacked(
  request: Request,
  response: Response,
  dir: string,
  name: string,
  caching: Caching,
  failed: NextFunction,
): void {
  const ending = packingFor(request, response, (one) => existsSync(join(dir, name + one)));
  if (ending !== '') response.type(extname(name));
  // A part of a packed file is of no use to anybody.
  const options = { ...caching, root: dir, acceptRanges: false };
  response.sendFile(name + ending, options, (error) => {
    // The visitor has gone, or gets what has been sent of it.
    if (error === undefined || ('code' in error && error.code === 'ECONNABORTED')) return;
    if (response.headersSent) return;
    const packed = `${join(dir, name)}.gz`;
    if (ending === '' && 'code' in error && error.code === 'ENOENT' && existsSync(packed))
      return sendUnpacked(response, name, packed);
    response.removeHeader('Content-Encoding');
    // A folder is no file of ours, as `/assets/.` names one.
    failed('code' in error && error.code === 'EISDIR' ? new NotFoundException() : error);
  });
}
