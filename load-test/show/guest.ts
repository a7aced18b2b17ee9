import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import {
  decodeFlush,
  NAMESPACE,
  type AckResult,
  type ClientToServerEvents,
  type CommandName,
  type Final,
  type PhasePayload,
  type RevealPayload,
  type ServerToClientEvents,
} from '../../src/protocol/index.js';

type Payload<C extends CommandName> = Parameters<ClientToServerEvents[C]>[0];
type Answer<C extends CommandName> = Extract<
  Parameters<NonNullable<Parameters<ClientToServerEvents[C]>[1]>>[0],
  { ok: true }
>;

const ANSWER_MS = 30_000;
const LOOK_MS = 20;

/** Somebody in the room who knows which phase it is in. */
export class Guest {
  phase: PhasePayload | undefined;
  reveal: RevealPayload | undefined;
  final: Final | undefined;
  readonly #socket: Socket<ServerToClientEvents, ClientToServerEvents>;

  constructor(url: string) {
    this.#socket = io(url + NAMESPACE, {
      transports: ['websocket'],
      forceNew: true,
      auth: { wantToken: true },
    });
    this.#socket.on('phase', (phase) => (this.phase = phase));
    this.#socket.on('endQuizTime', (reveal) => (this.reveal = reveal));
    this.#socket.on('endGame', ({ final }) => (this.final = final));
    this.#socket.on('flush', (flush) => {
      for (const [event, payload] of decodeFlush(flush, () => undefined)) {
        if (event === 'phase') this.phase = payload;
        if (event === 'endQuizTime') this.reveal = payload;
        if (event === 'endGame') this.final = payload.final;
      }
    });
  }

  get isOver(): boolean {
    return this.phase?.kind === 'lobby';
  }

  /** Sends a command that has to succeed. */
  async ask<C extends CommandName>(command: C, payload: Payload<C>): Promise<Answer<C>> {
    const socket = this.#socket.timeout(ANSWER_MS) as unknown as {
      emitWithAck(event: string, payload: unknown): Promise<AckResult>;
    };
    const answer = await socket.emitWithAck(command, payload);
    if (!answer.ok) throw new Error(`${command}: ${answer.error.code}`);
    return answer as Answer<C>;
  }

  move(newPosition: [number, number]): void {
    this.#socket.emit('updatePosition', { newPosition });
  }

  /** Of a question once its choices are there, as a move before that is not shown to count. */
  async whenPhase(kind: PhasePayload['kind'], index: number): Promise<void> {
    const isThere = ({ phase } = this): boolean => phase?.kind === kind && phase.index === index;
    const hasEnded = (): boolean => this.isOver && index > 0;
    while (!isThere() && !hasEnded()) await wait(LOOK_MS);
    if (kind === 'question' && this.phase) await wait(this.phase.startTime - Date.now() + 100);
  }

  /** Until a reveal is on for so long. */
  async at(elapsedMs: number): Promise<void> {
    await this.until((this.phase?.startTime ?? 0) + elapsedMs);
  }

  /** The server of this process has the same clock. */
  async until(time: number): Promise<void> {
    await wait(time - Date.now());
  }

  /** Its end, where it has one. */
  async whenOver(): Promise<Final | undefined> {
    while (!this.isOver) await wait(LOOK_MS);
    return this.final;
  }

  close(): void {
    this.#socket.disconnect();
  }
}
