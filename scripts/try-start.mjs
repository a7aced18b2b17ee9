import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './lib/run.mjs';
import { readLine } from './lib/command-line.mjs';

readLine({
  name: 'node scripts/try-start.mjs',
  about: `Starts what npm start starts, waits until it serves the page, and ends it: for systems on which
nothing else is run.`,
});

const MOST_MS = 300_000;
const PORT = '3210';
const dataDir = mkdtempSync(join(tmpdir(), 'madang-'));
const server = spawn(process.execPath, ['scripts/start.mjs'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PORT, DATA_DIR: dataDir, OPEN: 'false' },
});
server.once('exit', (code) => process.exit(code === null || code === 0 ? 0 : 1));

const from = Date.now();
for (;;) {
  const answers = await Promise.all(
    ['health/ready', 'api/info', ''].map((path) =>
      fetch(`http://localhost:${PORT}/${path}`).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  );
  if (answers.every(Boolean)) break;
  if (Date.now() - from > MOST_MS) {
    console.error('the server did not answer');
    process.exit(1);
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
}
console.log('The server answers.');
server.kill();
