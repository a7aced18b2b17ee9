/** `npm run bench`: what the pieces of the hot path cost, and the floor below the whole. */
import { runCli } from './cli.js';

process.exitCode = await runCli(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
