/** What only load tests need (Artillery, the charts of the report): a package of its own in load-test. */
import { npm } from './npm.mjs';
import { dependenciesAreCurrent } from './prepare.mjs';

const FOLDER = 'load-test';
const ARGS = [
  'ci',
  '--prefix',
  FOLDER,
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  // Artillery asks for a newer Node than it needs for what is used here.
  '--loglevel=error',
];

/** Installs them where they are missing or out of date; false, with npm's message shown, if npm failed. */
export async function installLoadPackages() {
  if (dependenciesAreCurrent(FOLDER)) return true;
  process.stdout.write(
    'Installing the load packages (once, 460 MB; this takes a minute or two) … ',
  );
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  const { code, output } = await npm(ARGS, { env });
  console.log(code === 0 ? 'done' : `failed\n${output}`);
  return code === 0;
}
