/**
 * Evenings of several rounds in which the host rules on any question at any time (R4.9, R27.5), against the same
 * evening in which it had been so from the start, and against the rules as the oracle of the laboratory has them.
 */
import { describe, expect, it } from 'vitest';
import * as oracle from '../../load-test/oracle/judge.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { applyChange } from '../../src/game/apply-change.js';
import { correct, type Ruling } from '../../src/game/correct.js';
import { givePoints, takeBackPoints } from '../../src/game/given-points.js';
import { valuesOf } from '../../src/game/kinds/floor.js';
import { deadlineOf, entryKey } from '../../src/game/phase.js';
import { comingItem, isRound, programmeOf } from '../../src/game/programme.js';
import type { Transition } from '../../src/game/room-change.js';
import type { RoomState } from '../../src/game/room-state.js';
import { madeOf, standingSteps } from '../../src/game/scoring.js';
import type { JudgedQuestion } from '../../src/game/shared/judged.js';
import type {
  PlayableItem,
  Question,
  ScaleQuestion,
  WordsQuestion,
} from '../../src/game/shared/quiz-set.js';
import { drawInt, type Random } from '../../src/game/shared/random.js';
import { finished } from '../../src/game/steps.js';
import {
  advance,
  drop,
  mayBeginRound,
  roundToStart,
  startGame,
} from '../../src/game/transitions.js';
import { isSameName, nameOf } from '../../src/protocol/judged-name.js';
import { STEPS, type RoomOptions } from '../../src/protocol/index.js';
import { recordsOf } from '../../src/server/desk/results/game-record.js';
import { aRoom, aSeat, aSet, EPOCH, LENGTHS, someQuestions } from '../support/game-data.js';
import { NUMBER, OX, POLL, SEVERAL, SPOT } from '../support/kinds.js';

const PLAYERS = 9;
const SEEDS = Array.from({ length: 60 }, (_, n) => n + 1);
/** Transitions of the longest evening, with its next round. */
const MOST_STEPS = 200;

/** All that happens in an evening, drawn before it begins. */
interface Plan {
  items: PlayableItem[];
  options: Partial<RoomOptions>;
  /** Where somebody stands and when they came there, in the question that is asked as the nth. */
  walk: (asked: number, slot: number) => { position: [number, number]; ms: number };
  /** Questions that are dropped, by how many were asked before. */
  drops: ReadonlySet<number>;
  /** Whether the host goes on with another round after the end. */
  nextRound: boolean;
  /** Chances of what the host does after each transition. */
  host: { rules: number; gives: number };
  seed: number;
}

/** The same for everybody who asks with the same numbers. */
const dice = (...numbers: number[]): Random =>
  seeded(numbers.reduce((sum, number) => Math.imul(sum ^ (number + 1), 2_654_435_761), 7));

function pick<T>(random: Random, all: readonly T[]): T {
  return all[drawInt(random, all.length)] as T;
}

function aPlan(seed: number, kinds: 'all' | 'zones', options: Partial<RoomOptions>): Plan {
  const random = dice(seed, 1);
  const zoned = [...someQuestions(1, { choices: 3 }), SEVERAL, OX];
  const kept: readonly Exclude<Question, ScaleQuestion | WordsQuestion>[] =
    kinds === 'all' ? [...zoned, NUMBER, SPOT, POLL] : zoned;
  const rounds = 2 + drawInt(random, 3);
  const items: PlayableItem[] = [];
  for (let n = 0; n < rounds; n++) {
    const questions = Array.from({ length: 4 }, (): Question => {
      const question = pick(random, kept);
      const points = pick(random, [0, 1, 2] as const);
      return question.kind === 'poll' || points === 1 ? question : { ...question, points };
    });
    items.push({
      kind: 'round',
      id: `round-${n}`,
      name: `Round ${n}`,
      count: 2 + drawInt(random, 2),
      order: pick(random, ['written', 'drawn'] as const),
      factor: pick(random, [1, 2, 3] as const),
      standings: pick(random, ['each', 'round', 'never'] as const),
      ...(random() < 0.3 && { blind: true }),
      questions,
    });
    if (random() < 0.6) items.push({ kind: 'standings', id: `standings-${n}` });
  }
  return {
    items,
    options,
    walk: (asked, slot) => {
      const own = dice(seed, 2, asked, slot);
      const place = (): number => drawInt(own, STEPS);
      return { position: [place(), place()], ms: drawInt(own, 15_000) };
    },
    drops: new Set(Array.from({ length: 12 }, (_, n) => n).filter((n) => dice(seed, 3, n)() < 0.1)),
    nextRound: random() < 0.5,
    host: { rules: 0.4, gives: 0.2 },
    seed,
  };
}

const RANKINGS = (seed: number): Partial<RoomOptions> => {
  const random = dice(seed, 4);
  return {
    gameMode: 'RANKING',
    scoring: pick(random, ['shared', 'early', 'flat'] as const),
    crowd: pick(random, ['visible', 'blind'] as const),
    teams: pick(random, ['none', 'choice'] as const),
  };
};
const SURVIVALS = (seed: number): Partial<RoomOptions> => {
  const random = dice(seed, 5);
  return {
    gameMode: 'SURVIVAL',
    scoring: pick(random, ['shared', 'early'] as const),
    lives: 1 + drawInt(random, 3),
    revival: random() < 0.7,
  };
};

/** When the host may rule on what. */
type When = 'at any time' | 'before the next question';

class Evening {
  room: RoomState;
  /** Points by hand, so that another evening may have the same. */
  readonly gifts: { step: number; give: (room: RoomState) => Transition }[] = [];
  private asked = 0;
  private steps = 0;
  private readonly drawn: Random;
  private readonly host: Random;

  constructor(
    private readonly plan: Plan,
    /** How each question is from the start; undefined where the host rules on them as the evening goes. */
    private readonly fromStart?: Evening,
    private readonly when: When = 'at any time',
  ) {
    const { items, options, seed } = plan;
    this.drawn = dice(seed, 6);
    this.host = dice(seed, 7);
    const programme = programmeOf({ ...aSet(3), programme: items }, dice(seed, 8));
    const seats = Array.from({ length: PLAYERS }, (_, slot) => aSeat(slot, { team: slot % 2 }));
    const teamed = options.teams === 'choice';
    this.room = aRoom({
      programme,
      seats: teamed ? seats : seats.map((seat) => ({ ...seat, team: null })),
      settings: { ...options, teamNames: ['Oaks', 'Elms'], keeper: { session: 'digest' } },
    });
  }

  play(): this {
    this.take(startGame(this.room, this.source(), EPOCH, LENGTHS));
    this.toEnd();
    if (this.plan.nextRound && this.plan.options.gameMode === 'RANKING') {
      this.take(startGame(this.room, this.source(), EPOCH, LENGTHS, true));
      this.toEnd();
    }
    this.afterStep();
    return this;
  }

  private toEnd(): void {
    for (; this.room.phase.kind !== 'lobby'; this.step())
      if (this.steps > MOST_STEPS) throw new Error('the evening does not end');
  }

  private source() {
    const { room } = this;
    const index = room.phase.kind === 'lobby' ? roundToStart(room) : comingItem(room, isRound);
    const id = room.programme?.items[index ?? -1]?.id;
    const round = this.plan.items.find((item) => item.id === id);
    return { questions: round?.kind === 'round' ? round.questions : [], random: this.drawn };
  }

  private step(): void {
    const { room } = this;
    const { phase } = room;
    const now = deadlineOf(phase) ?? EPOCH;
    const source = mayBeginRound(room) ? this.source() : undefined;
    if (phase.kind !== 'question') return this.take(advance(room, now, LENGTHS, source));
    const asked = this.asked++;
    if (this.plan.drops.has(asked)) return this.take(drop(room, now, LENGTHS, this.source()));
    const question = entryKey(room.tally.game, phase);
    for (const [slot, seat] of room.seats) {
      const { position, ms } = this.plan.walk(asked, slot);
      room.seats.set(slot, { ...seat, position, entered: { question, ms } });
    }
    this.take(advance(room, now, LENGTHS, source));
  }

  private take(transition: Transition): void {
    this.apply(transition);
    this.steps += 1;
    if (this.fromStart === undefined) this.afterStep();
    else this.asFromStart(this.fromStart);
  }

  private apply(transition: Transition): void {
    applyChange(this.room, { kind: 'phase', ...transition });
  }

  /** The host rules on something, and gives points. */
  private afterStep(): void {
    const { rules, gives } = this.plan.host;
    if (this.fromStart !== undefined) return;
    if (this.host() < rules) this.ruleOnOne();
    if (this.host() < rules) this.ruleOnOne();
    if (this.room.rules.gameMode === 'RANKING' && this.host() < gives) this.giveOrTake();
  }

  private ruleOnOne(): void {
    const { room, host } = this;
    const judged = room.judged.filter(({ solution }) => solution !== null);
    if (judged.length === 0) return;
    if (this.when === 'before the next question') {
      const { phase } = room;
      const last = room.judged.at(-1);
      if (phase.kind !== 'reveal' || last?.solution == null) return;
      return this.apply(correct(room, last, aRuling(host, last)));
    }
    const question = pick(host, judged);
    this.apply(correct(room, question, aRuling(host, question)));
  }

  private giveOrTake(): void {
    const { room, host, steps: step } = this;
    const known = room.rules.given ?? [];
    const takeBack = known.length > 0 && host() < 0.3 ? pick(host, known).id : undefined;
    const isTeams = room.rules.teamNames !== undefined && host() < 0.4;
    const to = isTeams ? { team: drawInt(host, 2) } : { playerId: `p${drawInt(host, PLAYERS)}` };
    const points = drawInt(host, 4_001) - 2_000;
    const give = (one: RoomState): Transition =>
      takeBack === undefined
        ? givePoints(one, { ...to, points, reason: 'Best song' })
        : takeBackPoints(one, takeBack);
    this.gifts.push({ step, give });
    this.apply(give(room));
  }

  /** Makes it so at once as the other evening has come to be in the end. */
  private asFromStart({ room: other, gifts }: Evening): void {
    const { room } = this;
    for (const { step, give } of gifts) if (step === this.steps) this.apply(give(room));
    const { phase, game } = room;
    if (phase.kind === 'question' && game !== null) {
      const known = other.judged.find((one) => isSameName(one, nameOf(phase)));
      const drawn = game.questions[phase.index];
      if (known !== undefined && drawn !== undefined) {
        const questions = game.questions.with(phase.index, { ...drawn, solution: known.solution });
        this.room = { ...room, game: { ...game, questions } };
      }
    }
    const last = room.judged.at(-1);
    const known = last && other.judged.find((one) => isSameName(one, last));
    if (last === undefined || known === undefined || phase.kind !== 'reveal') return;
    if (last.solution !== null && known.isVoid && !last.isVoid)
      this.apply(correct(room, last, { isVoid: true, rights: null }));
  }
}

function aRuling(random: Random, { floor, setSolution }: JudgedQuestion): Ruling {
  const isVoid = random() < 0.3;
  if (random() < 0.2) return { isVoid, rights: null };
  if (setSolution?.kind === 'number')
    return { isVoid, rights: null, number: { answer: 5 * drawInt(random, 21), tolerance: 5 } };
  const values = valuesOf(floor);
  const rights = values.filter(() => random() < 0.5);
  return { isVoid, rights: rights.length > 0 ? rights : [pick(random, values)] };
}

/** All that everybody is told, or that is kept, but for what the set had said of a question. */
function outcome({ room }: Evening): unknown {
  const { phase, tally, seats, rules } = room;
  if (phase.kind !== 'lobby') throw new Error('the evening is not over');
  const [record] = recordsOf(room, EPOCH);
  return {
    results: phase.results,
    league: phase.league,
    teams: phase.teams,
    marks: tally.marks,
    seats: Array.from(seats.values(), ({ score, fellAt }) => ({ score, fellAt })),
    rules,
    record: record && {
      ...record,
      version: 0,
      judged: record.judged.map(({ setSolution: _set, ...question }) => question),
    },
  };
}

/** Lives and falls are in no result of a game that is over. */
function standings({ room: { judged, rules } }: Evening): unknown {
  const { standings: made, sums } = madeOf(judged, rules);
  return { made, sums };
}

/** Counts what was ruled on after all, so that the tests are known to test anything. */
const ruledOn = ({ room: { judged } }: Evening): number =>
  judged.filter(
    ({ isVoid, solution, setSolution }) =>
      isVoid || JSON.stringify(solution) !== JSON.stringify(setSolution),
  ).length;

describe('R4.9 R27.5 rulings on questions of an evening', () => {
  it('in ranking, at any time, are as if it had been so from the start', () => {
    let ruled = 0;
    let given = 0;
    for (const seed of SEEDS) {
      const plan = aPlan(seed, 'all', RANKINGS(seed));
      const late = new Evening(plan).play();
      const start = new Evening(plan, late).play();
      ruled += ruledOn(late);
      given += late.room.rules.given?.length ?? 0;
      expect(late.room.judged.length, `seed ${seed}`).toBeGreaterThan(2);
      expect(outcome(late), `seed ${seed}`).toEqual(outcome(start));
      expect(standings(late)).toEqual(standings(start));
    }
    expect(ruled).toBeGreaterThan(3 * SEEDS.length);
    expect(given).toBeGreaterThan(SEEDS.length);
  });

  it('in survival, before the next question, are as if it had been so from the start', () => {
    let ruled = 0;
    for (const seed of SEEDS) {
      const plan = aPlan(seed, 'all', SURVIVALS(seed));
      const late = new Evening(plan, undefined, 'before the next question').play();
      const start = new Evening(plan, late).play();
      ruled += ruledOn(late);
      expect(outcome(late), `seed ${seed}`).toEqual(outcome(start));
      expect(standings(late)).toEqual(standings(start));
    }
    expect(ruled).toBeGreaterThan(SEEDS.length / 2);
  });

  it.each(['RANKING', 'SURVIVAL'] as const)(
    'in %s, at any time, are what the rules make of all answers',
    (gameMode) => {
      let fallen = 0;
      let revived = 0;
      for (const seed of SEEDS) {
        const options = gameMode === 'RANKING' ? RANKINGS(seed) : SURVIVALS(seed);
        const evening = new Evening(aPlan(seed, 'zones', options)).play();
        const { judged, rules, phase, seats } = evening.room;
        if (phase.kind !== 'lobby') throw new Error('the evening is not over');
        const { lives, crowd, scoring } = rules;
        const told = { gameMode, scoring, lives, isBlindRoom: crowd === 'blind' };
        const expected = oracle.standingsOf(judged.map(forOracle), told);
        const { standings: made } = madeOf(judged, rules);
        const names = Array.from(seats.values(), ({ playerId }) => playerId);
        for (const playerId of names) {
          const own = expected.get(playerId) ?? oracle.newcomer();
          for (const { points, playerIds } of rules.given ?? [])
            if (playerIds.includes(playerId)) own.score = oracle.sum(own.score, [points, points]);
          expected.set(playerId, own);
          const { score, rights, rightMs, streak, lives: left, fellIn } = made.get(playerId)!;
          expect({ score, rights, rightMs, streak, left }, `seed ${seed}`).toEqual({
            score: own.score[0],
            rights: own.rights,
            rightMs: own.rightMs[0],
            streak: own.streak,
            left: own.lives,
          });
          const fell =
            own.fellIn === null || own.fellIn < 0 ? own.fellIn : judged[own.fellIn]!.question;
          expect(fellIn).toBe(fell);
          if (fellIn !== null) fallen++;
        }
        const ranks = oracle.ranksOf(
          names.map((name) => expected.get(name)!),
          told,
          true,
        );
        const rankOf = new Map(phase.results?.map((row) => [row.playerId, row.rank]));
        expect(names.map((name) => rankOf.get(name))).toEqual(ranks.map(([rank]) => rank));
        revived += judged.filter(({ revives }) => revives !== undefined).length;
      }
      const isSurvival = gameMode === 'SURVIVAL';
      expect([fallen > SEEDS.length, revived > 0]).toEqual([isSurvival, isSurvival]);
    },
  );

  it('what is remembered of the questions before is what they make when nothing is remembered', () => {
    for (const seed of SEEDS.slice(0, 20)) {
      const options = seed % 2 === 0 ? RANKINGS(seed) : SURVIVALS(seed);
      const { judged, rules } = new Evening(aPlan(seed, 'all', options)).play().room;
      const anew = structuredClone(judged);
      const scratch = finished(standingSteps(anew, rules));
      const byId = (all: ReadonlyMap<string, unknown>) => Object.fromEntries(all);
      expect(byId(madeOf(judged, rules).standings)).toEqual(byId(scratch));
      expect(madeOf(judged, rules).sums).toEqual(madeOf(anew, rules).sums);
    }
  });
});

function forOracle(judged: JudgedQuestion): oracle.Judged {
  const { solution, limitMs, isVoid, answers, revives = [] } = judged;
  if (solution !== null && solution.kind !== 'choice') throw new Error('only zones');
  const as = ['not', 'plays', 'ghost'] as const;
  return {
    right: solution,
    // It multiplies by whatever a round and a question make together.
    points: (judged.points ?? 1) as oracle.Judged['points'],
    isBlind: judged.blind === true,
    limitMs,
    isVoid,
    revives,
    given: answers.map(([player, value, ms, played, , , team]) => {
      return { player, value, ms: [ms, ms], as: as[played], team };
    }),
  };
}
