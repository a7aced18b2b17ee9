/** The top of a package: its starter, and a README that speaks every language of the pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MADE, PSEUDO } from '../words.mjs';
import { oldNodeOf } from './targets.mjs';

const DIR = join(import.meta.dirname, 'starters');

const SYSTEMS = {
  win: { starters: { 'Madang.cmd': 'Madang.cmd' }, folder: '%LOCALAPPDATA%\\Madang' },
  darwin: {
    starters: { 'Madang.command': 'madang' },
    folder: '~/Library/Application Support/Madang',
  },
  linux: { starters: { madang: 'madang' }, folder: '~/.local/share/madang' },
};

/** Between two languages. */
const LINE = `\n\n${'-'.repeat(80)}\n\n`;

/** The words of a package, English first; packages are made after the program, and these with it. */
async function spokenWords() {
  const { serverWords } = await import(pathToFileURL(join(MADE, 'server/words.js')).href);
  const languages = Object.keys(serverWords).filter((tag) => tag !== PSEUDO);
  return languages.map((tag) => serverWords[tag].server.package);
}

/** A text as one command of a batch file shows it, also in brackets. */
const echoed = (text) => `echo ${text.replaceAll('%', '%%').replace(/[&|<>^()]/g, '^$&')}`;

/** Each text once: a language that has none of its own falls back to English. */
const once = (spoken, textOf) => [...new Set(spoken.map(textOf))];

/** Text of each file by its name, for one of the targets. */
export async function startersFor(target, version) {
  const spoken = await spokenWords();
  const name = target.split('-')[0];
  const { starters, folder } = SYSTEMS[name];
  const unpack = (_, indent) => once(spoken, (say) => indent + echoed(say.unpack)).join('\n');
  const files = Object.fromEntries(
    Object.entries(starters).map(([file, source]) => [
      file,
      readFileSync(join(DIR, source), 'utf8').replace(/^( *)UNPACK$/m, unpack),
    ]),
  );
  const [starter] = Object.keys(starters);
  const node = oldNodeOf(target);
  const readme = (say) =>
    [
      say.title({ version, system: target }),
      `${say.start({ starter })}\n${say.stop}`,
      say.network,
      say.help[name],
      ...(node === undefined ? [] : [say.oldNode({ node })]),
      say.data({ folder }),
      say.alone,
    ].join('\n\n');
  files['README.txt'] = `${once(spoken, readme).join(LINE)}\n`;
  if (name !== 'win') return files;
  // A batch file with single line ends is read wrongly.
  return Object.fromEntries(
    Object.entries(files).map(([file, text]) => [file, text.replaceAll('\n', '\r\n')]),
  );
}
