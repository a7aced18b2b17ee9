import type { HostNotes } from '../../protocol/cockpit.js';
import { isSameName, nameOf } from '../../protocol/judged-name.js';
import type { PhasePayload } from '../../protocol/events.js';

/** What is told of the question that stands; null until it is there, as the notes come behind the phase. */
export function notesOf(phase: PhasePayload | null, notes: HostNotes | null): HostNotes | null {
  if (phase === null || phase.kind === 'lobby' || notes === null) return null;
  return isSameName(nameOf(notes), nameOf(phase)) ? notes : null;
}
