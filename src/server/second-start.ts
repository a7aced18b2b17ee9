import type { Running } from './running.js';
import { inTerminal, type TerminalWords } from './terminal-words.js';

interface SecondStart {
  dataDir: string;
  /** Undefined where it does not say who it is. */
  other: Running | undefined;
  /** Whether somebody wants to see a page, as after a double click. */
  opens: boolean;
  open: (running: Running & { port: number }) => Promise<void>;
  say: (text: string) => void;
}

/** For a start that finds the data folder taken. Returns its exit code. */
export async function meetRunning(start: SecondStart): Promise<number> {
  const { dataDir, other, opens, open, say } = start;
  if (other?.port == null) {
    say(inTerminal((words: TerminalWords) => words.folderTaken({ dataDir })).join('\n') + '\n');
    return 1;
  }
  const { pid, port } = other;
  const address = `http://localhost:${port}`;
  say(
    inTerminal((words: TerminalWords) => words.runsAlready({ address, pid, dataDir })).join('\n') +
      '\n',
  );
  if (opens) {
    await open({ ...other, port });
    return 0;
  }
  say(inTerminal((words) => words.another).join('\n') + '\n');
  return 1;
}
