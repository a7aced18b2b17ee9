/** What Artillery's Socket.IO engine does with the functions of a scenario, in a few lines. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import type {
  Outcome,
  Done,
  GameSocket,
  Metrics,
  VirtualUser,
} from '../../load-test/artillery/run.js';

type Step = (user: VirtualUser, metrics: Metrics) => Promise<void>;

export class Engine {
  /** What Artillery would have been told. */
  readonly emitted: { kind: string; name: string; value: number }[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'madang-'));
  readonly #users: VirtualUser[] = [];
  readonly metrics: Metrics = {
    emit: (kind, name, value) => void this.emitted.push({ kind, name, value }),
  };

  constructor(
    private readonly target: string,
    private readonly variables: Record<string, unknown>,
    private readonly options: Record<string, unknown> = { reconnection: false },
  ) {}

  /** Runs the flow for so many virtual users at once; rejects with the first error. */
  async run(count: number, flow: (user: VirtualUser) => Promise<void>): Promise<Outcome> {
    const resultFile = join(this.#folder, 'outcome.json');
    try {
      const users = Array.from({ length: count }, (): VirtualUser => {
        return { vars: { ...this.variables, target: this.target, resultFile }, sockets: {} };
      });
      this.#users.push(...users);
      await Promise.all(users.map(flow));
      return JSON.parse(readFileSync(resultFile, 'utf8')) as Outcome;
    } finally {
      for (const { sockets } of this.#users) sockets['/game']?.disconnect();
      rmSync(this.#folder, { recursive: true });
    }
  }

  /** takeSeat, a first emit that connects, enterRoom. */
  async join(user: VirtualUser, steps: { takeSeat: Step; enterRoom: Step }): Promise<void> {
    await steps.takeSeat(user, this.metrics);
    const socket = io(`${this.target}/game`, {
      transports: ['websocket'],
      forceNew: true,
      ...this.options,
      query: user.vars['query'] as Record<string, string>,
    });
    user.sockets['/game'] = socket as unknown as GameSocket;
    await new Promise<void>((resolve, reject) => {
      socket.once('connect_error', reject);
      socket.once('connect', () => {
        socket.emit('setPlayerName', { playerName: String(user.vars['playerName']) });
        steps.enterRoom(user, this.metrics).then(resolve, reject);
      });
    });
  }

  emit({ sockets, vars }: VirtualUser, event: string, payload: unknown = vars['payload']): void {
    (sockets['/game'] as unknown as Socket).emit(event, payload);
  }
}

/** A step that calls back. */
export function call(
  step: (user: VirtualUser, metrics: Metrics, done: Done) => void,
  user: VirtualUser,
  { metrics }: Engine,
): void {
  let called = false;
  step(user, metrics, () => (called = true));
  if (!called) throw new Error('the step must call back in the same turn');
}
