/** `npm run build`: server and web client; `node scripts/build.mjs server` or `web` for one of them. */
import { build } from './lib/build.mjs';

const names = process.argv.slice(2);
if (!(await build(names.length > 0 ? names : undefined))) process.exitCode = 1;
