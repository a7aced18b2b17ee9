/** The phase of a room: one value, replaced as a whole by each transition (R4). */
import type { PhasePayload } from '../protocol/events.js';
import { nameKey, nameOf } from '../protocol/judged-name.js';
import {
  writingOf,
  type Act,
  type PartSolution,
  type QuestionPayload,
  type ShownQuestion,
  type Solution,
  type Summary,
} from '../protocol/question.js';
import type {
  LeagueResult,
  Mark,
  PartReveal,
  ResultRow,
  ResultsPayload,
  RevealPayload,
} from '../protocol/scores.js';
import type { ClaimCode } from '../protocol/cockpit.js';
import type { TeamFigure, TeamResult } from '../protocol/teams.js';
import type { ShownItem } from '../protocol/programme.js';
import type { Final, RevealBeat } from '../protocol/show.js';
import {
  inEach,
  type InLanguages,
  type SetLanguage,
  type Texts,
} from '../protocol/set-languages.js';
import type { QuestionTexts } from '../protocol/row-texts.js';
import { formOf } from './kinds/spelling.js';
import type { Clock } from './shared/clock.js';

/** The texts that a reveal tells in further languages: the explanation, and the right spellings in each. */
export type RevealTexts = Readonly<
  Record<SetLanguage, Pick<QuestionTexts, 'explanation' | 'accepted'>>
>;

/** What the host has made of a question that was judged (R4.9). */
export interface Correction {
  solution: PartSolution | null;
  isVoid: boolean;
  nearest?: true;
}

export interface LobbyPhase {
  kind: 'lobby';
  version: number;
  /** Of the game before, where there was one; they stay visible. */
  results: ResultRow[] | null;
  /** There with the results of a game: the codes of those on the podium, which they and the hosts are told (R6.14). */
  claims?: readonly ClaimCode[];
  /** The first of the ghosts' league of that game, where there are any (R14.1). */
  league?: LeagueResult[];
  /** Beside the results, where it was played in teams. */
  teams?: TeamResult[];
  /** What was asked in that game, in its order, as far as it came (R17.3). */
  asked?: readonly ShownQuestion[];
  /** How many questions of that game were dropped, from which its next round counts on; absent where there were none. */
  drops?: number;
  /** How the end of that game is shown (R19.5). */
  final?: Final;
  /** There once it has been shown (R19.5). */
  isFinalOver?: true;
  /** There while an item of the programme is on, before its first round or after its last one (R27.2). */
  item?: ItemOn;
}

export interface CountdownPhase {
  kind: 'countdown';
  version: number;
  count: number;
  clock: Clock;
}

/** A question within its round, and in the evening. */
interface OfQuestion {
  /** From 0, in its round. */
  index: number;
  /** How many questions its round has. */
  count: number;
  /** Number of the first question of its round, from 0, in the evening. */
  first: number;
  /** How many questions of the evening were dropped before this one (R4.8). */
  drops: number;
  /** The part that is open, or was last, from 0, of a question with several (R16.19). */
  part?: number;
}

/** The choices appear at `clock.startTime`; before it is get-ready. Holds no answer. */
export interface QuestionPhase extends OfQuestion {
  kind: 'question';
  version: number;
  /** When get-ready began, store epoch ms; a pause moves it nowhere. */
  readyAt: number;
  question: ShownQuestion;
  /** Of a blind question, where everybody stood when it was asked, which is all that others see of them; else null. */
  places: readonly Place[] | null;
  /** Players to whom a correction has given a life back since; they play from the next question on (R4.9). */
  revived: readonly string[];
  /** There where people write first (R16.14). */
  act?: Act;
  /** In act 1 the forms of texts that become no zone (R16.16); absent where there are none. */
  struck?: readonly string[];
  clock: Clock;
}

/** In steps. */
export type Place = readonly [slot: number, x: number, y: number];

export interface RevealPhase extends OfQuestion {
  kind: 'reveal';
  version: number;
  question: ShownQuestion;
  /** As the set says; null where nothing is right. Of several parts, that of the last one, as all here. */
  solution: PartSolution | null;
  summary: Summary;
  /** There where it had several. */
  parts?: readonly PartReveal[];
  /** There where nobody was right, and the nearest are (R16.4); `correction` has its own. */
  nearest?: true;
  explanation?: string;
  texts?: RevealTexts;
  /** Null as long as the answer stands as it was drawn. */
  correction: Correction | null;
  /** How it is shown (R19.2), from `clock.startTime`; all at once where there are none. */
  beats?: readonly RevealBeat[];
  /** Goes on when the host says so, and not at `clock.endTime` (R4.10). */
  waits: boolean;
  /** When the question was asked, for those who come in only now. */
  asked: Pick<Clock, 'startTime' | 'endTime'>;
  clock: Clock;
}

/** An item of the programme that is on, in a game and in the lobby alike (R27.2). */
export interface ItemOn {
  id: string;
  shown: ShownItem;
  /** Whether it stays until the host goes on; else it ends at `clock.endTime`. */
  waits: boolean;
  clock: Clock;
}

/** Between two rounds. */
export interface ItemPhase extends ItemOn {
  kind: 'item';
  version: number;
}

export type TimedPhase = CountdownPhase | QuestionPhase | RevealPhase | ItemPhase;
export type Phase = LobbyPhase | TimedPhase;

/** When the phase ends by itself, or null where it waits for the host. */
export function deadlineOf(phase: Phase): number | null {
  const timed = phase.kind === 'lobby' ? phase.item : phase;
  if (timed === undefined || timed.clock.pausedAt !== null || isWaiting(phase)) return null;
  return timed.clock.endTime;
}

/** Whether the phase, or the item of a lobby, goes on only when the host says so. */
export function isWaiting(phase: Phase): boolean {
  if (phase.kind === 'lobby') return phase.item?.waits ?? true;
  return (phase.kind === 'reveal' || phase.kind === 'item') && phase.waits;
}

/** The item of the programme that is on. */
export function itemOn(phase: Phase): ItemOn | undefined {
  if (phase.kind === 'item') return phase;
  return phase.kind === 'lobby' ? phase.item : undefined;
}

/** Whether a pause hides the game (R4.12): nobody is told what is asked, and nobody moves. */
export function isCurtained(phase: Phase): boolean {
  return phase.kind !== 'lobby' && phase.clock.curtain !== undefined;
}

/**
 * Names a question of a game for what is noted about it, through pauses and corrections; while people write, what is
 * noted then.
 */
export function entryKey(game: number, phase: OfQuestion & { act?: Act }): string {
  return `${game}.${nameKey(nameOf(phase))}${phase.act === 1 ? 'w' : ''}`;
}

/** Names all that is noted of the question up to now: while people walk to what was written, of both acts. */
export function entryKeys(game: number, phase: QuestionPhase): string[] {
  const key = entryKey(game, phase);
  return phase.act === 2 ? [key, entryKey(game, { ...phase, act: 1 })] : [key];
}

/** Whether people write now, or will when the question begins (R16.14). */
export function isWriting(phase: Phase): phase is QuestionPhase & { act: 1 } {
  return phase.kind === 'question' && phase.act === 1;
}

/** `game` is the number of the game that is played (`gameOf`). */
export function phasePayload(phase: Phase, game: number): PhasePayload {
  const { version, kind } = phase;
  const item = itemOn(phase);
  if (phase.kind === 'lobby')
    return {
      version,
      kind,
      index: 0,
      count: 0,
      startTime: item?.clock.startTime ?? 0,
      endTime: item?.clock.endTime ?? 0,
      ...(item && leftOf(item.clock)),
      ...(item && { item: item.id }),
      ...(item?.waits ? { waits: true as const } : {}),
    };
  const { startTime, endTime, curtain } = phase.clock;
  return {
    version,
    kind,
    index: 'index' in phase ? phase.index : 0,
    count: 'count' in phase ? phase.count : 0,
    startTime,
    endTime,
    ...leftOf(phase.clock),
    ...(curtain === undefined ? {} : { curtain: true as const }),
    ...(curtain?.break ? { break: curtain.break } : {}),
    ...(curtain?.awayMs === undefined ? {} : { awayMs: curtain.awayMs }),
    ...(isWaiting(phase) ? { waits: true as const } : {}),
    ...('drops' in phase && phase.drops > 0 ? { drops: phase.drops } : {}),
    ...('first' in phase && phase.first > 0 ? { first: phase.first } : {}),
    ...(item && { item: item.id }),
    ...('act' in phase && phase.act !== undefined ? { act: phase.act } : {}),
    ...('part' in phase && phase.part !== undefined ? { part: phase.part } : {}),
    ...('question' in phase && writingOf(phase.question.kind) !== undefined ? { game } : {}),
  };
}

/** How much is left of a clock that stands, in ms. */
function leftOf({ endTime, pausedAt }: Clock): { pausedLeftMs?: number } {
  return pausedAt === null ? {} : { pausedLeftMs: endTime - pausedAt };
}

export function questionPayload(phase: QuestionPhase | RevealPhase): QuestionPayload {
  const { startTime, endTime } = phase.kind === 'reveal' ? phase.asked : phase.clock;
  const told = inEach(phase.question, (question) => {
    const text = openText(question, phase.part);
    // A page that knows no parts reads what is asked now.
    const now = text && { quiz: `${question.quiz} ${text}`, title: question.quiz };
    return { ...question, ...now };
  });
  return { ...told, startTime, endTime };
}

/** The text of the open part of a question; undefined where it has none. */
function openText(question: ShownQuestion, part = 0): string | undefined {
  if ('parts' in question) return question.parts[part];
  return 'share' in question ? `${question.share}: ? %` : undefined;
}

export function revealPayload(
  phase: RevealPhase,
  players: Mark[],
  teams?: TeamFigure[],
): RevealPayload {
  const { correction, summary, parts, explanation, texts, beats } = phase;
  const { solution, nearest } = correction ?? phase;
  const rights = rightsOf(solution);
  const isTold = correction !== null || rights.length > 1;
  return {
    answer: rightsOf(phase.solution)[0] ?? 0,
    // Nothing is scored where nothing is right.
    players: phase.solution === null ? [] : players,
    ...(isTold && { rights: [...rights] }),
    ...(correction && { isVoid: correction.isVoid }),
    ...(teams && { teams }),
    ...(solution && { solution }),
    summary,
    ...(parts && { parts: [...parts] }),
    ...(nearest && { nearest }),
    ...(explanation === undefined ? {} : { explanation }),
    ...(texts && toldTexts(texts, solution)),
    ...(beats === undefined ? {} : { beats }),
  };
}

/** The same as everybody is told of it beside this solution; to be spread. */
export function toldTexts(texts: RevealTexts, solution: Solution | null): InLanguages {
  const told = Object.entries(texts).flatMap(([language, { explanation, accepted }]) => {
    const spelled = accepted && spelledFirst(solution, accepted);
    const inOther: Texts = {
      ...(explanation !== undefined && { explanation }),
      ...(spelled && { solution: { accepted: spelled } }),
    };
    return Object.keys(inOther).length === 0 ? [] : [[language, inOther] as const];
  });
  return told.length === 0 ? {} : { texts: Object.fromEntries(told) };
}

/**
 * The list of right spellings with the first of `own` that is right in the first place, and what stood there in its: so all
 * are there in each language. Undefined where that is so already.
 */
function spelledFirst(solution: Solution | null, own: readonly string[]): string[] | undefined {
  if (solution?.kind !== 'text') return undefined;
  const forms = solution.accepted.map(formOf);
  const [first] = own.filter((text) => forms.includes(formOf(text)));
  const at = first === undefined ? 0 : forms.indexOf(formOf(first));
  if (first === undefined || at === 0) return undefined;
  const between = Array.from({ length: at - 1 }, () => '');
  return [first, ...between, solution.accepted[0] ?? ''];
}

/** `order` of the right choices; none of a kind that has no choices. */
export function rightsOf(solution: Solution | null): readonly number[] {
  return solution?.kind === 'choice' ? solution.rights : [];
}

export function resultsPayload(
  { league = [], teams, final }: LobbyPhase,
  results: ResultRow[],
  hostId: string,
): ResultsPayload {
  return {
    hostId,
    results,
    ...(league.length > 0 && { league }),
    ...(teams && { teams }),
    ...(final && { final }),
  };
}
