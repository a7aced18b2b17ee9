import type { PhasePayload } from '../../protocol/events.js';

/** What a person sees of a phase: a question has a get-ready part without choices. */
export type Stage = 'lobby' | 'countdown' | 'ready' | 'answering' | 'reveal';

export interface PhaseView {
  stage: Stage;
  /** Of the stage, in ms; never negative. */
  leftMs: number;
  totalMs: number;
  paused: boolean;
}

/** Reads a phase at a server time. While paused, time stands at what will be left. */
export function viewPhase(phase: PhasePayload | null, serverNow: number): PhaseView {
  if (!phase || phase.kind === 'lobby')
    return { stage: 'lobby', leftMs: 0, totalMs: 0, paused: false };
  const { kind, startTime, endTime, pausedLeftMs } = phase;
  const paused = pausedLeftMs !== undefined;
  const left = pausedLeftMs ?? endTime - serverNow;
  const totalMs = endTime - startTime;
  if (kind !== 'question') return { stage: kind, leftMs: Math.max(0, left), totalMs, paused };
  if (left > totalMs) return { stage: 'ready', leftMs: left - totalMs, totalMs: 3_000, paused };
  return { stage: 'answering', leftMs: Math.max(0, left), totalMs, paused };
}
