import type { PhasePayload } from '../../protocol/events.js';

/** What a person sees of a phase: a question has a get-ready part without choices; `next` is between two parts (R16.19). */
export type Stage = 'lobby' | 'countdown' | 'ready' | 'next' | 'answering' | 'reveal' | 'item';

export interface PhaseView {
  stage: Stage;
  /** Time of the stage, in ms; never negative. Between two parts, that of the one that comes. */
  leftMs: number;
  /** There between two parts: in how many ms the next one begins. */
  beginsInMs?: number;
  /** Unknown, 0, for the get-ready part: a phase tells only when the choices appear. */
  totalMs: number;
  paused: boolean;
  /** A reveal has shown everything, and goes on when the host says so (R4.10). */
  waiting: boolean;
}

/** Reads a phase at a server time. While paused, time stands at what will be left. */
export function viewPhase(phase: PhasePayload | null, serverNow: number): PhaseView {
  if (!phase || phase.kind === 'lobby')
    return { stage: 'lobby', leftMs: 0, totalMs: 0, paused: false, waiting: false };
  const { kind, startTime, endTime, pausedLeftMs, waits = false } = phase;
  const paused = pausedLeftMs !== undefined;
  const left = pausedLeftMs ?? endTime - serverNow;
  const totalMs = endTime - startTime;
  const waiting = waits && !paused && left <= 0;
  const flags = { paused, waiting };
  if (kind !== 'question') return { stage: kind, leftMs: Math.max(0, left), totalMs, ...flags };
  const beginsInMs = left - totalMs;
  if (beginsInMs > 0 && phase.part)
    return { stage: 'next', leftMs: totalMs, totalMs, beginsInMs, ...flags };
  if (beginsInMs > 0) return { stage: 'ready', leftMs: beginsInMs, totalMs: 0, ...flags };
  return { stage: 'answering', leftMs: Math.max(0, left), totalMs, ...flags };
}

/** How long the running stage is; for the get-ready part, what was left of it when it was first seen. */
export class StageLength {
  #readyMs = 0;

  /** `synced`: the time in `view` is the server's and not a guess. */
  read({ stage, leftMs, totalMs }: PhaseView, synced: boolean): number {
    if (stage !== 'ready') {
      this.#readyMs = 0;
      return totalMs;
    }
    if (synced) this.#readyMs = Math.max(this.#readyMs, leftMs);
    return Math.max(this.#readyMs, leftMs);
  }
}
