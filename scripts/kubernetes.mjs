import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KUBERNETES, readManifests } from './lib/kubernetes/manifests.mjs';
import { root } from './lib/run.mjs';
import { readLine } from './lib/command-line.mjs';

const { words: named } = readLine({
  name: 'kubernetes',
  words: '[FILE…]',
  most: Infinity,
  about:
    'Whether the manifests in docs/kubernetes, or those that are named, are as Kubernetes takes them.',
});

const FOLDER = 'docs/kubernetes';

/** Manifests, and those that a text for people shows between fences. */
function textsIn(file) {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.md')) return [text];
  return [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, block]) => block);
}

const files =
  named.length > 0
    ? named
    : readdirSync(join(root, FOLDER)).map((name) => join(root, FOLDER, name));
const problems = files.flatMap((file) =>
  textsIn(file).flatMap((text) => readManifests(text).problems.map((one) => `${file}: ${one}`)),
);
if (problems.length > 0) {
  console.error(`not as Kubernetes ${KUBERNETES} takes it:\n${problems.join('\n')}`);
  process.exitCode = 1;
}
