/** `npm run swarm`: many players in one process. */
import { runCli } from './cli.js';

const interrupt = new AbortController();
// Once: a second Ctrl-C finds no listener and ends the process at once.
process.once('SIGINT', () => interrupt.abort());
process.once('SIGTERM', () => interrupt.abort());

process.exitCode = await runCli(
  process.argv.slice(2),
  {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  },
  interrupt.signal,
);
