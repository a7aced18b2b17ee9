import { describe, expect, it } from 'vitest';
import { deadlineOf } from '../../src/game/phase.js';
import { close, drop, next, pause, resume, skip } from '../../src/game/transitions.js';
import { aGame, aSeat, codeOf, EPOCH, LENGTHS } from '../support/game-data.js';
import { after, clock, judgedOnce, paused, roomIn, seatsOf } from './phase-rooms.js';

const NOW = EPOCH + 4_000;

describe('skipping', () => {
  const spread = { ...LENGTHS, skipMs: 60 };

  it('R4.7 ends a question after the time that processes need to share, paused or not', () => {
    for (const room of [roomIn('question'), paused('question', EPOCH + 3_000)]) {
      const { phase } = skip(room, EPOCH + 4_000, spread);
      expect(phase).toMatchObject({ kind: 'question', version: 8, index: 0 });
      expect(phase).toMatchObject({ clock: { endTime: EPOCH + 4_060, pausedAt: null } });
    }
  });

  it('R4.7 goes on at once where one process has all, and from phases that nobody answers', () => {
    expect(skip(roomIn('question'), EPOCH + 3_000, LENGTHS).phase.kind).toBe('reveal');
    expect(skip(roomIn('countdown'), EPOCH, spread).phase.kind).toBe('question');
    expect(skip(roomIn('reveal'), EPOCH, spread).phase.kind).toBe('question');
  });

  it.each([
    ['while the question is read', roomIn('question'), EPOCH - 1_000],
    ['before the choices were there for 3 s', roomIn('question'), EPOCH + 2_999],
    ['in a pause, however long it lasts', paused('question', EPOCH + 2_999), EPOCH + 60_000],
    ['in a pause of get-ready', paused('question', EPOCH - 1), EPOCH + 60_000],
  ])(
    'R4.7, R4.8 drops a question %s: nobody is judged, and another one comes',
    (_when, room, now) => {
      for (const lengths of [LENGTHS, spread]) {
        const dropped = skip(room, now, lengths);
        expect(Object.keys(dropped)).toEqual(['phase', 'game']);
        expect(after(room, dropped)).toMatchObject({ tally: room.tally, judged: [] });
        const phase = { kind: 'question', version: 8, index: 0, count: 2, drops: 1 };
        expect(dropped.phase).toMatchObject(phase);
        expect(dropped.phase).toMatchObject({
          question: { quiz: 'Question 1?' },
          clock: { startTime: now + 3_000, endTime: now + 18_000, pausedAt: null },
        });
      }
    },
  );

  it('R4.8 lets a spare question stand in, which keeps index and count', () => {
    const spare = { ...aGame(5).questions[4]!, limitTime: 20 };
    const room = {
      ...roomIn('question', { index: 1, drops: 2 }),
      game: { ...aGame(), spares: [spare] },
    };
    const dropped = drop(room, EPOCH, LENGTHS);
    const phase = { kind: 'question', index: 1, count: 3, drops: 3 };
    expect(dropped.phase).toMatchObject({ ...phase, question: { quiz: 'Question 4?' } });
    expect(deadlineOf(dropped.phase)).toBe(EPOCH + 23_000);
    expect(dropped.game?.questions.map(({ shown }) => shown.quiz)).toEqual(
      [0, 4, 2].map((n) => `Question ${n}?`),
    );
    expect(dropped.game?.spares).toEqual([]);
  });

  it('R4.8 drops the last question into the end, with the scores as they stand', () => {
    const seats = [aSeat(0), aSeat(1)];
    const room = judgedOnce(roomIn('question', { index: 2 }, seats));
    for (const dropped of [skip(room, EPOCH, LENGTHS), drop(room, EPOCH, LENGTHS)]) {
      const { phase } = dropped;
      expect(phase).toMatchObject({ kind: 'lobby', version: 8 });
      expect(phase).toHaveProperty('results[0].score', 1000);
      expect(seatsOf(after(room, dropped))).toMatchObject([
        { score: 1000, fellAt: null },
        { score: 0, fellAt: null },
      ]);
    }
  });

  it('R4.8 closes a question only when its choices have been there for 3 s', async () => {
    const early = () => close(roomIn('question'), EPOCH + 2_999, LENGTHS);
    expect(await codeOf(early)).toBe('WRONG_PHASE');
    expect(close(roomIn('question'), EPOCH + 3_000, LENGTHS).phase.kind).toBe('reveal');
    for (const kind of ['lobby', 'countdown', 'reveal'] as const) {
      expect(await codeOf(() => close(roomIn(kind), NOW, LENGTHS))).toBe('WRONG_PHASE');
      expect(await codeOf(() => drop(roomIn(kind), NOW, LENGTHS))).toBe('WRONG_PHASE');
    }
  });

  it('R4.10 goes on from a countdown and a reveal, and never from a question', async () => {
    expect(next(roomIn('countdown'), NOW, LENGTHS).phase.kind).toBe('question');
    expect(next(roomIn('reveal'), NOW, LENGTHS).phase).toMatchObject({
      kind: 'question',
      index: 1,
    });
    for (const kind of ['lobby', 'question'] as const)
      expect(await codeOf(() => next(roomIn(kind), NOW, LENGTHS))).toBe('WRONG_PHASE');
  });

  it('R4.7 judges a question that is shorter than 3 s when it is over, and counts no pause', () => {
    const brief = roomIn('question', { clock: { ...clock, endTime: EPOCH + 2_000 } });
    expect(skip(brief, EPOCH + 1_999, LENGTHS).phase).toMatchObject({ kind: 'question', drops: 1 });
    expect(skip(brief, EPOCH + 2_000, LENGTHS).phase.kind).toBe('reveal');
    const standing = after(roomIn('question'), pause(roomIn('question'), EPOCH + 1_000));
    const resumed = after(standing, resume(standing, EPOCH + 50_000));
    expect(skip(resumed, EPOCH + 51_999, LENGTHS).phase).toMatchObject({ drops: 1 });
    expect(skip(resumed, EPOCH + 52_000, LENGTHS).phase.kind).toBe('reveal');
  });
});
