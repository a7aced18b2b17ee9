import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/run.mjs';
import { readLine } from './lib/command-line.mjs';

const {
  words: [file],
} = readLine({
  name: 'node scripts/confusables.mjs',
  words: 'FILE',
  least: 1,
  most: 1,
  about: `Makes src/game/confusables-table.ts of Unicode's confusables.txt (UTS 39), which is at
https://www.unicode.org/Public/security/latest/confusables.txt. To be run when there is a newer one.`,
});

const text = readFileSync(file, 'utf8');
const version = text.match(/^# Version: (\S+)/m)?.[1];
const points = (hex) =>
  hex
    .trim()
    .split(' ')
    .map((one) => Number.parseInt(one, 16));

/** Sources by what stands for them, in base 36. */
const byTarget = new Map();
let count = 0;
for (const line of text.split('\n')) {
  const [from = '', to, kind] = line.split(';').map((one) => one.trim());
  if (to === undefined || !kind?.startsWith('MA')) continue;
  const character = String.fromCodePoint(...points(from));
  // Names are folded (NFKC) before they are compared: what becomes something else then never comes.
  if (character.normalize('NFKC') !== character) continue;
  const key = points(to)
    .map((one) => one.toString(36))
    .join('.');
  const sources = byTarget.get(key) ?? [];
  sources.push(...points(from));
  byTarget.set(key, sources);
  count += 1;
}

const words = [...byTarget].map(([target, sources]) => {
  let before = 0;
  const steps = sources
    .sort((a, b) => a - b)
    .map((one) => {
      const step = (one - before).toString(36);
      before = one;
      return step;
    });
  return `${target}:${steps.join(',')}`;
});
const lines = [''];
for (const word of words) {
  if (lines.at(-1).length + word.length > 150) lines.push('');
  lines[lines.length - 1] += `${lines.at(-1) === '' ? '' : ' '}${word}`;
}
writeFileSync(
  join(root, 'src/game/confusables-table.ts'),
  `/**
 * Made by scripts/confusables.mjs of Unicode's confusables.txt, version ${version} (UTS 39): ${count} characters, by what
 * stands for them. \`target.target:first,step,step\` in base 36. © Unicode, Inc.; https://www.unicode.org/terms_of_use.html
 */
export const CONFUSABLES = \`
${lines.join('\n')}
\`;
`,
);
console.log(`${count} characters, ${byTarget.size} that stand for them`);
