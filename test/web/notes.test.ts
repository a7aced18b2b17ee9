import { describe, expect, it } from 'vitest';
import type { PhasePayload } from '../../src/protocol/index.js';
import { notesOf } from '../../src/web/cockpit/notes.js';

const phaseAt = (kind: PhasePayload['kind'], index: number, drops?: number): PhasePayload => ({
  version: 7,
  kind,
  index,
  count: 5,
  startTime: 0,
  endTime: 0,
  ...(drops === undefined ? {} : { drops }),
});
const notes = { index: 1, answer: 2, coming: [] };

describe('R4.2 the notes that a cockpit shows', () => {
  it('are of the question that stands, and of no other one', () => {
    expect(notesOf(phaseAt('question', 1), notes)).toBe(notes);
    expect(notesOf(phaseAt('question', 2), notes)).toBeNull();
    expect(notesOf(phaseAt('lobby', 1), notes)).toBeNull();
    expect(notesOf(null, notes)).toBeNull();
    expect(notesOf(phaseAt('question', 1), null)).toBeNull();
  });

  it('R16.19 are of the part that is open', () => {
    const second = { ...phaseAt('question', 1), part: 1 };
    expect(notesOf(second, { ...notes, part: 1 })).toMatchObject({ part: 1 });
    expect(notesOf(second, { ...notes, part: 0 })).toBeNull();
  });

  it('are not of a question that was dropped, which had the same index', () => {
    const later = { ...notes, drops: 1 };
    expect(notesOf(phaseAt('question', 1, 1), notes)).toBeNull();
    expect(notesOf(phaseAt('question', 1, 1), later)).toBe(later);
    expect(notesOf(phaseAt('question', 1), later)).toBeNull();
  });
});
