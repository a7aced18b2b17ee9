/** The production shape: Redis, nginx, and a process for each core. */
import { readLine } from './lib/command-line.mjs';
import { checkNodeVersion } from './lib/node-version.mjs';

const USAGES = {
  start: {
    name: 'cluster',
    about: 'Starts what does not run: Redis, PostgreSQL where it is used, the processes and nginx.',
    flags: {
      '--redis-cluster': 'as the setting REDIS_CLUSTER=on',
      '--as-built': 'newer sources wait for the next start',
    },
  },
  status: {
    name: 'cluster:status',
    about: 'Says of each part whether it runs, and what it does.',
    flags: { '--json': 'for programs', '--watch': 'over and over, until it is ended' },
  },
  reload: {
    name: 'cluster:reload',
    about:
      'Replaces one process after the other by the new release and settings, while games go on.',
    flags: { '--wait': 'until no room is open that the new release cannot go on with' },
  },
  stop: { name: 'cluster:stop', about: 'Ends all parts, the processes first.' },
};

checkNodeVersion();
const command = process.argv[2] || 'start';
const isKnown = Object.keys(USAGES).includes(command);
const { flags } = readLine(
  isKnown
    ? USAGES[command]
    : {
        name: 'node scripts/cluster.mjs',
        words: Object.keys(USAGES).join(' | '),
        about: 'Each has an npm script of its own, which tells its flags.',
      },
  process.argv.slice(isKnown ? 3 : 2),
);
// Not at the top: an old Node would stop at what these import before it is told its age.
const { ClusterError } = await import('./lib/cluster/settings.mjs');
const { commands } = await import('./lib/cluster/commands.mjs');

try {
  if (process.platform !== 'linux')
    throw new ClusterError(
      'The cluster needs Linux; one process with everything in memory runs here, too: npm start',
      2,
    );
  process.exitCode = await commands[command]([...flags]);
} catch (error) {
  if (!(error instanceof ClusterError)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
