/** What a game was, as people read it: computed from the answers, by the same rules as during the game. */
import type { Answer, GameRules, JudgedQuestion } from '../game/judged.js';
import { rightsIn, rightValues } from '../game/kinds/rights.js';
import { summaryOf } from '../game/kinds/summary.js';
import type { Floor } from '../game/kinds/floor.js';
import { eachGain, resultsOf } from '../game/scoring.js';
import { teamResultsIn } from '../game/team-figures.js';
import type {
  GameReport,
  Movement,
  ReportAnswer,
  ReportPlayer,
  ReportQuestion,
  ShownQuestion,
} from '../protocol/index.js';

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
}

export type Report = Pick<GameReport, 'gameMode' | 'scoring' | 'players' | 'questions' | 'teams'>;

export function reportOf({ rules, players, questions }: PlayedGame): Report {
  const gains = new Map<Answer, number>();
  eachGain(questions, rules, (answer, gain) => gains.set(answer, gain));
  const ranked = rankedPlayers(players, questions, rules);
  const placeOf = new Map(ranked.map(({ playerId }, place) => [playerId, place]));
  const told = questions.map((question) => reportQuestion(question, rules, { gains, placeOf }));
  const totals = totalsOf(ranked.length, told);
  const teams = teamsIn(questions);
  return {
    gameMode: rules.gameMode,
    scoring: rules.scoring,
    players: ranked.map(({ playerId, ...player }, place): ReportPlayer => {
      const total = totals[place] ?? { played: 0, rights: 0, rightMs: 0 };
      return { ...player, ...total, team: teams.get(playerId) ?? null };
    }),
    questions: told,
    ...teamResultsIn(questions, rules),
  };
}

type Ranked = Pick<ReportPlayer, 'name' | 'slot' | 'rank' | 'score'> & { playerId: string };

/** Best first; of those who left, who were never in the ranking, the best first as well. */
function rankedPlayers(
  players: readonly PlayedBy[],
  questions: readonly JudgedQuestion[],
  rules: GameRules,
): Ranked[] {
  const tableOf = (some: readonly PlayedBy[]) =>
    resultsOf(
      some.map(({ name, ...player }) => ({ ...player, playerName: name })),
      questions,
      rules,
    ).map(({ playerId, playerName: name, slot, rank, score }) => {
      return { playerId, name, slot, rank, score };
    });
  const there = tableOf(players.filter(({ hasLeft }) => !hasLeft));
  const gone = tableOf(players.filter(({ hasLeft }) => hasLeft));
  return [...there, ...gone.map((row) => ({ ...row, rank: null }))];
}

function reportQuestion(
  question: PlayedQuestion,
  rules: GameRules,
  { gains, placeOf }: { gains: Map<Answer, number>; placeOf: Map<string, number> },
): ReportQuestion {
  const { index, floor, shown, solution, setSolution, isVoid, limitMs, answers, movement } =
    question;
  const isRight = rightsIn(question, rules.gameMode);
  return {
    number: index,
    kind: floor.kind,
    shown,
    choices: choicesOn(floor),
    solution,
    setSolution,
    rights: rightValues(floor, solution),
    isVoid,
    limitMs,
    summary: summaryOf(floor, answers),
    ...(movement !== undefined && { movement }),
    answers: answers.flatMap((answer): ReportAnswer[] => {
      const [playerId, value, ms, played, x, y] = answer;
      const place = placeOf.get(playerId);
      if (played === 0 || place === undefined) return [];
      return [[place, value, ms, played, isRight(answer) ? 1 : 0, gains.get(answer) ?? 0, x, y]];
    }),
  };
}

function choicesOn(floor: Floor): number {
  return 'choices' in floor ? floor.choices : 0;
}

type Total = Pick<ReportPlayer, 'played' | 'rights' | 'rightMs'>;

/** By place. */
function totalsOf(players: number, questions: readonly ReportQuestion[]): Total[] {
  const totals = Array.from({ length: players }, () => ({ played: 0, rights: 0, rightMs: 0 }));
  for (const { answers, isVoid, solution, shown } of questions) {
    if (isVoid || solution === null || shown?.points === 0) continue;
    for (const [place, , ms, , isRight] of answers) {
      const total = totals[place];
      if (total === undefined) continue;
      total.played += 1;
      total.rights += isRight;
      if (isRight === 1) total.rightMs += ms;
    }
  }
  return totals;
}

/** The last one that each player was in, by their id. */
function teamsIn(questions: readonly JudgedQuestion[]): ReadonlyMap<string, number | null> {
  return new Map(
    questions.flatMap(({ answers }) =>
      answers.map(([playerId, , , , , , team = null]): [string, number | null] => [playerId, team]),
    ),
  );
}

/** As a public link shows it. */
export function publicReport(
  report: GameReport,
  { names, questions }: { names: boolean; questions: boolean },
): GameReport {
  const { link: _link, setId: _setId, ...told } = report;
  return {
    ...told,
    setId: '',
    ...(questions ? {} : { setTitle: '' }),
    players: report.players.map((player) => (names ? player : { ...player, name: '' })),
    questions: report.questions.map(questions ? withoutPictureId : withoutContent),
  };
}

/** Whoever knows under which id a host keeps a picture could keep it, too (R18.2). */
function withoutPictureId(question: ReportQuestion): ReportQuestion {
  const { shown } = question;
  if (!shown?.image) return question;
  return { ...question, shown: { ...shown, image: { ...shown.image, id: '' } } };
}

/** Who was right, when and for how many points, without anything that tells by which answer. */
function withoutContent({ movement: _, ...question }: ReportQuestion): ReportQuestion {
  return {
    ...question,
    shown: null,
    choices: 0,
    solution: null,
    setSolution: null,
    rights: [],
    summary: null,
    answers: question.answers.map(([player, , ms, played, isRight, gain]) => {
      return [player, 0, ms, played, isRight, gain, 0, 0];
    }),
  };
}
