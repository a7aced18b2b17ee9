/** The package of this machine, as `npm run test:package` has just made it, and its bounds. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Pack {
  PACKAGES: string;
  MOST_BYTES: number;
  MOST_FILES: number;
}

const script = (path: string): string =>
  new URL(`../../scripts/lib/package/${path}`, import.meta.url).href;

const { PACKAGES, MOST_BYTES, MOST_FILES } = (await import(script('pack.mjs'))) as Pack;
const { filesIn } = (await import(script('archive.mjs'))) as {
  filesIn: (folder: string) => { name: string }[];
};

export { MOST_BYTES, MOST_FILES, filesIn as filesOf };
export const READY_MS = 3_000;

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { version: string };

export const packedHere = (): string =>
  join(PACKAGES, `madang-${version}-linux-${process.arch}.tar.gz`);
