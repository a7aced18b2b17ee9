import { readLine } from './lib/command-line.mjs';
import { runBuilt } from './lib/run-built.mjs';

readLine({
  name: 'bank:export',
  words: 'FOLDER [FILE]',
  least: 1,
  most: 2,
  about: `Writes every kept quiz set into FOLDER as a JSON file: those of this server, or of FILE, a backup
of its database.`,
});
await runBuilt('dist/src/server/bank-export.js');
