import { describe, expect, it } from 'vitest';
import { lengthOf } from '../../../src/game/shared/beats.js';
import { revealScript, type RevealFacts } from '../../../src/game/show/reveal-script.js';
import type { Moment, RevealBeat } from '../../../src/protocol/show.js';

const NAMED: Moment[] = [
  { kind: 'fastest', slot: 7, ms: 2100 },
  { kind: 'climb', slot: 12, ranks: 34 },
];

function facts(changes: Partial<RevealFacts> = {}): RevealFacts {
  return {
    counts: [42, 26, 44, 22, 32, 34],
    rights: [4],
    isScored: true,
    isSurvival: false,
    played: 200,
    right: 22,
    moments: NAMED,
    isSeen: true,
    isRanked: true,
    firsts: 1,
    isBrief: false,
    ...changes,
  };
}

const told = (beats: readonly RevealBeat[]): string[] =>
  beats.map((beat) => ('zone' in beat ? `${beat.scene} ${beat.zone}` : beat.scene));

describe('R19.2 the script of a reveal', () => {
  it('lets the fewest fall first, and leaves the right zone and the fullest wrong one', () => {
    const beats = revealScript(facts());
    expect(told(beats)).toEqual([
      'dark',
      'count',
      'fall 2',
      'fall 5',
      'fall 6',
      'fall 1',
      'two 3',
      'fall 3',
      'answer',
      'moment',
      'moment',
      'ranking',
      'rest',
    ]);
    expect(beats.at(8)).toMatchObject({ right: 22, played: 200 });
  });

  it('says in a sentence that more share the first rank than a projector has rows', () => {
    const rankings = [9, 10].map((firsts) =>
      revealScript(facts({ firsts })).find(({ scene }) => scene === 'ranking'),
    );
    expect(rankings).toEqual([
      { scene: 'ranking', ms: 2_800 },
      { scene: 'ranking', ms: 1_900, firsts: 10 },
    ]);
  });

  it('lights two zones only where the right one is a minority', () => {
    const most = facts({ counts: [120, 80], rights: [1], right: 120 });
    expect(told(revealScript(most))).not.toContain('two 2');
    const half = facts({ counts: [100, 100], rights: [1], right: 100 });
    expect(told(revealScript(half))).toContain('two 2');
  });

  it('has no fall of an empty zone, none where all are right, and none in survival where nobody is', () => {
    const falls = (changes: Partial<RevealFacts>) =>
      told(revealScript(facts(changes))).filter((scene) => /fall|two|spared/.test(scene));
    expect(falls({ counts: [0, 150, 50, 0], rights: [2], right: 150 })).toEqual(['fall 3']);
    expect(falls({ counts: [200, 0], rights: [1], right: 200 })).toEqual([]);
    const nobody = { counts: [0, 120, 80], rights: [1], right: 0 };
    expect(falls(nobody)).toEqual(['fall 3', 'fall 2']);
    expect(falls({ ...nobody, isSurvival: true })).toEqual(['spared']);
  });

  it('keeps every right zone where several are', () => {
    const several = facts({ counts: [50, 50, 60, 40], rights: [1, 3], right: 110 });
    const beats = told(revealScript(several));
    expect(beats.filter((scene) => /fall|two/.test(scene))).toEqual(['fall 4', 'fall 2']);
  });

  it('names nobody and ranks nobody where nothing is right', () => {
    const poll = facts({ counts: [50, 60, 90], rights: [], isScored: false });
    expect(told(revealScript(poll))).toEqual(['dark', 'count', 'answer', 'rest']);
    const scale = facts({ counts: [], rights: [], isScored: false });
    expect(told(revealScript(scale))).toEqual(['dark', 'count', 'answer', 'rest']);
  });

  it('is about 13 s whole, 7 s brief, and what is least important goes where time is short', () => {
    const lengths = [Infinity, 12_000, 8_000, 6_000, 4_000, 1_000].map((mostMs) => {
      const beats = revealScript(facts(), mostMs);
      expect(lengthOf(beats)).toBeLessThanOrEqual(mostMs);
      return beats;
    });
    const names = (beats: RevealBeat[]) => beats.filter(({ scene }) => scene === 'moment').length;
    expect(lengths.map(names)).toEqual([2, 1, 1, 0, 0, 0]);
    expect(lengths.map((beats) => beats.some(({ scene }) => scene === 'ranking'))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(lengths.at(-1)).toEqual([{ scene: 'rest', ms: 0 }]);
    const whole = lengthOf(revealScript(facts()));
    const brief = lengthOf(revealScript(facts({ isBrief: true })));
    expect([whole, brief]).toEqual([13_060, 7_290]);
  });

  it('R19.3 shows the last seconds again where many came late, and only what everybody saw', () => {
    const late: Moment = { kind: 'late', people: 40 };
    const again = (changes: Partial<RevealFacts>, mostMs = Infinity) =>
      told(revealScript(facts(changes), mostMs)).filter((scene) => /moment|replay/.test(scene));
    const named = { moments: [...NAMED.slice(0, 1), late] };
    expect(again(named)).toEqual(['moment', 'replay']);
    expect(again({ ...named, isSeen: false })).toEqual(['moment', 'moment']);
    // Where the beats are short, one moment is told.
    expect(again({ ...named, isBrief: true })).toEqual(['moment']);
    expect(again({ moments: [late, ...NAMED], isBrief: true })).toEqual(['replay']);
    expect(again({})).toEqual(['moment', 'moment']);
    // It goes before any words do.
    expect(again(named, 13_500)).toEqual(['moment', 'moment']);
  });

  it('keeps the lone right one where names go', () => {
    const lone = facts({ right: 1, moments: [{ kind: 'lone', slot: 3 }, ...NAMED] });
    const beats = revealScript(lone, 8_000);
    expect(beats.flatMap((beat) => (beat.scene === 'moment' ? beat.moment.kind : []))).toEqual([
      'lone',
    ]);
  });

  it('ends with a rest whatever the facts are, and never lasts more than 20 s', () => {
    for (const counts of [[], [0], [1], [1, 1], [0, 0, 0], [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]])
      for (const right of [0, 1, 5])
        for (const isSurvival of [false, true])
          for (let zone = 1; zone <= counts.length; zone++) {
            const beats = revealScript(facts({ counts, rights: [zone], right, isSurvival }));
            expect(beats.at(-1)).toEqual({ scene: 'rest', ms: 0 });
            expect(beats.filter(({ scene }) => scene === 'rest')).toHaveLength(1);
            expect(lengthOf(beats)).toBeLessThan(20_000);
          }
  });
});
