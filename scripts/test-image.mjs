import { checkNodeVersion } from './lib/node-version.mjs';
import { buildImage } from './lib/image/build-image.mjs';
import { endWithParent } from './lib/parent.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/run.mjs';
import { runTests } from './lib/run-tests.mjs';
import { installPackages } from './lib/system-packages.mjs';
import { readLine } from './lib/command-line.mjs';

const { words } = readLine({
  name: 'test:image',
  passesOn: 'vitest',
  about: 'Builds the image without an engine, plays in it, and counts what held.',
});

checkNodeVersion();
endWithParent();
const tools = ['buildah', 'bubblewrap', 'debootstrap'];
if (!(await installPackages(tools))) process.exit(2);
if (process.getuid() !== 0) {
  console.log('To lay out the files of an image, root is needed: sudo npm run test:image');
  process.exit(2);
}
if (!(await prepare())) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}
const isReal = await buildImage();
console.log(
  isReal
    ? 'built on the real base'
    : 'built on a stand-in for its base: no registry of images answers',
);
await runTests([`--root=${root}`, '--config=test/image/vitest.config.ts', ...words]);
