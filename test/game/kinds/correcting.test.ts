import { nameOf } from '../../../src/protocol/judged-name.js';
import { describe, expect, it } from 'vitest';
import { correct, ruled } from '../../../src/game/correct.js';
import { valuesOf } from '../../../src/game/kinds/floor.js';
import { rightValues } from '../../../src/game/kinds/rights.js';
import { drawInt } from '../../../src/game/shared/random.js';
import { seeded } from '../../../load-test/swarm/seeded.js';
import { codeOf } from '../../support/game-data.js';
import { aSpotQuestion, NUMBER, OX, SPOT } from '../../support/kinds.js';
import { after } from '../phase-rooms.js';
import { answer, judged, play, step } from './played.js';

describe('R16.11 correcting', () => {
  it('a number is as if the other number had been right from the start, and back', () => {
    const random = seeded(6);
    for (let n = 0; n < 60; n++) {
      const values = [0, 0, 0].map(() => drawInt(random, 21));
      const number = { answer: 5 * drawInt(random, 21), tolerance: 5 * drawInt(random, 3) };
      const room = answer(play({}, [NUMBER, OX]), values);
      const corrected = after(
        room,
        correct(room, nameOf({ index: 0 }), { isVoid: false, rights: null, number }),
      );
      const anew = answer(play({}, [{ ...NUMBER, ...number }, OX]), values);
      expect(corrected.tally.marks).toEqual(anew.tally.marks);
      const back = after(
        corrected,
        correct(corrected, nameOf({ index: 0 }), { isVoid: false, rights: null }),
      );
      expect([back.tally.marks, back.judged]).toEqual([room.tally.marks, room.judged]);
    }
  });

  it('places of a spot makes exactly these right, wherever its targets lie, and back', () => {
    const random = seeded(16);
    for (let n = 0; n < 300; n++) {
      const written = aSpotQuestion(random);
      const places = written.places.map((place, at) => ({ ...place, x: place.x + at }));
      const known = judged({ ...written, places }, []);
      const rights = valuesOf(known.floor).filter((value) => value === 1 || random() < 0.4);
      const corrected = ruled(known, { isVoid: false, rights });
      expect(rightValues(known.floor, corrected.solution)).toEqual(rights);
      const asSet = rightValues(known.floor, known.setSolution);
      expect(ruled(corrected, { isVoid: false, rights: asSet }).solution).toEqual(
        known.setSolution,
      );
    }
  });

  it('places of a spot counts for everybody as if they had been right from the start', () => {
    const room = answer(play({}, [SPOT, OX]), [1, 2, 3]);
    const floor = room.judged[0]!.floor;
    const other = valuesOf(floor).find(
      (value) => !rightValues(floor, room.judged[0]!.solution).includes(value),
    )!;
    const corrected = after(
      room,
      correct(room, nameOf({ index: 0 }), { isVoid: false, rights: [other] }),
    );
    expect(corrected.tally.marks.map(({ score }) => score > 0)).toEqual(
      [1, 2, 3].map((value) => value === other),
    );
    const back = after(
      corrected,
      correct(corrected, nameOf({ index: 0 }), { isVoid: false, rights: null }),
    );
    expect([back.tally.marks, back.judged]).toEqual([room.tally.marks, room.judged]);
  });

  it('refuses what a kind does not have', async () => {
    const number = { answer: 1, tolerance: 0 };
    const room = answer(step(answer(play({}, [SPOT, NUMBER, OX]), [1, 2, 3])), [1, 2, 3]);
    const codes = (index: number) =>
      Promise.all(
        [{ rights: [1] }, { rights: [4] }, { rights: null, number }].map((ruling) =>
          codeOf(() => correct(room, nameOf({ index }), { isVoid: false, ...ruling })),
        ),
      );
    expect(await codes(0)).toEqual(['ok', 'BAD_REQUEST', 'BAD_REQUEST']);
    expect(await codes(1)).toEqual(['BAD_REQUEST', 'BAD_REQUEST', 'ok']);
    const voided = after(room, correct(room, nameOf({ index: 0 }), { isVoid: true, rights: null }));
    expect(voided.tally.marks.map(({ score }) => score)).not.toEqual(
      room.tally.marks.map(({ score }) => score),
    );
  });
});
