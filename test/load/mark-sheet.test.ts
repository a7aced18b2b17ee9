import { beforeEach, describe, expect, it } from 'vitest';
import { encodeBits } from '../../src/protocol/crowd.js';
import type { OwnMark } from '../../src/protocol/scores.js';
import { MarkSheet, type MarkingUpdate } from '../../load-test/swarm/crowd-watch.js';

/** Two who were right, one who was not; 1,000 points are shared. */
const PLAYERS = [0, 1, 2].map((index) => ({ index, id: `p${index}`, slot: index + 10 }));
const DEADLINE = 1_000_000;

const mark = (score: number, rank: number, gain: number, isAnswer: boolean): OwnMark => {
  return { score, rank, gain, isAnswer, isAlive: true, played: true };
};
const FIRST = [mark(500, 1, 500, true), mark(500, 1, 500, true), mark(0, 3, 0, false)];
const STANDS = new Map([
  [0, 2],
  [1, 2],
  [2, 1],
]);

function reveal(
  marks: readonly OwnMark[],
  answer = 2,
): Extract<MarkingUpdate, { name: 'endQuizTime' }> {
  const players = marks
    .map((one, index) => ({ playerId: `p${index}`, ...one }))
    .toSorted((one, other) => one.rank - other.rank);
  const slots = (holds: (one: OwnMark) => boolean) =>
    encodeBits(PLAYERS.flatMap(({ index, slot }) => (holds(marks[index]!) ? [slot] : [])));
  const right = marks.filter(({ isAnswer }) => isAnswer).length;
  return {
    name: 'endQuizTime',
    payload: {
      answer,
      players,
      crowd: {
        players: 3,
        played: 3,
        right,
        alive: 3,
        rightSlots: slots(({ isAnswer }) => isAnswer),
        aliveSlots: slots(({ isAlive }) => isAlive),
      },
    },
  };
}

let sheet: MarkSheet;

beforeEach(() => {
  sheet = new MarkSheet();
  sheet.question({ kind: 'choice', endTime: DEADLINE });
  PLAYERS.forEach(({ index }) => sheet.heard(index, DEADLINE + 50 + index));
});

const tell = (marks: readonly OwnMark[]): void =>
  marks.forEach((one, index) => sheet.own(index, one));

describe('marks', () => {
  it('of a reveal and of the end of the game that are as the rules say', () => {
    tell(FIRST);
    sheet.moment(reveal(FIRST), STANDS);
    sheet.question({ kind: 'choice', endTime: 2 * DEADLINE });
    const second = [mark(500, 2, 0, false), mark(1500, 1, 1000, true), mark(0, 3, 0, false)];
    tell(second);
    sheet.moment(reveal(second), new Map([[1, 2]]));
    const last = second.map(({ score, rank }) => {
      return { ...mark(score, rank, 0, false), played: false };
    });
    tell(last);
    const results = [1, 0, 2].map((index) => ({
      playerId: `p${index}`,
      playerName: '',
      slot: index,
      score: last[index]!.score,
      rank: last[index]!.rank,
    }));
    sheet.moment({ name: 'endGame', payload: { hostId: '', results, ranked: 3 } }, new Map());
    const [first, ...others] = sheet.judge(PLAYERS);
    expect(first).toMatchObject({ kind: 'reveal', marked: 3, missing: 0, wrong: 0 });
    expect(first!.afterMs).toMatchObject({ count: 3, p50: 51, max: 52 });
    expect(others).toMatchObject([
      { kind: 'reveal', wrong: 0 },
      { kind: 'end', marked: 3, missing: 0, wrong: 0, afterMs: { count: 0 } },
    ]);
  });

  const judged = (marks: OwnMark[], update = reveal(marks), stands = STANDS) => {
    tell(marks);
    sheet.moment(update, stands);
    return sheet.judge(PLAYERS)[0]!;
  };

  it('of what was written are held against no rule, and its second bell is the deadline', () => {
    sheet.question({ kind: 'typed', endTime: DEADLINE + 20 });
    const one = judged([FIRST[0]!, mark(499, 2, 499, true), FIRST[2]!]);
    expect(one).toMatchObject({ marked: 3, wrong: 0, afterMs: { count: 3, max: 32 } });
  });

  it('that somebody was not told are missing', () => {
    expect(judged(FIRST.slice(0, 2), reveal(FIRST))).toMatchObject({ marked: 2, missing: 1 });
  });

  it.each<[string, OwnMark]>([
    ['score', mark(499, 1, 500, true)],
    ['rank', mark(500, 2, 500, true)],
    ['gain', mark(500, 1, 499, true)],
  ])('with a wrong %s are wrong', (_, wrong) => {
    expect(judged([FIRST[0]!, wrong, FIRST[2]!]).wrong).toBeGreaterThan(0);
  });

  it('that do not follow from where somebody stood are wrong', () => {
    expect(judged(FIRST, reveal(FIRST), new Map([[0, 1]])).wrong).toBe(1);
    sheet = new MarkSheet();
    expect(judged(FIRST, reveal(FIRST), new Map([[2, 2]])).wrong).toBe(1);
  });

  it('differ from what all are told of the best, of how many there are, or of a slot', () => {
    const wrongs = [
      (told: ReturnType<typeof reveal>['payload']) => (told.players[0]!.score = 501),
      (told: ReturnType<typeof reveal>['payload']) => told.players.pop(),
      (told: ReturnType<typeof reveal>['payload']) => (told.crowd!.right = 3),
      (told: ReturnType<typeof reveal>['payload']) => (told.crowd!.rightSlots = encodeBits([11])),
    ];
    for (const spoil of wrongs) {
      sheet = new MarkSheet();
      const update = reveal(FIRST);
      spoil(update.payload);
      expect(judged(FIRST, update).wrong).toBe(1);
    }
  });
});
