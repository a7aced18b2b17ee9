import type { ChainableCommander } from 'ioredis';

/**
 * How a primary tells that its data is another's: a Redis that restarts, or another one that takes its place, has
 * another run id. Some managed offers hide that; of those the id of what is replicated counts, which a restart and a
 * switch change as well.
 */
export class Incarnation {
  private section: 'server' | 'replication' = 'server';

  /** Adds to a read what `of` is to be asked about. */
  ask(read: ChainableCommander): ChainableCommander {
    return read.info(this.section);
  }

  /** Empty for once where Redis hides its run id, and of a replica, which has the id of its primary. */
  of(info: unknown): string {
    const fieldOf = (name: string): string | undefined =>
      RegExp(`^${name}:(\\w+)`, 'm').exec(info as string)?.[1];
    const runId = fieldOf('run_id');
    if (runId !== undefined) return runId;
    this.section = 'replication';
    return fieldOf('role') === 'master' ? (fieldOf('master_replid') ?? '') : '';
  }
}
