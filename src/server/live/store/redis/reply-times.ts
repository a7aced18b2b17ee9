import type { Redis } from 'ioredis';

/** Hears of each reply to a command or script, by its name. */
export type ReplyObserver = (name: string, tookMs: number) => void;

/**
 * Times what a connection asks; the commands of a pipeline count one by one. What is never replied to
 * is not told. `scripts` are their names by hash.
 */
export function timeReplies(
  redis: Redis,
  scripts: ReadonlyMap<string, string>,
  observe: ReplyObserver,
): void {
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    const name = command.name === 'evalsha' ? scripts.get(String(command.args[0])) : command.name;
    const startedAt = performance.now();
    const replied = (): void => observe(name ?? command.name, performance.now() - startedAt);
    command.promise.then(replied, ({ name: kind }: Error) => {
      // A refusal is a reply, too.
      if (kind === 'ReplyError') replied();
    });
    return send(command, stream);
  };
}
