/**
 * The child processes of the hostile run. They tell JSON lines: `sink` its port; `flood`, which takes an
 * order as JSON, when it begins, and its toll when SIGTERM ended it.
 */
import { flood, type FloodOrder } from './flood.js';
import { openSink } from './sink.js';

const REFUSED_MS = 1000;

const [role = '', text = '{}'] = process.argv.slice(2);
const tell = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

if (role === 'sink') tell({ port: await openSink() });
else {
  const end = new AbortController();
  process.once('SIGTERM', () => end.abort());
  // Whoever started us is gone.
  process.stdin.resume().once('end', () => end.abort());
  let begin = (): void => {
    begin = () => {};
    tell({ begun: true });
  };
  // It has also begun if the server refuses everybody.
  setTimeout(() => begin(), REFUSED_MS);
  tell(await flood(JSON.parse(text) as FloodOrder, end.signal, () => begin()));
  process.exit(0);
}
