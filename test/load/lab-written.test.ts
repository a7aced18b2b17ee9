import { afterEach, describe, expect, it, vi } from 'vitest';
import { describeWritten } from '../../load-test/lab/written.js';
import { Walker } from '../../load-test/swarm/movement.js';
import { AnswerSheet, AnswerTally } from '../../load-test/swarm/room.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { sampleResult } from './sample-result.js';

const BELL = 13_000;
const WRITING = {
  kind: 'typed' as const,
  quiz: 'Which city?',
  choiceList: [],
  startTime: 3_000,
  endTime: BELL,
};
const WALKING = {
  ...WRITING,
  choiceList: [
    { order: 1, content: 'Seoul' },
    { order: 2, content: 'Busan' },
  ],
  startTime: BELL,
  endTime: BELL + 8_000,
};

afterEach(() => vi.useRealTimers());

describe('what is written', () => {
  it('is sent before the bell, and counted from it until the zones are there', () => {
    vi.useFakeTimers({ now: 0 });
    const tally = new AnswerTally();
    const sheet = new AnswerSheet(tally, seeded(5));
    const sent: [at: number, packet: string][] = [];
    const player = {
      index: 7,
      joinedAt: 0,
      send: (packet: string) => void sent.push([Date.now(), packet]),
    };
    const one = { player, mover: new Walker(seeded(3), { x: 0, y: 0 }, 0), ghost: false };
    sheet.question(one, WRITING, 0);
    vi.advanceTimersByTime(BELL);
    expect(sent).toEqual([
      [expect.any(Number), expect.stringMatching(/writeAnswer.*"texts":\[".+"\]/)],
    ]);
    expect(sent[0]![0]).toBeGreaterThanOrEqual(WRITING.startTime);
    vi.advanceTimersByTime(120);
    sheet.question(one, WALKING, BELL + 120);
    expect(tally.groups.summary()).toMatchObject({ count: 1, max: expect.closeTo(120, -1) });
    expect(tally.questions).toBe(1);
  });

  it('is a fault where somebody is not told it, and a figure in the report', () => {
    const tally = new AnswerTally();
    tally.groups.record(80);
    tally.groups.record(640);
    const room = (players: number) => {
      const { questions, reveals, judged, mismarked, groups } = tally;
      const result = sampleResult();
      result.answers = { questions, reveals, judged, mismarked, groupsMs: groups.summary() };
      return { players, played: { result, loops: [] } };
    };
    const { faults, tables } = describeWritten([room(2), room(3), room(501)]);
    expect(faults).toContain('3 people: only 2 were told what was written');
    expect(faults).not.toContainEqual(expect.stringContaining('2 people: only'));
    expect(tables[0]!.rows.map(([name, value, , , verdict]) => [name, value, verdict])).toEqual([
      ['2 people: the last player has the zones', expect.closeTo(640, -1), 'MISSED'],
      ['3 people: the last player has the zones', expect.closeTo(640, -1), 'MISSED'],
      // A big room has 2 s.
      ['501 people: the last player has the zones', expect.closeTo(640, -1), 'met'],
    ]);
  });
});
