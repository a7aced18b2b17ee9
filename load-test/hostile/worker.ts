/**
 * The child processes of the hostile run. They tell JSON lines: `sink` its port; `flood`, which takes an
 * order as JSON, when it begins, and its toll when SIGTERM ended it.
 */
import { flood, type FloodOrder } from './flood.js';
import { openSink } from './sink.js';

const [role = '', text = '{}'] = process.argv.slice(2);
const tell = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

if (role === 'sink') tell({ port: await openSink() });
else {
  const end = new AbortController();
  process.once('SIGTERM', () => end.abort());
  // Whoever started us is gone.
  process.stdin.resume().once('end', () => end.abort());
  tell({ flooding: true });
  tell(await flood(JSON.parse(text) as FloodOrder, end.signal));
  process.exit(0);
}
