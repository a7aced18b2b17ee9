/** A room as pages are told of it, up to a reveal and to the end: what differs between two of them is the secret. */
import { lengthOf } from '../../../src/game/shared/beats.js';
import { courseMs, fallTimes } from '../../../src/game/shared/draw-course.js';
import { drawLots, hashOfSeed } from '../../../src/game/shared/draw-lots.js';
import { finalScript } from '../../../src/game/show/final-script.js';
import { revealScript } from '../../../src/game/show/reveal-script.js';
import { encodeBits } from '../../../src/protocol/crowd.js';
import type { FlushEvent, GameMode, PhasePayload } from '../../../src/protocol/index.js';
import type {
  ProgrammePayload,
  ShownDraw,
  ShownItem,
  StandingsShown,
} from '../../../src/protocol/programme.js';
import type {
  Mark,
  ResultRow,
  ResultsPayload,
  RevealPayload,
} from '../../../src/protocol/scores.js';
import type { Award, FinalBeat, RevealBeat } from '../../../src/protocol/show.js';
import { rankIn } from '../../../src/game/shared/ranks.js';
import type { TeamFigure } from '../../../src/protocol/teams.js';
import { standIn } from '../../support/arena.js';
import type { Told } from '../../support/page-room.js';

export const BELL = 1_000_000;
export const SELF = 'p2';
const PEOPLE = Array.from({ length: 12 }, (_, n) => n);
/** The third zone has the fewest, so it falls first whichever of the others is right. */
const COUNTS = [5, 5, 2];
const zoneOf = (n: number): number => (n < 5 ? 1 : n < 10 ? 2 : 3);

export interface Truth {
  right: number;
  gameMode?: GameMode;
  /** Of a right answer, by player. */
  gainOf?: (n: number) => number;
  /** Who has fallen before. */
  ghost?: string;
  /** The points that players had before; by their number otherwise. */
  scoreOf?: (n: number) => number;
  /** They are those of the round, where the evening has a programme. */
  standings?: StandingsShown;
}

function marksOf(truth: Truth): Mark[] {
  const { right, gameMode = 'RANKING', gainOf = () => 500, ghost } = truth;
  const { scoreOf = (n) => n * 100 } = truth;
  const isSurvival = gameMode === 'SURVIVAL';
  const scored = PEOPLE.map((n) => {
    const isAnswer = zoneOf(n) === right;
    const gain = isAnswer ? (isSurvival ? 1 : gainOf(n)) : 0;
    const score = (isSurvival ? 1 : scoreOf(n)) + gain;
    return { playerId: `p${n}`, score, isAnswer, isAlive: isAnswer || !isSurvival, gain };
  });
  const rankOf = rankIn(scored.map(({ score }) => [score]));
  return scored.map((mark) => {
    const played = mark.playerId !== ghost;
    return { ...mark, isAlive: mark.isAlive && played, played, rank: rankOf([mark.score]) };
  });
}

/** Everybody, as they are before those marks, or after them. */
function roster(marks: readonly Mark[], isAfter: boolean): FlushEvent {
  const before = ({ score, gain }: Mark): number => score - gain;
  const rankBefore = rankIn(marks.map((mark) => [before(mark)]));
  const players = marks.map((mark, slot) => ({
    playerId: mark.playerId,
    playerName: `Player ${slot}`,
    playerPosition: standIn(zoneOf(slot), 3),
    isHost: slot === 0,
    slot,
    isAlive: isAfter ? mark.isAlive : mark.played,
    score: isAfter ? mark.score : before(mark),
    ...(mark.rank > 0 && { rank: isAfter ? mark.rank : rankBefore([before(mark)]) }),
    connected: true,
    team: slot % 2,
  }));
  return ['joinRoom', { players, everyone: true, incarnation: 'one' }];
}

const settings = (gameMode: GameMode): FlushEvent[] => [
  [
    'updateRoomOption',
    {
      title: 'Hall',
      gameMode,
      maxPlayerCount: 200,
      isPublic: false,
      scoring: 'early',
      crowd: 'visible',
      pacing: 'auto',
      questionOrder: 'drawn',
      choiceOrder: 'shuffled',
      lives: 1,
      revival: false,
      teams: 'choice',
      extraTime: false,
      isLocked: false,
    },
  ],
  ['updateTeams', { teams: [{ name: 'Left' }, { name: 'Right' }] }],
];

const QUESTION: FlushEvent = [
  'startQuizTime',
  {
    kind: 'choice',
    quiz: 'Which?',
    choiceList: [1, 2, 3].map((order) => ({ order, content: `Choice ${order}` })),
    startTime: BELL - 15_000,
    endTime: BELL,
  },
];
const phase = (version: number, kind: PhasePayload['kind'], changes = {}): FlushEvent => {
  const times = { startTime: BELL - 15_000, endTime: BELL };
  return ['phase', { version, kind, index: 1, count: 4, ...times, ...changes }];
};

export class RevealRoom {
  readonly beats: readonly RevealBeat[];
  readonly marks: Mark[];

  constructor(private readonly truth: Truth) {
    const { right, gameMode = 'RANKING' } = truth;
    this.marks = marksOf(truth);
    this.beats = revealScript({
      counts: COUNTS,
      rights: [right],
      isScored: true,
      isSeen: true,
      played: 12,
      right: 5,
      isSurvival: gameMode === 'SURVIVAL',
      isRanked: gameMode === 'RANKING' && (truth.standings ?? 'each') === 'each',
      firsts: 1,
      isBrief: false,
      moments: [{ kind: 'climb', slot: right, ranks: 6 }],
    });
  }

  /** When a beat begins, server epoch ms. */
  at(index: number): number {
    return BELL + lengthOf(this.beats.slice(0, index));
  }

  first(scene: RevealBeat['scene']): number {
    return this.beats.findIndex((beat) => beat.scene === scene);
  }

  /** The question is open. */
  get asked(): FlushEvent[] {
    const begun: FlushEvent[] = [['startGame', ''], ...this.round, phase(4, 'question'), QUESTION];
    return [...settings(this.gameMode), roster(this.toldMarks, false), ...begun];
  }

  /** Of the transition, which all hear of at the bell. */
  get bell(): FlushEvent[] {
    return [this.phase(), ['endQuizTime', this.reveal]];
  }

  /** What somebody is told who comes into the reveal; `pausedAt` where it stands, `between` behind the roster. */
  snapshot(pausedAt?: number, between: readonly FlushEvent[] = []): FlushEvent[] {
    const now: FlushEvent[] = [
      ['startGame', ''],
      this.phase(pausedAt),
      ...this.round,
      QUESTION,
      ...this.bell.slice(1),
    ];
    return [...settings(this.gameMode), roster(this.toldMarks, true), ...between, ...now];
  }

  phase(pausedAt?: number): FlushEvent {
    const endTime = BELL + lengthOf(this.beats) + 3_000;
    const paused = pausedAt === undefined ? {} : { pausedLeftMs: endTime - pausedAt };
    const version = pausedAt === undefined ? 5 : 6;
    return phase(version, 'reveal', { startTime: BELL, endTime, ...paused });
  }

  /** An item of the evening behind this reveal, and what somebody is told who comes into it. */
  item(item: ShownItem): { told: FlushEvent[]; snapshot: FlushEvent[] } {
    const after = phase(7, 'item', { item: item.kind, waits: true });
    const shown: FlushEvent = ['showItem', item];
    const { marks, teams } = this;
    // Standings tell what the round held back (R27.4).
    const areTold = item.kind === 'standings' || !this.areRanksHeld;
    const news: FlushEvent[] =
      areTold && this.areRanksHeld ? [['updateScores', { players: marks, teams }]] : [];
    const figures: FlushEvent[] = areTold ? [['updateScores', { players: [], teams }]] : [];
    const now: FlushEvent[] = [['startGame', ''], after, ...this.round, ...figures, shown];
    const people = roster(areTold ? marks : this.toldMarks, true);
    return {
      told: [after, ...news, shown],
      snapshot: [...settings(this.gameMode), people, ...now],
    };
  }

  private get round(): FlushEvent[] {
    const { standings } = this.truth;
    return standings === undefined
      ? []
      : [['round', { number: 1, of: 2, name: 'One', factor: 1, standings }]];
  }

  private get areRanksHeld(): boolean {
    return this.truth.standings === 'never';
  }

  /** As the server tells them: without ranks where the round holds them back. */
  private get toldMarks(): Mark[] {
    return this.areRanksHeld ? this.marks.map((mark) => ({ ...mark, rank: 0 })) : this.marks;
  }

  private get teams(): TeamFigure[] {
    return [0, 1].map((team) => {
      const own = this.marks.filter((_mark, n) => n % 2 === team);
      return { team, figure: own.reduce((sum, { score }) => sum + score, 0), rank: team + 1 };
    });
  }

  private get gameMode(): GameMode {
    return this.truth.gameMode ?? 'RANKING';
  }

  get reveal(): RevealPayload {
    const { right } = this.truth;
    return {
      answer: right,
      players: this.toldMarks,
      solution: { kind: 'choice', rights: [right] },
      summary: { kind: 'choice', counts: COUNTS },
      explanation: `It is ${right}, as everybody knows.`,
      ...(!this.areRanksHeld && { teams: this.teams }),
      beats: this.beats,
    };
  }
}

const STATEMENTS = ['It is warm.', 'It is late.', 'It is over.'];

/** Statements that were asked one after the other; `rights` are their zones. */
export class SeriesRoom {
  readonly beats: readonly RevealBeat[];
  private readonly marks = marksOf({ right: 1 });

  constructor(private readonly rights: readonly number[]) {
    this.beats = revealScript({
      counts: [],
      rights: [],
      isScored: true,
      isSeen: false,
      played: 12,
      right: 0,
      parts: { rights: rights.map((right) => COUNTS[right - 1] ?? 0), isAnySaved: true },
      isSurvival: false,
      isRanked: true,
      firsts: 1,
      isBrief: false,
      moments: [],
    });
  }

  at(index: number): number {
    return BELL + lengthOf(this.beats.slice(0, index));
  }

  /** Index of the beat of a part. */
  beatOf(part: number): number {
    return this.beats.findIndex((beat) => beat.scene === 'part' && beat.part === part);
  }

  /** A part is open, or the gap before it. */
  asked(part: number): FlushEvent[] {
    return [phase(4 + part, 'question', { part, startTime: BELL - 6_000 }), this.question(part)];
  }

  get begun(): FlushEvent[] {
    return [...settings('RANKING'), roster(this.marks, false), ['startGame', ''], ...this.asked(0)];
  }

  get bell(): Told[] {
    const endTime = BELL + lengthOf(this.beats) + 3_000;
    const times = { part: STATEMENTS.length - 1, startTime: BELL, endTime };
    const questions = this.rights.map((right, part) => ({
      question: 1,
      part,
      drops: 0,
      setRight: right,
      isVoid: false,
      shown: { ...this.shown(part) },
      solution: { kind: 'choice', rights: [right] },
    }));
    return [
      phase(8, 'reveal', times),
      ['endQuizTime', this.reveal],
      ['judgedQuestions', { questions, isAll: false }],
    ];
  }

  get reveal(): RevealPayload {
    const summary = { kind: 'statements' as const, counts: [5, 7] };
    const parts = this.rights.map((right) => {
      return { solution: { kind: 'choice' as const, rights: [right] }, summary };
    });
    const [last] = parts.toReversed();
    return { answer: 0, players: this.marks, ...last, summary, parts, beats: this.beats };
  }

  private shown(part: number) {
    return {
      kind: 'statements' as const,
      quiz: 'True?',
      choiceList: ['O', 'X'].map((content, n) => ({ order: n + 1, content })),
      parts: STATEMENTS.slice(0, part + 1),
      count: STATEMENTS.length,
      blind: true as const,
    };
  }

  private question(part: number): FlushEvent {
    const times = { startTime: BELL - 6_000 + part, endTime: BELL };
    return ['startQuizTime', { ...this.shown(part), ...times }];
  }
}

/** The end of a game in which players have these ranks, best first. */
export class FinalRoom {
  readonly beats: readonly FinalBeat[];
  private readonly results: ResultRow[];

  constructor(order: readonly number[], award: Award) {
    this.results = order.map((n, place) => {
      const score = 9_000 - place * 100;
      return { playerId: `p${n}`, playerName: `Player ${n}`, slot: n, score, rank: place + 1 };
    });
    this.beats = finalScript(this.results, 'RANKING', [award]);
  }

  at(index: number): number {
    return BELL + lengthOf(this.beats.slice(0, index));
  }

  /** The last reveal stands. */
  get before(): FlushEvent[] {
    return [...settings('RANKING'), this.everybody, ['startGame', ''], phase(4, 'reveal')];
  }

  /** Of the transition into the lobby, which all hear of; then those on the podium are told their codes. */
  get begun(): Told[] {
    const codes = this.results
      .slice(0, 3)
      .map(({ playerId }) => ({ playerId, code: `c${playerId}` }));
    const own = codes.find(({ playerId }) => playerId === SELF);
    return [
      this.lobby,
      ['endGame', this.payload],
      ['claimCodes', { codes }],
      ...(own ? ([['claimCode', own]] as const) : []),
    ];
  }

  get snapshot(): Told[] {
    return [...settings('RANKING'), this.everybody, ...this.begun];
  }

  private get everybody(): FlushEvent {
    const marks = this.results.map(({ playerId, score, rank, slot }) => {
      const nothing = { gain: 0, isAnswer: false, isAlive: true, played: true };
      return { playerId, score, rank, slot, ...nothing };
    });
    return roster(
      marks.toSorted((a, b) => a.slot - b.slot),
      true,
    );
  }

  private get lobby(): FlushEvent {
    return phase(6, 'lobby', { index: 0, count: 0, startTime: 0, endTime: 0 });
  }

  private get payload(): ResultsPayload {
    const totals = { players: 12, questions: 4, answers: 48, rights: 20 };
    const final = { startTime: BELL, beats: this.beats, totals };
    return { hostId: 'p0', results: this.results, final };
  }
}

/** This is the seed of a draw that `SELF` wins. */
const TAKING = PEOPLE.slice(1);
export const SEED = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(64, '0')).find(
  (seed) => drawLots(seed, TAKING, 1)[0] === 2,
)!;

/** A draw that was held at `BELL`, with whoever is said to have won. */
export class DrawRoom {
  readonly ms = courseMs(TAKING.length, 1);
  /** When the floor falls, and when all is over, in ms from `BELL`. */
  readonly times = [0, ...fallTimes(TAKING.length, 1, this.ms)];
  private readonly waiting: ShownDraw = {
    kind: 'draw',
    title: 'A book',
    among: 'everybody',
    winners: 1,
    hash: hashOfSeed(SEED),
  };

  constructor(private readonly winner: number) {}

  /** It waits for the host. */
  get before(): FlushEvent[] {
    const at = { startTime: BELL - 5_000, endTime: BELL - 5_000, item: 'd', waits: true };
    return [...this.everybody, phase(4, 'item', at), ['showItem', this.waiting]];
  }

  get held(): Told[] {
    const { winner } = this;
    const named = { slot: winner, playerId: `p${winner}`, playerName: `Player ${winner}` };
    const drawn = {
      seed: SEED,
      among: encodeBits(TAKING),
      count: TAKING.length,
      winners: [named],
      ms: this.ms,
      nextHash: 'f'.repeat(64),
    };
    const code = { playerId: `p${winner}`, code: `C${winner}` };
    const of = { title: 'A book', playerName: named.playerName };
    const own = `p${winner}` === SELF ? ([['claimCode', { code: code.code }]] as const) : [];
    const at = { startTime: BELL, endTime: BELL + this.ms, item: 'd', waits: true };
    return [
      phase(5, 'item', at),
      ['showItem', { ...this.waiting, drawn }],
      ['claimCodes', { codes: [{ ...code, drawn: of }] }],
      ...own,
    ];
  }

  get snapshot(): Told[] {
    return [...this.everybody, ...this.held];
  }

  private get everybody(): FlushEvent[] {
    return [...settings('RANKING'), roster(marksOf({ right: 1 }), true), ['startGame', '']];
  }
}

/** An item of an evening of which more is to come: `secret` stands in what only some are told. */
export class ItemRoom {
  constructor(
    private readonly shown: ShownItem,
    private readonly secret = '',
    private readonly truth: Truth = { right: 1 },
  ) {}

  get told(): FlushEvent[] {
    const people = roster(marksOf(this.truth), true);
    const at = { startTime: BELL, endTime: BELL, item: 'on', waits: true };
    const now: FlushEvent[] = [phase(4, 'item', at), ['showItem', this.shown]];
    return [...settings('RANKING'), people, ['startGame', ''], ...now];
  }

  /** As cockpits are told that know what comes. */
  get programme(): Told {
    const note = `note ${this.secret}`;
    const items: ProgrammePayload['items'] = [
      {
        id: 'on',
        kind: this.shown.kind,
        isDone: true,
        item: { kind: 'standings', id: 'on', note },
      },
      {
        id: 'next',
        kind: 'slide',
        item: { kind: 'slide', id: 'next', title: this.secret, text: note, seconds: null, note },
      },
    ];
    return ['programme', { revision: 0, at: 0, items }];
  }
}
