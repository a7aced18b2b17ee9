import { describe, expect, it } from 'vitest';
import type { ReportAnswer, ReportQuestion } from '../../src/protocol/results.js';
import { extremes, figuresOf, needHelp, shareInAll } from '../../src/web/results/figures.js';

/** Answers in zones, of which the first is right. */
function aQuestion(number: number, zones: readonly number[], isVoid = false): ReportQuestion {
  const solution = { kind: 'choice' as const, rights: [1] };
  return {
    number,
    part: 0,
    drops: 0,
    kind: 'choice',
    shown: null,
    choices: 3,
    solution,
    setSolution: solution,
    rights: [1],
    isVoid,
    limitMs: 10_000,
    summary: { kind: 'choice', counts: [] },
    answers: zones.map((zone, player): ReportAnswer => {
      return [player, zone, player * 3_000, 1, zone === 1 ? 1 : 0, 0, 0, 0];
    }),
  };
}

describe('figures of a report', () => {
  const [easy, hard, dropped] = [
    aQuestion(0, [1, 1, 1, 3]),
    aQuestion(1, [2, 2, 3, 1]),
    aQuestion(2, [2, 2, 2, 2], true),
  ].map(figuresOf) as [
    ReturnType<typeof figuresOf>,
    ReturnType<typeof figuresOf>,
    ReturnType<typeof figuresOf>,
  ];

  it('R17.3 tell who was right, when people decided, and which wrong answer drew most', () => {
    expect(easy).toMatchObject({ share: 0.75, medianMs: 3_000, late: { count: 1, rights: 0 } });
    expect(hard).toMatchObject({ share: 0.25, lure: { value: 2, count: 2 } });
    expect(easy.lure).toEqual({ value: 3, count: 1 });
    expect(figuresOf(aQuestion(0, [])).share).toBeNull();
  });

  it('R17.3 leave out what is void', () => {
    const { hardest, easiest } = extremes([easy, hard, dropped]);
    expect(hardest.map(({ question }) => question.number)).toEqual([1]);
    expect(easiest.map(({ question }) => question.number)).toEqual([0]);
    expect(shareInAll([easy, hard, dropped])).toBe(0.5);
  });

  it('R17.3 name those who were right in fewer than half of three questions or more', () => {
    const player = { name: '', slot: 0, rank: 1, score: 0, rightMs: 0, team: null };
    const players = [
      { ...player, played: 4, rights: 1 },
      { ...player, played: 4, rights: 2 },
      { ...player, played: 2, rights: 0 },
      { ...player, played: 3, rights: 0 },
    ];
    expect(needHelp({ players })).toEqual([3, 0]);
  });
});
