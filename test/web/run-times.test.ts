import { describe, expect, it } from 'vitest';
import { lengthOf } from '../../src/game/shared/beats.js';
import { revealScript, type RevealFacts } from '../../src/game/show/reveal-script.js';
import type { DraftQuestion, DraftRow } from '../../src/protocol/desk.js';
import { PLANNED_S, runTimes, runTimeText, secondsOf } from '../../src/web/desk/edit/run-times.js';

const question = (limitTime: number | null, more: Partial<DraftQuestion> = {}): DraftRow => ({
  id: `q${limitTime}`,
  kind: 'choice',
  quiz: 'Is it?',
  choices: ['Yes', 'No'],
  answers: [1],
  limitTime,
  points: 1,
  ...more,
});
const asked = (limit: number): number => PLANNED_S.ready + limit + PLANNED_S.reveal;
const BEGIN = secondsOf('19:00')!;
const none = (): number => 0;
/** The times of the items alone. */
const timesOf = (rows: readonly DraftRow[], begin = BEGIN, countOf = none): string[] =>
  runTimes(rows, begin, begin > 0, countOf).at.flatMap((at) =>
    at === undefined ? [] : runTimeText(at, begin > 0),
  );
const ends = (rows: readonly DraftRow[], countOf = none): number =>
  runTimes(rows, 0, false, countOf).end;

describe('R27.44 the times of a run sheet', () => {
  it('follow slides, breaks and questions in their order', () => {
    const rows: DraftRow[] = [
      { id: 'a', kind: 'slide', title: 'Hello', seconds: 300 },
      { id: 'b', kind: 'round', name: 'One' },
      question(30),
      question(60, { image: { id: 'p', alt: '' } }),
      { id: 'c', kind: 'break', message: 'Tea', minutes: 10 },
      { id: 'd', kind: 'standings' },
    ];
    expect(timesOf(rows)).toEqual(['19:00', '19:05', '19:07', '19:17']);
    expect(timesOf(rows, 0)).toEqual(['0:00', '0:05', '0:07', '0:17']);
    const round = PLANNED_S.countdown + asked(30) + asked(60) + 2;
    expect(ends(rows)).toBe(300 + round + 600 + PLANNED_S.standings + PLANNED_S.final);
  });

  it('R16.19 count each part of a series, what is between, and its part of the reveal', () => {
    const parts = ['x', 'y', 'z', ' '].map((text) => ({ text }));
    const series = question(6, { kind: 'statements', parts });
    const guess = question(20, { kind: 'guess', guessTime: 10 });
    const begin = PLANNED_S.countdown + PLANNED_S.final;
    const of = (open: number, count: number): number =>
      begin + asked(open) + count * PLANNED_S.part;
    expect(ends([series])).toBeCloseTo(of(3 * 6 + 2 * 0.8, 3));
    expect(ends([guess])).toBeCloseTo(of(20 + 0.8 + 10, 2));
    expect(ends([{ id: 'r', kind: 'round', limitTime: 30 }, series])).toBeCloseTo(of(30 + 1.6, 3));
  });

  it('wait for the time of day of a slide, unless it is past or the slide goes on by itself', () => {
    const slide = (startsAt: string, seconds: number | null = null): DraftRow[] => [
      { id: 'a', kind: 'slide', title: 'Hello', startsAt, seconds },
      { id: 'b', kind: 'standings' },
    ];
    expect(timesOf(slide('19:30'))).toEqual(['19:00', '19:30']);
    expect(timesOf(slide('18:30'))).toEqual(['19:00', '19:01']);
    expect(timesOf(slide('19:30', 120))).toEqual(['19:00', '19:02']);
    expect(timesOf(slide('00:10'), secondsOf('23:50'))).toEqual(['23:50', '00:10']);
    // Nobody knows what time it is then.
    expect(timesOf(slide('19:30'), 0)).toEqual(['0:00', '0:01']);
  });

  it('count the questions that a round asks, and with its limit', () => {
    const round = (more: object): DraftRow[] => [
      { id: 'r', kind: 'round', name: 'One', ...more },
      question(10),
      question(20),
      question(60),
    ];
    const start = PLANNED_S.countdown + PLANNED_S.final;
    expect(ends(round({}))).toBe(start + asked(10) + asked(20) + asked(60));
    expect(ends(round({ count: 2 }))).toBe(start + asked(10) + asked(20));
    // Any two of them, as it is drawn which.
    expect(ends(round({ count: 2, order: 'drawn' }))).toBe(start + 2 * asked(30));
    expect(ends(round({ limitTime: 5 }))).toBe(start + 3 * asked(5));
    expect(ends(round({ count: 9 }))).toBe(ends(round({})));
  });

  it('count rounds of other sets, and the round of the questions behind other items', () => {
    const rows: DraftRow[] = [
      { id: 'r', kind: 'round', name: 'One', setId: 'other', limitTime: 15 },
      question(60),
      { id: 's', kind: 'standings' },
      question(60),
    ];
    const two = 2 * (PLANNED_S.countdown + asked(15)) + PLANNED_S.standings + PLANNED_S.final;
    expect(ends(rows, () => 4)).toBe(two + PLANNED_S.countdown + 4 * asked(15));
    expect(ends(rows)).toBe(two);
    // An evening asks 200 questions.
    const many = [rows[0]!, rows[1]!];
    const all = PLANNED_S.countdown + 200 * asked(15) + PLANNED_S.final;
    expect(ends(many, () => 300)).toBe(all);
  });

  it('have no podium where nothing is asked', () => {
    expect(ends([{ id: 'a', kind: 'slide', title: 'Hello', seconds: 10 }])).toBe(10);
    expect(ends([])).toBe(0);
  });

  it('plan for a reveal what its beats need, and some time to talk', () => {
    const usual: RevealFacts = {
      counts: [40, 90, 30, 40],
      rights: [2],
      isScored: true,
      isSurvival: false,
      played: 200,
      right: 90,
      moments: [],
      isSeen: true,
      isRanked: true,
      firsts: 1,
      isBrief: false,
    };
    const seconds = lengthOf(revealScript(usual)) / 1000;
    expect(seconds).toBeGreaterThan(PLANNED_S.reveal / 2);
    expect(seconds).toBeLessThan(PLANNED_S.reveal);
  });
});
