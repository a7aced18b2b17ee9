import { describe, expect, it } from 'vitest';
import type { FinalBeat, RevealBeat } from '../../src/protocol/index.js';
import type { PhasePayload } from '../../src/protocol/events.js';
import { DEFAULT_SOUND } from '../../src/protocol/sound.js';
import { Agenda, type Entry } from '../../src/web/sound/agenda.js';
import { combine } from '../../src/web/sound/combine.js';
import type { Instruments } from '../../src/web/sound/instruments.js';
import { levelOf, playBar } from '../../src/web/sound/loops.js';
import { floorView } from '../../src/web/show/floor-view.js';
import { planFinal, planPhone, planScreen } from '../../src/web/sound/plan.js';

const entry = (at: number, key: string | null = null, cue: Entry['cue'] = 'bell'): Entry => ({
  cue,
  at,
  arg: 0,
  key,
});
const times = (entries: readonly Entry[]) => entries.map(({ at }) => at);

describe('R20.2 what is to come', () => {
  it('is taken out when it is near, and dropped when it is more than 120 ms late', () => {
    const agenda = new Agenda();
    for (const at of [1_000, 3_000, 2_000]) agenda.add(entry(at));
    expect(times(agenda.take(900, 2_400))).toEqual([1_000, 2_000]);
    expect(agenda.take(900, 2_400)).toEqual([]);
    expect(times(agenda.take(3_120, 4_600))).toEqual([3_000]);
    agenda.add(entry(5_000));
    expect(agenda.take(5_121, 6_600)).toEqual([]);
  });

  it('is played once for a key, unless it was taken back before it began', () => {
    const agenda = new Agenda();
    agenda.add(entry(1_000, '3 bell'));
    agenda.add(entry(1_040, '3 bell'));
    expect(times(agenda.take(900, 2_400))).toEqual([1_000]);
    agenda.forget(990);
    agenda.add(entry(1_040, '3 bell'));
    expect(times(agenda.take(1_000, 2_500))).toEqual([1_040]);
    agenda.forget(1_050);
    agenda.add(entry(1_040, '3 bell'));
    expect(agenda.take(1_050, 2_550)).toEqual([]);
  });

  it('is at most eight newcomers a second', () => {
    const agenda = new Agenda();
    for (let at = 1_000; at < 2_000; at += 10) agenda.add(entry(at, null, 'join'));
    expect(agenda.take(1_000, 2_500)).toHaveLength(8);
  });
});

const phase = (kind: PhasePayload['kind'], more: Partial<PhasePayload> = {}): PhasePayload => ({
  version: 7,
  kind,
  index: 0,
  count: 10,
  startTime: 10_000,
  endTime: 25_000,
  ...more,
});
const heard = (entries: readonly Entry[]) =>
  entries.map(({ cue, at, arg }) => `${cue} ${arg} ${at}`);

/** Shown all at once. */
const PLAIN = { hasRight: false, zones: 0, beats: [] };

describe('R20.2 what a phase sounds like', () => {
  it('is 3-2-1 and go in a countdown, as far as it is long enough', () => {
    const { cues, loop } = planScreen({
      phase: phase('countdown', { endTime: 12_500 }),
      asked: null,
      ...PLAIN,
    });
    expect(heard(cues)).toEqual(['tick 2 10500', 'tick 1 11500', 'go 0 12500']);
    expect(loop).toBeNull();
  });

  it('is a pulse in a question, the last five seconds, and a bell that cuts the music', () => {
    const question = phase('question');
    const plan = planScreen({ phase: question, asked: null, ...PLAIN });
    expect(plan).toMatchObject({ loop: 'question', from: 10_000, cutAt: 25_000 });
    expect(times(plan.cues)).toEqual([20_000, 21_000, 22_000, 23_000, 24_000, 25_000]);
    expect(plan.cues.at(-1)).toMatchObject({ cue: 'bell', key: '7 bell 0' });
  });

  it('is the bell where the host has closed the question, and then what was right', () => {
    const reveal = phase('reveal', { version: 8, startTime: 19_000 });
    const moment = { phase: reveal, asked: phase('question') };
    const { cues } = planScreen({ ...moment, ...PLAIN, hasRight: true });
    // The same key as the bell of the question, so that nobody hears two.
    expect(cues[0]).toMatchObject({ cue: 'bell', at: 19_000, key: '7 bell 0' });
    expect(heard(cues)[1]).toBe('right 0 19900');
    expect(planScreen({ ...moment, ...PLAIN }).cues).toHaveLength(1);
  });
});

describe('R19.1 the sound of the show', () => {
  const reveal = phase('reveal', { version: 8, startTime: 19_000 });
  const beats: RevealBeat[] = [
    { scene: 'dark', ms: 850 },
    { scene: 'count', ms: 1_160 },
    { scene: 'fall', ms: 400, zone: 2 },
    { scene: 'two', ms: 1_100, zone: 3 },
    { scene: 'fall', ms: 520, zone: 3 },
    { scene: 'answer', ms: 1_300, right: 3, played: 20 },
    { scene: 'moment', ms: 3_000, moment: { kind: 'lone', slot: 4 } },
    { scene: 'ranking', ms: 2_800 },
    { scene: 'rest', ms: 0 },
  ];
  const moment = { phase: reveal, asked: null, beats, hasRight: true, zones: 3 };

  it('follows the beats, and tells nothing before its beat', () => {
    expect(heard(planScreen(moment).cues)).toEqual([
      ...[0, 1, 2].map((zone) => `count ${zone} ${19_850 + zone * 300}`),
      'fall 0 21010',
      'roll 1.1 21410',
      'fall 0 22510',
      'right 0 23030',
      'lone 0 25580',
      'climb 0 27830',
    ]);
  });

  it('is the same after a pause, so that nothing is heard twice', () => {
    const keys = ({ cues }: { cues: readonly { key: string | null }[] }) =>
      cues.map(({ key }) => key);
    const later = { ...reveal, version: 10, startTime: 24_000 };
    expect(keys(planScreen({ ...moment, phase: later }))).toEqual(keys(planScreen(moment)));
    expect(new Set(keys(planScreen(moment))).size).toBe(9);
  });

  it('is heard again in each game that the page stays for', () => {
    const agenda = new Agenda();
    const heardIn = (version: number, startTime: number) => {
      const asked = phase('question', { version, startTime, endTime: startTime + 9_000 });
      const again = { ...reveal, version: version + 1, startTime: asked.endTime };
      for (const one of planScreen({ ...moment, phase: again, asked }).cues) agenda.add(one);
      return agenda.take(startTime, Infinity).map(({ cue }) => cue);
    };
    const first = heardIn(7, 10_000);
    expect(first).toHaveLength(10);
    expect(heardIn(90, 900_000)).toEqual(first);
  });

  it('has no right where nobody was, and on phones what came of it with the answer', () => {
    const nobody = beats.map((beat) => (beat.scene === 'answer' ? { ...beat, right: 0 } : beat));
    expect(heard(planScreen({ ...moment, beats: nobody }).cues).join()).not.toContain('right');
    const own = planPhone({ phase: reveal, asked: null, beats, outcome: 'wrong' });
    expect(heard(own)).toEqual(['wrong 0 23030']);
  });

  it('calls each step of the podium', () => {
    const final: FinalBeat[] = [
      { scene: 'black', ms: 1_200 },
      { scene: 'row', ms: 520, row: 3 },
      { scene: 'step', ms: 3_200, rank: 3 },
      { scene: 'step', ms: 6_500, rank: 1 },
      { scene: 'award', ms: 2_600, award: { kind: 'streak', slot: 5, rights: 4 } },
      { scene: 'credits', ms: 6_000 },
      { scene: 'podium', ms: 0 },
    ];
    const { cues, loop, from } = planFinal(final, 1_000);
    expect(heard(cues)).toEqual(['count 0 2200', 'place 3 2720', 'place 1 5920', 'award 0 12420']);
    // The credits have music, and what is before them has none.
    expect([loop, from]).toEqual(['lobby', 15_020]);
    expect(planFinal(final.slice(0, 3), 1_000).loop).toBeNull();
  });

  it('counts each zone when its number begins to climb, and all at once where they do', () => {
    for (const zones of [2, 4, 6, 10]) {
      for (const [ms, most] of [
        [250 + 175 * zones, zones],
        [350, 1],
      ] as const) {
        const counted: RevealBeat[] = [
          { scene: 'count', ms },
          { scene: 'rest', ms: 0 },
        ];
        const counts = Array.from({ length: zones }, () => 5);
        const facts = { beats: counted, counts, rights: [], isReduced: false, isSeen: false };
        const { cues } = planScreen({ ...moment, beats: counted, zones });
        expect(cues).toHaveLength(most);
        for (const { at, arg } of cues) {
          const shown = (later: number) =>
            floorView(facts, at - reveal.startTime + later).zones[arg]?.count;
          expect([shown(-2), shown(1)]).toEqual([undefined, 0]);
        }
      }
    }
    expect(planScreen({ ...moment, beats: beats.slice(0, 2), zones: 0 }).cues).toHaveLength(1);
  });
});

describe('R20.4 what a phone plays', () => {
  it('is the last three seconds, the bell, and whether one was right', () => {
    const question = phase('question');
    const open = planPhone({ phase: question, asked: null, outcome: null, beats: [] });
    expect(open.map(({ cue }) => cue)).toEqual(['tick', 'tick', 'tick', 'bell']);
    const moment = { phase: phase('reveal', { version: 8 }), asked: question, beats: [] };
    const last = (outcome: Parameters<typeof planPhone>[0]['outcome']) =>
      planPhone({ ...moment, outcome }).at(-1)?.cue;
    expect([last('right'), last('wrong'), last('eliminated')]).toEqual(['right', 'wrong', 'wrong']);
    expect([last('void'), last('ghost'), last(null)]).toEqual(['bell', 'bell', 'bell']);
  });
});

describe('R20.3 host and projector', () => {
  it('multiply their volumes, add their shifts, and either switches off', () => {
    const own = { sound: 'effects', volume: 5, soundOffsetMs: 200 } as const;
    expect(combine({ ...DEFAULT_SOUND, soundOffsetMs: 160 }, own)).toEqual({
      sound: 'effects',
      volume: 4,
      soundOffsetMs: 300,
    });
    expect(combine({ ...own, sound: 'off' }, DEFAULT_SOUND).sound).toBe('off');
    expect(combine(DEFAULT_SOUND, { ...own, sound: 'off' }).sound).toBe('off');
  });
});

/** What is struck in a bar of the lobby, as text. */
function lobbyBar(bar: number, level: number): string {
  const notes: string[] = [];
  const voices = new Proxy({} as Instruments, {
    get: (_, voice) => (at: number, what: number) =>
      notes.push(`${String(voice)} ${at.toFixed(2)} ${what}`),
  });
  playBar('lobby', voices, 0, bar, level);
  return notes.sort().join();
}

describe('the music of the lobby', () => {
  it('has no phrase of four bars twice in a row within an hour, and many in ten minutes', () => {
    const phrases = Array.from({ length: 315 }, (_, phrase) =>
      [0, 1, 2, 3].map((bar) => lobbyBar(4 * phrase + bar, 2)).join(),
    );
    const repeated = phrases.filter((phrase, i) => phrase === phrases[i + 1]);
    expect(repeated).toEqual([]);
    expect(new Set(phrases.slice(0, 52)).size).toBeGreaterThan(40);
  });

  it('grows with the crowd', () => {
    expect([0, 4, 5, 15, 40, 100, 200].map(levelOf)).toEqual([0, 0, 1, 2, 3, 4, 4]);
    const strokes = [0, 1, 2, 3, 4].map((level) => {
      const bars = Array.from({ length: 60 }, (_, bar) => lobbyBar(bar, level).split(',').length);
      return bars.reduce((sum, count) => sum + count, 0);
    });
    expect(strokes).toEqual([...strokes].sort((a, b) => a - b));
    expect(new Set(strokes).size).toBe(5);
  });
});
