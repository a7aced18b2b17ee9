import { ask } from '../ui/ask-desk.js';
import { dropAllUnsaved } from './edit/unsaved.js';

/** Signs this browser out, or the account everywhere, and leaves nothing of its sets behind; whether it worked. */
export async function signOut({ everywhere = false } = {}): Promise<boolean> {
  const answer = await ask('DELETE', everywhere ? '/sessions' : '/session');
  if (answer.ok) dropAllUnsaved();
  return answer.ok;
}
