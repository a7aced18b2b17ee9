import type { HostNotes } from '../../protocol/cockpit.js';
import type { PhasePayload } from '../../protocol/events.js';

/** What is told of the question that stands; null until it is there, as the notes come behind the phase. */
export function notesOf(phase: PhasePayload | null, notes: HostNotes | null): HostNotes | null {
  if (phase === null || phase.kind === 'lobby' || notes === null) return null;
  const isOfPhase = notes.index === phase.index && (notes.drops ?? 0) === (phase.drops ?? 0);
  return isOfPhase ? notes : null;
}
