/** What a game was, as people read it: computed from the answers, by the same rules as during the game. */
import {
  AWAY,
  type Answer,
  type GameRules,
  type GivenPoints,
  type JudgedQuestion,
  type Written,
} from '../../../game/shared/judged.js';
import { rightsIn, rightValues, timesIn } from '../../../game/kinds/rights.js';
import { summaryOf } from '../../../game/kinds/summary.js';
import { toldGroups, withoutLoneZones, writtenBySeveral } from '../../../game/kinds/written.js';
import type { Floor } from '../../../game/kinds/floor.js';
import { resultsIn } from '../../../game/closing.js';
import { standingSteps, type Standings } from '../../../game/scoring.js';
import type { Steps } from '../../../game/steps.js';
import { teamResultsFrom } from '../../../game/team-figures.js';
import { TeamSums } from '../../../game/team-sums.js';
import { withImages } from '../../../protocol/images.js';
import { MASK } from '../../../protocol/moderation.js';
import { isMap } from '../../../protocol/question.js';
import type { DrawnDraw } from '../../../protocol/programme.js';
import type {
  GameLink,
  GameReport,
  Movement,
  ReportAnswer,
  ReportDraw,
  ReportGiven,
  ReportPlayer,
  ReportQuestion,
  ReportText,
  ReportWritten,
  ShownQuestion,
} from '../../../protocol/index.js';

export interface PlayedBy {
  playerId: string;
  slot: number;
  name: string;
  hasLeft: boolean;
}

export interface PlayedQuestion extends JudgedQuestion {
  shown: ShownQuestion | null;
  /** As in the report. */
  movement?: Movement | null;
}

export interface PlayedGame {
  rules: GameRules;
  players: readonly PlayedBy[];
  questions: readonly PlayedQuestion[];
  draws?: readonly DrawnDraw[];
  /** There where the names were removed. */
  isNameless?: boolean;
}

export type Report = Pick<
  GameReport,
  'gameMode' | 'scoring' | 'players' | 'questions' | 'teams' | 'rounds' | 'given' | 'draws'
>;

/** A report, with places to stop after each question. */
export function* reportSteps({
  rules,
  players,
  questions,
  draws = [],
  isNameless = false,
}: PlayedGame): Steps<Report> {
  // A map for each question: a single one takes long where it grows. Its parts share one.
  const gains = new Map<JudgedQuestion, Map<Answer, number>>();
  let latest = new Map<Answer, number>();
  const sums = new TeamSums();
  sums.addGiven(rules);
  const standings = yield* standingSteps(questions, rules, {
    answer: (answer, gain) => {
      latest.set(answer, gain);
      sums.add(answer, gain);
    },
    question: (_standings, parts) => {
      for (const part of parts) gains.set(part, latest);
      latest = new Map();
    },
  });
  const ranked = rankedPlayers(players, standings, rules);
  yield;
  const placeOf = new Map(ranked.map(({ playerId }, place) => [playerId, place]));
  const told: ReportQuestion[] = [];
  const parts: ReportQuestion[] = [];
  const totals = ranked.map(() => ({ played: 0, rights: 0 }));
  const teams = new Map<string, number | null>();
  for (const question of questions) {
    yield;
    const own = gains.get(question) ?? new Map<Answer, number>();
    const one = reportQuestion(question, rules, { gains: own, placeOf });
    const before = told.at(-1);
    // Its parts count together.
    if (before !== undefined && !isSamePlace(before, one)) addTo(totals, parts.splice(0));
    parts.push(one);
    told.push(isNameless ? withoutAuthors(one) : one);
    // The last one that each player was in.
    for (const [playerId, , , , , , team = null] of question.answers) teams.set(playerId, team);
  }
  addTo(totals, parts);
  yield;
  return {
    gameMode: rules.gameMode,
    scoring: rules.scoring,
    players: ranked.map(({ playerId, ...player }, place): ReportPlayer => {
      const total = totals[place] ?? { played: 0, rights: 0 };
      // The time that tells scores apart (R6.6).
      const { rightMs = 0, ghostRightMs = 0 } = standings.get(playerId) ?? {};
      return {
        ...player,
        ...total,
        rightMs: rightMs + ghostRightMs,
        team: teams.get(playerId) ?? null,
      };
    }),
    questions: told,
    ...teamResultsFrom(sums.all(), rules),
    ...(rules.rounds && { rounds: rules.rounds.map((round) => ({ ...round })) }),
    ...(rules.given && { given: rules.given.map((one) => reportGiven(one, placeOf)) }),
    ...(draws.length > 0 && { draws: draws.map(reportDraw) }),
  };
}

function reportGiven(
  { points, reason, playerIds: [first = ''], team, isTeams }: GivenPoints,
  placeOf: ReadonlyMap<string, number>,
): ReportGiven {
  if (isTeams) return { points, reason, player: null, team: team ?? null };
  return { points, reason, player: placeOf.get(first) ?? null, team: null };
}

type Ranked = Pick<ReportPlayer, 'name' | 'slot' | 'rank' | 'score'> & { playerId: string };

/** Best first; of those who left, who were never in the ranking, the best first as well. */
function rankedPlayers(
  players: readonly PlayedBy[],
  standings: Standings,
  rules: GameRules,
): Ranked[] {
  const tableOf = (some: readonly PlayedBy[]) =>
    resultsIn(
      standings,
      some.map(({ name, ...player }) => ({ ...player, playerName: name })),
      rules,
    ).map(({ playerId, playerName: name, slot, rank, score }) => {
      return { playerId, name, slot, rank, score };
    });
  const there = tableOf(players.filter(({ hasLeft }) => !hasLeft));
  const gone = tableOf(players.filter(({ hasLeft }) => hasLeft));
  return [...there, ...gone.map((row) => ({ ...row, rank: null }))];
}

function reportDraw({ title, texts, among, team, hash, drawn }: DrawnDraw): ReportDraw {
  const { seed, among: slots, count } = drawn;
  const winners = drawn.winners.map(({ slot, playerName: name }) => ({ slot, name }));
  const named = { title, ...(texts && { texts }), among, ...(team !== undefined && { team }) };
  return { ...named, hash, seed, slots, count, winners };
}

function reportQuestion(
  question: PlayedQuestion,
  rules: GameRules,
  { gains, placeOf }: { gains: Map<Answer, number>; placeOf: Map<string, number> },
): ReportQuestion {
  const { floor, shown, solution, setSolution, isVoid, limitMs, answers, movement } = question;
  const { written } = question;
  const isRight = rightsIn(question, rules.gameMode);
  const timeOf = timesIn(question);
  const away = answers.flatMap(([playerId, value]) =>
    value === AWAY ? (placeOf.get(playerId) ?? []) : [],
  );
  return {
    number: question.question,
    part: question.part,
    drops: question.drops,
    kind: floor.kind,
    shown,
    choices: choicesOn(floor),
    solution,
    setSolution,
    rights: rightValues(floor, solution),
    isVoid,
    limitMs,
    summary: summaryOf(question),
    ...(written && { written: reportWritten(question, written, placeOf) }),
    ...(movement !== undefined && { movement }),
    ...(away.length > 0 && { away: away.sort((a, b) => a - b) }),
    answers: answers.flatMap((answer): ReportAnswer[] => {
      const [playerId, value, , played, x, y] = answer;
      const ms = timeOf(answer);
      const place = placeOf.get(playerId);
      if (played === 0 || place === undefined) return [];
      return [[place, value, ms, played, isRight(answer) ? 1 : 0, gains.get(answer) ?? 0, x, y]];
    }),
  };
}

/** The texts in the order in which the ranking has their authors. */
function reportWritten(
  question: PlayedQuestion,
  { limitMs, texts }: Written,
  placeOf: ReadonlyMap<string, number>,
): ReportWritten {
  const told = texts.flatMap(([playerId, ms, own, isMuted]): ReportText[] => {
    const place = placeOf.get(playerId);
    return place === undefined ? [] : [[place, ms, isMuted ? [MASK] : own]];
  });
  return {
    limitMs,
    texts: told.sort(([a], [b]) => a - b),
    groups: toldGroups(question),
  };
}

function choicesOn(floor: Floor): number {
  return 'choices' in floor ? floor.choices : 0;
}

type Total = Pick<ReportPlayer, 'played' | 'rights'>;

const isSamePlace = (one: ReportQuestion, other: ReportQuestion): boolean =>
  one.number === other.number && one.drops === other.drops;

/** `totals` are by place; `parts` are those of one question, which is right where all are that count (R16.20). */
function addTo(totals: readonly Total[], parts: readonly ReportQuestion[]): void {
  const open = parts.filter(
    ({ isVoid, solution, shown }) => !isVoid && solution !== null && shown?.points !== 0,
  );
  const byPlace = new Map<number, number>();
  for (const { answers } of open)
    for (const [place, , , , isRight] of answers)
      byPlace.set(place, (byPlace.get(place) ?? 0) + isRight);
  for (const [place, rights] of byPlace) {
    const total = totals[place];
    if (total === undefined) continue;
    total.played += 1;
    if (rights === open.length) total.rights += 1;
  }
}

const DAY_MS = 24 * 3_600_000;

/**
 * As a public link shows it, with a place to stop after each question: named one by one, so that a new field is not
 * told by mistake.
 */
export function* publicSteps(
  report: GameReport,
  { names, questions }: GameLink,
): Steps<GameReport> {
  const { gameMode, scoring, asked, teams, rounds, given, draws, endedAt } = report;
  // A title and a time of day tell whose game it was.
  const timeOf = (ms: number): number => (names ? ms : noonOf(ms));
  const told: ReportQuestion[] = [];
  for (const question of report.questions) {
    told.push(questions ? withContent(question, names) : withoutContent(question));
    yield;
  }
  return {
    id: '',
    setId: '',
    roomTitle: names ? report.roomTitle : '',
    setTitle: questions ? report.setTitle : '',
    ...(questions && report.language && { language: report.language }),
    ...(questions && report.texts && { texts: report.texts }),
    startedAt: timeOf(report.startedAt),
    endedAt: endedAt === null ? null : timeOf(endedAt),
    keepUntil: timeOf(report.keepUntil),
    asked,
    hasNames: names && report.hasNames,
    gameMode,
    scoring,
    players: report.players.map(
      ({ name, slot, rank, score, played, rights, rightMs, team }): ReportPlayer => {
        return { name: names ? name : '', slot, rank, score, played, rights, rightMs, team };
      },
    ),
    questions: told,
    ...(teams && {
      teams: teams.map(({ team, name, figure, rank }) => {
        return { team, name: names ? name : '', figure, rank };
      }),
    }),
    ...(rounds && {
      rounds: rounds.map(({ name, texts, first }) =>
        questions ? { name, ...(texts && { texts }), first } : { name: '', first },
      ),
    }),
    ...(given && {
      given: given.map(({ points, reason, player, team }) => {
        return { points, reason: names ? reason : '', player, team };
      }),
    }),
    ...(draws && {
      draws: draws.map(({ winners, ...draw }): ReportDraw => {
        const { title, texts, among, team, hash, seed, slots, count } = draw;
        const told = winners.map(({ slot, name }) => ({ slot, name: names ? name : '' }));
        const of = { ...(texts && { texts }), among, ...(team !== undefined && { team }) };
        return { title, ...of, hash, seed, slots, count, winners: told };
      }),
    }),
  };
}

/** Of a day as UTC has it: the same day nearly everywhere. */
function noonOf(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS + DAY_MS / 2;
}

function withContent(question: ReportQuestion, names: boolean): ReportQuestion {
  const { number, part, drops, kind, choices, solution, setSolution, rights } = question;
  const { isVoid, limitMs, summary, movement, away } = question;
  const { shown, answers, written } = names ? question : withoutAuthors(question);
  return {
    number,
    part,
    drops,
    kind,
    shown: shown && withoutPictureIds(shown),
    choices,
    solution,
    setSolution,
    rights,
    isVoid,
    limitMs,
    summary,
    answers,
    ...(away && { away }),
    ...(written && { written }),
    ...(movement !== undefined && { movement }),
  };
}

/**
 * A text may tell who has written it, so without names it is told of those alone that several people have written. On a
 * map the place of somebody may, and the summary tells how many stood where.
 */
function withoutAuthors(question: ReportQuestion): ReportQuestion {
  const { written, shown } = question;
  if (isMap(question.kind)) return { ...question, answers: withoutPlaces(question.answers) };
  if (written === undefined) return question;
  return {
    ...question,
    shown: shown && withoutLoneZones(shown),
    written: { ...written, texts: [], groups: writtenBySeveral(written.groups) },
  };
}

function withoutPlaces(answers: readonly ReportAnswer[]): ReportAnswer[] {
  return answers.map(([player, , ms, played, isRight, gain]) => {
    return [player, 0, ms, played, isRight, gain, 0, 0];
  });
}

/** Whoever knows under which id a host keeps a picture could keep it, too (R18.2). */
function withoutPictureIds(shown: ShownQuestion): ShownQuestion {
  return withImages(shown, ({ alt }) => ({ id: '', alt }));
}

/** Who was right, when and for how many points, without anything that tells by which answer. */
function withoutContent(question: ReportQuestion): ReportQuestion {
  const { number, part, drops, kind, isVoid, limitMs, answers } = question;
  return {
    number,
    part,
    drops,
    kind,
    shown: null,
    choices: 0,
    solution: null,
    setSolution: null,
    rights: [],
    isVoid,
    limitMs,
    summary: null,
    answers: withoutPlaces(answers),
  };
}
