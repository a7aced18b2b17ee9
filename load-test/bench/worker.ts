/** Programs of this folder in processes of their own, which never outlive the one that started them. */
import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Worker {
  /** Undefined where the process did not start; `next` then tells why. */
  pid: number | undefined;
  post(message: object): void;
  /** The next message of the program; rejects where it ends instead. */
  next<T>(): Promise<T>;
  stop(): Promise<void>;
}

/** `program` is a built file of this folder; without a core the system chooses. */
export function startWorker(
  program: URL,
  args: readonly string[],
  core: number | undefined,
): Worker {
  const file = fileURLToPath(program);
  const [command, ...first] =
    core === undefined ? [process.execPath] : ['taskset', '-c', String(core), process.execPath];
  const child = spawn(command as string, [...first, file, ...args], {
    // Ctrl-C goes to all of the terminal's group; whoever started this one decides when it ends.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').catch(() => {});
  const messages = on(child, 'message', { close: ['exit'] });
  return {
    pid: child.pid,
    post: (message) => child.send(message),
    next: async <T>() => {
      const { value, done } = await messages.next();
      if (done === true) throw new Error(`${file} has ended`);
      const [message] = value as [T];
      return message;
    },
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** For a program: sends to the process that started it, or prints where a person did. */
export function tell(message: object): void {
  if (process.send === undefined) console.log(JSON.stringify(message));
  else process.send(message);
}

/** For a program: ends it when the process that started it is gone. */
export function endWithParent(): void {
  process.once('disconnect', () => process.exit());
}
