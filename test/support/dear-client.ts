import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ManagerOptions, SocketOptions } from 'socket.io-client';
import {
  NAMESPACE,
  type AckResult,
  type CommandName,
  type HandshakeAuth,
} from '../../src/protocol/index.js';

const FILE = join(import.meta.dirname, 'dear-sender.mjs');

/** What is sent by HTTP. */
export interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** A command of a socket that was opened by that name. */
export interface Given {
  name: string;
  command: CommandName;
  payload?: object;
  /** The payload as text, where it is deeper than this process could write it. */
  json?: string;
}

/** What is sent, and what is told then: only so was it worked on. */
export interface Work {
  sent: Sent | Given;
  /** Several where it is given up on a machine that has much to do. */
  expects: string | readonly string[];
  /** Resolves when all that it makes happen is over, where that is later than the answer. */
  ends?: () => Promise<void>;
}

/** By its name, the dearest of each route or command: what is allowed, and what somebody hostile makes. */
export type Table<Name extends string = string> = Record<Name, Kinds>;
type Make = () => Work | Promise<Work>;
interface Kinds {
  legal: Make;
  hostile: Make;
  /** More that is hostile. */
  [kind: string]: Make;
}

interface Told {
  id: number;
  value?: unknown;
  error?: string;
}

/** Sockets and requests of a process of its own, which take nothing of this one's time. */
export class DearClient {
  private readonly dir = mkdtempSync(join(tmpdir(), 'madang-dear-'));
  private readonly waiting = new Map<number, (told: Told) => void>();
  private last = 0;

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (told: Told) => this.waiting.get(told.id)?.(told));
  }

  static async start(): Promise<DearClient> {
    const child = fork(FILE, { execArgv: ['--stack-size=4000'] });
    await once(child, 'message');
    return new DearClient(child);
  }

  /** Opens a socket of that name in place of any before; resolves with the token where one is wanted. */
  async open(
    name: string,
    url: string,
    auth: HandshakeAuth,
    options: Partial<ManagerOptions & SocketOptions> = {},
  ): Promise<string> {
    const told = await this.tell('open', {
      name,
      url: url + NAMESPACE,
      options: { ...options, auth },
    });
    return told as string;
  }

  /** A command that has to succeed. */
  async do<T extends object>(name: string, command: CommandName, payload: object): Promise<T> {
    const answer = (await this.tell('ask', { name, command, payload })) as AckResult;
    if (!answer.ok) throw new Error(`${command}: ${answer.error.code} ${answer.error.message}`);
    return answer as unknown as T;
  }

  async heard<T>(name: string): Promise<T> {
    return (await this.tell('heard', { name })) as T;
  }

  async close(name: string): Promise<void> {
    await this.tell('close', { name });
  }

  /** Resolves with what sends it and resolves with the answer, as `200`, `413 TOO_LARGE`, `ok` or `NOT_HOST`. */
  async prepare(work: Sent | Given): Promise<() => Promise<string>> {
    const key = ++this.last;
    const { body, ...rest } = { body: undefined, ...work };
    const file = join(this.dir, `${key}`);
    if (body !== undefined) writeFileSync(file, body);
    await this.tell('prepare', { key, work: { ...rest, ...(body && { file }) } });
    if (body !== undefined) rmSync(file);
    return async () => (await this.tell('go', { key })) as string;
  }

  async stop(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.disconnect();
    await gone;
    rmSync(this.dir, { recursive: true });
  }

  private tell(op: string, rest: object): Promise<unknown> {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, ({ value, error }) => {
        this.waiting.delete(id);
        if (error === undefined) resolve(value);
        else reject(new Error(error));
      });
      this.child.send({ id, op, ...rest });
    });
  }
}
