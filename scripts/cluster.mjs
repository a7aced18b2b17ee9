/** `npm run cluster`, `cluster:status`, `cluster:reload`, `cluster:stop`: the production shape. */
import { checkNodeVersion } from './lib/node-version.mjs';

checkNodeVersion();
// Not at the top: an old Node would stop at what these import before it is told its age.
const { ClusterError } = await import('./lib/cluster/settings.mjs');
const { commands } = await import('./lib/cluster/commands.mjs');

const command = commands[process.argv[2] ?? 'start'];
try {
  if (process.platform !== 'linux')
    throw new ClusterError(
      'The cluster needs Linux; one process with everything in memory runs here, too: npm start',
      2,
    );
  if (command === undefined) throw new ClusterError('start, status, reload or stop?', 2);
  process.exitCode = await command(process.argv.slice(3));
} catch (error) {
  if (!(error instanceof ClusterError)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
