/** The programs beside a hostile run: `sink` tells its port; `flood` when it begins and, when it is told to end, its toll. */
import { endWithParent, tell } from '../swarm/worker.js';
import { flood, type FloodOrder } from './flood.js';
import { openSink } from './sink.js';

const REFUSED_MS = 1000;

endWithParent();
const [role = '', text = '{}'] = process.argv.slice(2);

if (role === 'sink') tell({ port: await openSink() });
else {
  const end = new AbortController();
  process.once('message', () => end.abort());
  let begin = (): void => {
    begin = () => {};
    tell({ begun: true });
  };
  // It has also begun if the server refuses everybody.
  setTimeout(() => begin(), REFUSED_MS);
  tell(await flood(JSON.parse(text) as FloodOrder, end.signal, () => begin()));
}
