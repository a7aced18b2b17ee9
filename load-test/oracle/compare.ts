/** What was told, held against what the rules give. */
import type { Mark, ResultRow, TeamFigure } from '../../src/protocol/index.js';
import type { Place } from './floor.js';
import {
  bonusOf,
  earlyPoints,
  isIn,
  newcomer,
  ranksOf,
  standingsOf,
  sum,
  teamFiguresOf,
  type Judged,
  type Range,
  type Rules,
  type Standing,
} from './judge.js';
import type { OraclePlayer } from './player.js';

export interface Person {
  player: OraclePlayer;
  id: string;
  /** Where they stood when they came. */
  from: Place;
  /** The first question that counts for them. */
  playsFrom: number;
  isAlive: boolean;
  /** Back by a correction in a question that is open (R4.9). */
  sitsOut: boolean;
  hasExtraTime: boolean;
}

type Known = Pick<Person, 'id' | 'isAlive'>;

export function marksFaults(
  judged: readonly Judged[],
  people: readonly Known[],
  rules: Rules,
  marks: readonly Mark[],
  moment: 'judged' | 'corrected',
): string[] {
  const standings = standingsOf(judged, rules);
  const all = people.map(({ id }) => standings.get(id) ?? newcomer());
  const ranks = ranksOf(all, rules, false);
  const told = new Map(marks.map((mark) => [mark.playerId, mark]));
  const faults: string[] = [];
  if (told.size !== people.length) faults.push(`${told.size} marks of ${people.length} players`);
  people.forEach(({ id, isAlive: isKnownAlive }, i) => {
    const mark = told.get(id);
    const { score, last, fellIn } = all[i] as Standing;
    const rank = ranks[i] as Range;
    if (mark === undefined) return void faults.push(`${id} has no mark`);
    const isAlive =
      rules.gameMode === 'RANKING' ||
      (moment === 'corrected' || fellIn === -1 ? isKnownAlive : fellIn === null);
    const wrong = [
      mark.isAnswer !== last.isAnswer && `is right: ${mark.isAnswer}, not ${last.isAnswer}`,
      mark.played !== last.played && `played: ${mark.played}, not ${last.played}`,
      !isIn(mark.gain, last.gain) && `gain ${mark.gain}, not ${last.gain.join(' to ')}`,
      !isIn(mark.score, score) && `score ${mark.score}, not ${score.join(' to ')}`,
      !isIn(mark.rank, rank) && `rank ${mark.rank}, not ${rank.join(' to ')}`,
      mark.isAlive !== isAlive && `alive: ${mark.isAlive}, not ${isAlive}`,
    ];
    for (const what of wrong) if (what !== false) faults.push(`${id} ${what}`);
  });
  return faults;
}

/** The question with what its marks tell of times: of all that were possible, those that give these points. */
export function narrowed(
  before: readonly Judged[],
  question: Judged,
  rules: Rules,
  marks: readonly Mark[],
): Judged {
  if (rules.scoring !== 'early' || rules.gameMode !== 'RANKING' || question.points === 0)
    return question;
  const told = new Map(marks.map((mark) => [mark.playerId, mark]));
  const standings = standingsOf([...before, question], rules);
  const given = question.given.map((one) => {
    const mark = told.get(one.player);
    if (one.as !== 'plays' || mark?.isAnswer !== true) return one;
    const streak = standings.get(one.player)?.streak ?? 0;
    const points = (mark.gain - bonusOf(rules.isBlindRoom, streak)) / question.points;
    let [least, most] = one.ms;
    while (least < most && earlyPoints(least, question) > points) least++;
    while (most > least && earlyPoints(most, question) < points) most--;
    return { ...one, ms: [least, most] as const };
  });
  return { ...question, given };
}

export function teamFaults(
  judged: readonly Judged[],
  rules: Rules,
  told: readonly TeamFigure[] | undefined,
  teams: 'none' | 'dealt',
): string[] {
  if (teams === 'none') return told === undefined ? [] : ['teams are told where there are none'];
  const expected = teamFiguresOf(judged, rules);
  if (expected === undefined) return [];
  const plain = (told ?? []).map(({ team, figure, rank }) => ({ team, figure, rank }));
  return JSON.stringify(plain) === JSON.stringify(expected)
    ? []
    : [`teams ${JSON.stringify(plain)}, not ${JSON.stringify(expected)}`];
}

export function resultsFaults(
  judged: readonly Judged[],
  people: readonly Known[],
  rules: Rules,
  rows: readonly ResultRow[],
): string[] {
  const standings = standingsOf(judged, rules);
  const faults: string[] = [];
  if (rows.length !== people.length) faults.push(`${rows.length} rows of ${people.length} players`);
  const told = rows.map((row) => {
    const known = standings.get(row.playerId) ?? newcomer();
    const rights = known.rights + known.ghostRights;
    const ms = sum(known.rightMs, known.ghostMs);
    const { score, rights: toldRights = rights, rightMs = ms[0] } = row;
    if (!isIn(score, known.score))
      faults.push(`${row.playerId} score ${score}, not ${known.score.join(' to ')}`);
    if (toldRights !== rights) faults.push(`${row.playerId} rights ${toldRights}, not ${rights}`);
    if (!isIn(rightMs, ms)) faults.push(`${row.playerId} time ${rightMs}, not ${ms.join(' to ')}`);
    const exact = (value: number): Range => [value, value];
    // What was told of times settles who is ahead.
    return {
      ...known,
      score: exact(score),
      rights,
      rightMs: exact(rightMs),
      ghostRights: 0,
      ghostMs: exact(0),
    };
  });
  ranksOf(told, rules, true).forEach((range, i) => {
    const { playerId, rank } = rows[i] as ResultRow;
    if (!isIn(rank, range)) faults.push(`${playerId} rank ${rank}, not ${range.join(' to ')}`);
  });
  return faults;
}

/** Whether ghosts come back as told (R14.2). */
export function isRevivalDue(
  judged: readonly Judged[],
  people: readonly Known[],
  rules: Rules,
  {
    told,
    left,
    starters,
    isOn,
    isQuiet,
  }: {
    told: readonly string[];
    /** How many questions that are scored are still to come. */
    left: number;
    starters: number;
    isOn: boolean;
    isQuiet: boolean;
  },
): { isAllowed: boolean; why: string } {
  const living = people.filter(({ isAlive }) => isAlive).length;
  const isFirst = judged.every(({ revives }) => revives.length === 0);
  const isDue =
    isOn &&
    rules.gameMode === 'SURVIVAL' &&
    isFirst &&
    left >= 4 &&
    living <= Math.max(Math.floor(starters / 5), 3);
  const standings = standingsOf(judged, rules);
  const ghosts = people.filter(
    ({ id, isAlive }) => !isAlive && (standings.get(id)?.fellIn ?? -1) !== -1,
  );
  const places = Math.max(Math.floor((2 * starters) / 5) - living, 0);
  const most = isDue ? Math.min(places, ghosts.length) : 0;
  const why = `${most} of ${ghosts.length} ghosts should come back, ${left} questions are left`;
  // Who is away just then does not come back, and has to be back by then.
  if (told.length > most || (isQuiet && told.length < most)) return { isAllowed: false, why };
  const rightsOf = (id: string): number => standings.get(id)?.leagueRights ?? 0;
  const least = Math.min(...told.map(rightsOf));
  const isFair = ghosts.every(({ id }) => told.includes(id) || !isQuiet || rightsOf(id) <= least);
  const areGhosts = told.every((id) => ghosts.some((ghost) => ghost.id === id));
  return { isAllowed: areGhosts && (told.length === 0 || isFair), why };
}
