/** The program behind `npm run load`. */
import { runLab, EXIT_INTERRUPTED } from './lab.js';

const interrupt = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // The second one ends it at once; what it started ends with it.
    if (interrupt.signal.aborted) process.exit(EXIT_INTERRUPTED);
    process.stderr.write('load: ending; once more to end at once\n');
    interrupt.abort();
  });

process.exitCode = await runLab(
  process.argv.slice(2),
  {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  },
  interrupt.signal,
);
