import { AWAY, NOT_MOVED } from '../../../game/shared/judged.js';
import { valueOf } from '../../../game/kinds/ruler.js';
import {
  isMap,
  isRanked,
  questionNumbers,
  STEPS,
  type ReportAnswer,
  type ReportPlayer,
  type ReportQuestion,
  type ShownQuestion,
  type SheetTable,
} from '../../../protocol/index.js';
import type { Cell, Table } from '../../platform/zip/table.js';
import type { Report } from './report.js';
import type { ServerWords } from '../../../i18n/made/types.js';

type SheetWords = ServerWords['sheet'];

export function tableOf(report: Report, table: SheetTable, words: SheetWords): Table {
  const name = words.tables[table];
  switch (table) {
    case 'ranking':
      return { name, rows: rankingRows(report, words) };
    case 'questions':
      return { name, rows: questionRows(report, words) };
    case 'answers':
      return { name, rows: answerRows(report, words) };
    case 'texts':
      return { name, rows: textRows(report, words) };
    case 'given':
      return { name, rows: givenRows(report, words) };
    case 'draws':
      return { name, rows: drawRows(report, words) };
  }
}

function* rankingRows(report: Report, words: SheetWords): Iterable<Cell[]> {
  const { players, teams } = report;
  const { rank, name, team, score, rights, played, meanS } = words;
  const rounds = roundsOf(report);
  const gains = rounds.map((round) => gainsIn(report, round));
  const inTeams = teams === undefined ? [] : [team];
  const names = new Map(teams?.map((one) => [one.team, one.name]));
  const inRounds = rounds.map((round, n) => roundName(n, round.name, words));
  // Where nothing counted, the table only says who was there.
  const hasRanks = isRanked(report);
  yield [rank, name, ...inTeams, score, ...inRounds, rights, played, meanS];
  for (const [place, player] of players.entries())
    yield [
      hasRanks ? player.rank : null,
      nameOf(player, words),
      ...inTeams.map(() => names.get(player.team ?? -1) ?? ''),
      player.score,
      ...gains.map((own) => own.get(place) ?? 0),
      player.rights,
      player.played,
      player.rights === 0 ? null : seconds(player.rightMs / player.rights),
    ];
}

interface Round {
  name: string;
  first: number;
  /** The index of the first question after it. */
  end: number;
}

/** None where the evening had one round only. */
function roundsOf({ rounds = [] }: Report): Round[] {
  return rounds.map(({ name, first }, n) => {
    return { name, first, end: rounds[n + 1]?.first ?? Infinity };
  });
}

/** The points of each player in a round, by place. */
function gainsIn({ questions }: Report, { first, end }: Round): Map<number, number> {
  const gains = new Map<number, number>();
  for (const { number, answers } of questions)
    if (number >= first && number < end)
      for (const [place, , , , , gain] of answers) gains.set(place, (gains.get(place) ?? 0) + gain);
  return gains;
}

function* questionRows(report: Report, words: SheetWords): Iterable<Cell[]> {
  const { questions } = report;
  const rounds = roundsOf(report);
  const inRound = (number: number): string => {
    const n = rounds.findIndex(({ first, end }) => number >= first && number < end);
    return n < 0 ? '' : roundName(n, rounds[n]?.name ?? '', words);
  };
  const has = rounds.length > 0;
  const { number, question, solution, share, answered, medianS } = words;
  const told = partsTold(questions, words);
  const head = [number, question, ...told.head, solution, share, answered, medianS, words.void];
  yield has ? [...head, words.roundHead] : head;
  for (const [n, one] of questions.entries()) {
    const counted = one.answers.filter(([, , , played]) => played === 1);
    const rights = counted.filter(([, , , , isRight]) => isRight === 1).length;
    const isScored = one.solution !== null && counted.length > 0;
    const times = counted
      .flatMap(([, value, ms]) => (value === AWAY ? [] : ms))
      .sort((a, b) => a - b);
    const median = times[Math.floor((times.length - 1) / 2)];
    yield [
      told.numbers[n] ?? '',
      one.shown?.quiz ?? '',
      ...told.partOf(one),
      solutionText(one),
      isScored ? Math.round((100 * rights) / counted.length) : null,
      counted.length,
      median === undefined ? null : seconds(median),
      one.isVoid ? words.yes : '',
      ...(has ? [inRound(one.number)] : []),
    ];
  }
}

/** Where questions had several parts there is a column for what is told of each. */
function partsTold(questions: readonly ReportQuestion[], words: SheetWords) {
  // A number without a part stays a number in a spreadsheet.
  const numbers = questionNumbers(questions).map((text): Cell => {
    return text.includes('.') ? text : Number(text);
  });
  const has = questions.some((one) => partText(one, words) !== '');
  return {
    numbers,
    head: has ? [words.part] : [],
    partOf: (one: ReportQuestion): Cell[] => (has ? [partText(one, words)] : []),
  };
}

function partText({ shown, part }: ReportQuestion, words: SheetWords): string {
  if (shown === null) return '';
  if ('parts' in shown) return shown.parts[part] ?? '';
  return 'share' in shown && shown.share !== undefined
    ? words.shareOf({ choice: shown.share })
    : '';
}

function* answerRows({ questions, players }: Report, words: SheetWords): Iterable<Cell[]> {
  const { number, question, name, answer, isRight, points, seconds: time } = words;
  const told = partsTold(questions, words);
  yield [number, question, ...told.head, name, answer, isRight, points, time];
  for (const [n, one] of questions.entries()) {
    const texts = new Map(one.written?.texts.map(([place, , own]) => [place, own.join(' / ')]));
    for (const given of one.answers) {
      const [place, , ms, , right, gain] = given;
      const player = players[place];
      yield [
        told.numbers[n] ?? '',
        one.shown?.quiz ?? '',
        ...told.partOf(one),
        player === undefined ? '' : nameOf(player, words),
        one.written === undefined
          ? answerText(one, given, words)
          : writtenText(one, given, texts.get(place) ?? '', words),
        one.solution === null ? null : right,
        gain,
        given[1] === AWAY ? null : seconds(ms),
      ];
    }
    // In survival being away is a wrong answer, which stands above.
    const answered = new Set(one.answers.map(([place]) => place));
    for (const place of one.away ?? []) {
      const player = players[place];
      if (player === undefined || answered.has(place)) continue;
      const asked = [told.numbers[n] ?? '', one.shown?.quiz ?? '', ...told.partOf(one)];
      yield [...asked, nameOf(player, words), words.away, null, null, null];
    }
  }
}

/** The texts of each question, equal ones once, commonest first. */
function* textRows({ questions }: Report, words: SheetWords): Iterable<Cell[]> {
  yield [words.number, words.question, words.text, words.people];
  for (const { number, shown, written } of questions)
    for (const [text, count] of written?.groups ?? [])
      yield [number + 1, shown?.quiz ?? '', text, count];
}

function* givenRows({ players, teams, given = [] }: Report, words: SheetWords): Iterable<Cell[]> {
  yield [words.name, words.team, words.points, words.reason];
  for (const { player, team, points, reason } of given) {
    const one = players[player ?? -1];
    const named = teams?.find((some) => some.team === team)?.name;
    const isTeams = team !== null;
    yield [
      one === undefined ? '' : nameOf(one, words),
      isTeams ? named || words.teamNumber({ number: team + 1 }) : '',
      points,
      reason,
    ];
  }
}

/** A row for each winner, and one for a draw without any. */
function* drawRows({ draws = [] }: Report, words: SheetWords): Iterable<Cell[]> {
  yield [words.draw, words.winner, words.seat, words.tookPart, words.hash, words.seed];
  for (const { title, winners, count, hash, seed } of draws)
    for (const winner of winners.length > 0 ? winners : [null])
      yield [
        title,
        winner === null ? '' : nameOf(winner, words),
        winner === null ? null : winner.slot + 1,
        count,
        hash,
        seed,
      ];
}

function roundName(index: number, name: string, words: SheetWords): string {
  const number = index + 1;
  return name === '' ? words.round({ number }) : words.roundNamed({ number, name });
}

function nameOf({ name, slot }: Pick<ReportPlayer, 'name' | 'slot'>, words: SheetWords): string {
  return name === '' ? words.player({ number: slot + 1 }) : name;
}

function solutionText({ shown, solution }: ReportQuestion): string {
  if (shown === null || solution === null) return '';
  switch (solution.kind) {
    case 'choice':
      return solution.rights.map((order) => choiceText(shown.choiceList, order)).join(' / ');
    case 'number': {
      const { answer, tolerance } = solution;
      const unit = 'ruler' in shown ? (shown.ruler.unit ?? '') : '';
      return `${answer}${tolerance === 0 ? '' : ` ± ${tolerance}`}${unit === '' ? '' : ` ${unit}`}`;
    }
    case 'text':
      return solution.accepted.join(' / ');
    case 'spot':
    case 'target':
      // Places on the picture, which have no words of their own.
      return '';
  }
}

function answerText(
  { shown, choices }: ReportQuestion,
  [, value, , , , , x, y]: ReportAnswer,
  words: SheetWords,
): Cell {
  if (value === AWAY) return words.away;
  if (value === NOT_MOVED) return words.notMoved;
  if (shown === null) return value;
  if ('ruler' in shown) return valueOf(value, shown.ruler);
  // Without names nobody's place is told.
  if ('places' in shown && value === 0) return '';
  if ('places' in shown)
    return `${shown.places[value - 1]?.name ?? ''}${pointText(shown, [x, y])}`.trim();
  return value > choices ? words.noOpinion : choiceText(shown.choiceList, value);
}

/** The texts of somebody, and where they walked then. */
function writtenText(
  { shown }: ReportQuestion,
  [, value]: ReportAnswer,
  text: string,
  words: SheetWords,
): string {
  if (value === AWAY) return words.away;
  const zone = shown === null ? '' : choiceText(shown.choiceList, value);
  return zone === '' ? text : `${text} → ${zone}`.trim();
}

function choiceText(list: readonly { order: number; content: string }[], order: number): string {
  return list.find((choice) => choice.order === order)?.content ?? '';
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

/** On a map everybody's very place is their answer: across and down, in percent. */
function pointText({ kind }: Pick<ShownQuestion, 'kind'>, at: readonly number[]): string {
  if (!isMap(kind)) return '';
  return ` (${at.map((steps) => `${Math.round((100 * steps) / STEPS)} %`).join(', ')})`;
}
