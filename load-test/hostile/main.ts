/** `npm run hostile`: attacks beside a hall that plays, and what its players and a host feel. */
import { runCli } from './cli.js';

/** As a shell tells it. */
const INTERRUPTED = 130;

// Only what exits by itself ends the server, or the cluster, that it has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => process.exit(INTERRUPTED));

process.exitCode = await runCli(
  process.argv.slice(2),
  (text) => process.stdout.write(text),
  (text) => process.stderr.write(text),
);
