/** What is said of a question that is no choice, on pages and by screen readers. */
import { worthAt } from '../../game/kinds/on-map.js';
import { rightText } from '../../game/kinds/spelling.js';
import { toSteps } from '../../protocol/position.js';
import {
  KINDS,
  isOpinion,
  isSeries,
  writingOf,
  type ShownOnPicture,
  type ShownQuestion,
  type StoodSummary,
  type Summary,
  type Target,
  type Writing,
} from '../../protocol/question.js';
import type { RevealPayload } from '../../protocol/scores.js';
import { i18n } from '../i18n/language.svelte.js';
import { solutionText, targetName, valueText } from './answer-texts.js';
import { measureText, numberText } from './format.js';
import type { RoomState } from '../room/room-state.svelte.js';
import type { Point } from '../room/zones.js';
import { isOx } from './floors.js';
import { partRows, partSaid, rowText } from './parts/part-rows.js';
import type { PartRoom } from './parts/part-now.js';
import { rightsIn } from './rights-in.js';
import { isUnwalked, writersIn, writtenIn } from './writing/written-summary.js';
import { ownTexts } from './writing/own-writing.js';

const words = () => i18n.game.kind;

/** The line of a phone below the question while it is asked, and at its reveal. */
export function lineText(room: OwnRoom): string {
  const { question, reveal } = room;
  if (question === null) return '';
  // A list tells of each part.
  if (reveal && isSeries(question.kind)) return '';
  if (reveal)
    return revealLine(room, question, reveal, false) || summaryText(question, reveal.summary);
  if (room.kind !== 'question' || room.phase?.act !== 2) return '';
  const w = i18n.game.write;
  const texts = ownTexts(room);
  return texts.length > 0 ? w.wrote({ texts: texts.join(', ') }) : w.nothing;
}

/** The parts of a reveal that a screen reader tells. */
export function revealText(room: OwnRoom): string[] {
  const { question, reveal } = room;
  if (question === null || !reveal) return [];
  if (reveal.parts) return partRows(room).map((row) => rowText(question, row));
  return [revealLine(room, question, reveal, true), summaryText(question, reveal.summary)];
}

type OwnRoom = Pick<
  RoomState,
  | 'question'
  | 'reveal'
  | 'bell'
  | 'beat'
  | 'ownValue'
  | 'ownPlace'
  | 'phase'
  | 'kind'
  | 'gameId'
  | 'games'
  | 'ownWritten'
  | 'outcome'
  | 'hasPoints'
>;

function revealLine(
  room: OwnRoom,
  question: ShownQuestion,
  reveal: RevealPayload,
  isSpoken: boolean,
): string {
  if (writingOf(question.kind) !== undefined) return writtenText(room, reveal, ownTexts(room));
  return ownText(question, reveal, room, isSpoken);
}

/** The texts that somebody has written beside what is right, and whether they were right by it (R16.15). */
function writtenText(
  { outcome, hasPoints }: Pick<RoomState, 'outcome' | 'hasPoints'>,
  { solution }: Pick<RevealPayload, 'solution'>,
  texts: readonly string[],
): string {
  const w = i18n.game.write;
  const isRight = outcome === 'right';
  const isText = solution?.kind === 'text';
  const hasWritten = texts.some(rightText(solution));
  const right = isText ? (solution.accepted[0] ?? '') : '';
  const own = texts.join(', ');
  return [
    isText ? words().answer({ text: right }) : '',
    own === '' || own === right ? '' : w.wrote({ texts: own }),
    isText && isRight && texts.length > 0
      ? hasWritten
        ? w.byWriting
        : w.byWalking({ isHalf: hasPoints })
      : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** The right answer of a question for which people wrote, and how many were right in which way; undefined for others. */
export function writtenTally(
  room: PartRoom,
  right: number,
): { text: string; tally: string } | undefined {
  const { solution, summary } = room.reveal ?? {};
  if (solution?.kind !== 'text') return undefined;
  const w = i18n.game.write;
  const [text = ''] = solution.accepted;
  const counts = writtenIn(summary)?.counts ?? [];
  const zones = rightsIn(room) ?? [];
  const wrote = zones.reduce((sum, zone) => sum + (counts[zone - 1] ?? 0), 0);
  if (isUnwalked(summary)) return { text, tally: w.wroteIt({ count: wrote }) };
  return { text, tally: w.tally({ wrote, walked: Math.max(0, right - wrote) }) };
}

/** Says which answer is right, and the own one where that is another. */
export function ownText(
  question: ShownQuestion,
  { solution, nearest }: RevealPayload,
  { ownValue, ownPlace }: Pick<OwnRoom, 'ownValue' | 'ownPlace'>,
  isSpoken: boolean,
): string {
  const t = words();
  const target = solution?.kind === 'target' ? solution.target : undefined;
  // The ninth of a map in which something lies says little to who sees the circles on it.
  const isNamed = isSpoken || target === undefined || targetName(question, target) !== '';
  const right = isNamed ? solutionText(question, solution) : '';
  const own = isNamed && ownValue !== undefined ? valueText(question, ownValue) : '';
  return [
    right === '' ? '' : t.answer({ text: right }),
    own === '' || own === right ? '' : t.yourAnswer({ text: own }),
    target && ownPlace ? worthText(ownPlace, target) : '',
    nearest ? t.nearest : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** Names the circle of a target in which a player stands, and the part of an answer that it is worth (R16.24). */
function worthText({ x, y }: Point, target: Target): string {
  const m = i18n.game.map.circle;
  const { own, whole } = worthAt([toSteps(x), toSteps(y)], target);
  if (own === whole) return m.inner;
  return own === 0 ? m.none : m.outer({ percent: Math.floor((100 * own) / whole) });
}

/** How many answered, and what came of it where that is one number. */
export function summaryText(question: ShownQuestion, summary: Summary | undefined): string {
  if (summary === undefined) return '';
  const t = words();
  const parts = [answeredText(summary)];
  if (summary.kind === 'number' && summary.median !== null && 'ruler' in question)
    parts.unshift(t.median({ text: measureText(summary.median, question.ruler) }));
  if (summary.kind === 'scale' && summary.mean !== null)
    parts.unshift(
      `${t.mean({ text: numberText(summary.mean) })} ${t.spread({ text: numberText(summary.spread ?? 0) })}`,
    );
  if ('stood' in summary && summary.stood && 'places' in question && isOpinion(question))
    parts.unshift(...clusterTexts(question, summary.stood));
  return parts.join(' · ');
}

/** The largest clusters in order, each with the nearest named place or else its number. */
export function clusterTexts(
  { places }: Pick<ShownOnPicture, 'places'>,
  { clusters }: StoodSummary,
): string[] {
  const w = i18n.game.map;
  return clusters.map(({ count, place = 0 }, n) =>
    w.cluster({ name: places[place - 1]?.name ?? w.numbered({ number: n + 1 }), count }),
  );
}

/** How many answered, and how many did not where that is no answer. */
export function answeredText(summary: Summary | undefined): string {
  if (summary === undefined) return '';
  const t = words();
  if (writtenIn(summary) && (isOpinion(summary) || isUnwalked(summary)))
    return i18n.game.write.writers({ count: writersIn(summary) });
  const counts = summary.counts.map((count) => (typeof count === 'number' ? count : count[1]));
  const answered = t.answered({ count: counts.reduce((sum, count) => sum + count, 0) });
  return 'unmoved' in summary && summary.unmoved
    ? `${answered} · ${t.unmoved({ count: summary.unmoved })}`
    : answered;
}

/** Says what there is to answer with, when it appears; from the second part on, only what is new. */
export function askedText(question: ShownQuestion, phase?: RoomState['phase']): string {
  if (phase?.part === undefined) return answersText(question);
  const said = partSaid(question, phase);
  // The second part of a guess is answered on another floor.
  if (phase.part > 0 && 'parts' in question) return said;
  return [said, answersText(question)].join(' · ');
}

function answersText(question: ShownQuestion): string {
  const t = words();
  if ('ruler' in question) {
    const { ruler } = question;
    if (ruler.labels) return t.ends({ from: ruler.labels[0], to: ruler.labels[1] });
    return t.range({ from: measureText(ruler.min, ruler), to: measureText(ruler.max, ruler) });
  }
  if ('places' in question) {
    const named = question.places.map(({ name }, index) =>
      i18n.t.choice({ order: index + 1, content: name }),
    );
    return [question.image.alt, ...named].join('. ');
  }
  const writing = writingOf(question.kind);
  if (writing !== undefined) return askedOfWriting(question, writing);
  const contents = question.choiceList.map(({ content, image }) =>
    image && image.alt !== content ? `${content}: ${image.alt}` : content,
  );
  // O and X need no numbers.
  if (isOx(question.kind)) return contents.join(', ');
  const numbered = contents.map((content, index) => i18n.t.choice({ order: index + 1, content }));
  const hasStrip = KINDS[question.kind].floor === 'strip';
  return [...numbered, ...(hasStrip ? [t.noOpinion] : [])].join('. ');
}

function askedOfWriting({ kind, choiceList }: ShownQuestion, { graphemes, most }: Writing): string {
  const w = i18n.game.write;
  const key = isOpinion({ kind }) ? 'words' : 'typed';
  if (choiceList.length === 0) return `${w.asked[key]} ${w.most({ graphemes, texts: most })}`;
  const zones = choiceList.map(({ order, content }) => i18n.t.choice({ order, content }));
  return [w.walk[key], ...zones].join(' ');
}

/** Where somebody has come to stand. */
export function standingText(question: ShownQuestion, value: number): string {
  const { standing } = words();
  // While people write, nobody stands anywhere.
  if (value === 0 && writingOf(question.kind)) return '';
  const text = valueText(question, value);
  if ('ruler' in question) return standing.value({ text });
  if ('places' in question && question.places.length === 0)
    return i18n.game.map.standing({ part: text });
  return 'places' in question ? standing.place({ name: text }) : standing.zone({ text });
}

/** How the arena of a question is walked with keys. */
export function keysText(question: ShownQuestion): string {
  const { keys } = words();
  if ('ruler' in question) return keys.ruler;
  if ('places' in question) return question.places.length > 0 ? keys.spot : i18n.game.map.keys;
  if (writingOf(question.kind))
    return i18n.game.write[question.choiceList.length === 0 ? 'keys' : 'walkKeys'];
  return isOx(question.kind) ? keys.ox : keys.poll;
}
