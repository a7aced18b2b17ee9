import { capture, root } from './lib/run.mjs';
import { readLine } from './lib/command-line.mjs';
import { NOTHING } from './lib/check-verdict.mjs';

readLine({
  name: 'workflows',
  about: 'Whether the workflows of GitHub are well-formed, where actionlint is installed.',
});

/** It is there where somebody has installed it by Go. */
const command = 'actionlint';

const { code, output } = await capture(command, ['-no-color'], { cwd: root }).catch((error) => ({
  code: error.code,
  output: '',
}));
if (code === 'ENOENT')
  console.log(`${NOTHING}actionlint is not installed, so the workflows were not read`);
else if (code !== 0) {
  console.error(output);
  process.exitCode = 1;
}
