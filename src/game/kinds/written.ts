/** Texts that people have written for a question (R16.15): who was right, and which are equal. */
import { GROUPS_TOLD, LEAST_SHARED } from '../../protocol/limits.js';
import { MASK } from '../../protocol/moderation.js';
import type { ShownQuestion, TextCount, WrittenSummary } from '../../protocol/question.js';
import { isGiven, type JudgedQuestion, type WrittenText } from '../shared/judged.js';
import type { Floor } from './floor.js';
import { formOf, meansRight } from './spelling.js';

/** Texts of one form. */
export interface TextGroup {
  form: string;
  /** As most have written it, of equally many the first in order. */
  text: string;
  /** Equal texts of one person count once. */
  count: number;
}

/** The largest group first. What muted people wrote counts where others wrote the same, and makes no group (R16.17). */
export function groupsOf(written: readonly WrittenText[]): TextGroup[] {
  const groups = new Map<string, Map<string, number>>();
  const hidden = new Map<string, number>();
  for (const [, , texts, isMuted] of written)
    for (const [form, text] of new Map(texts.map((text) => [formOf(text), text]))) {
      if (text.includes(MASK)) continue;
      if (isMuted) hidden.set(form, (hidden.get(form) ?? 0) + 1);
      else {
        const spellings = groups.get(form) ?? new Map<string, number>();
        groups.set(form, spellings.set(text, (spellings.get(text) ?? 0) + 1));
      }
    }
  return Array.from(groups, ([form, spellings]): TextGroup => {
    let [text, most, count] = ['', 0, hidden.get(form) ?? 0];
    for (const [one, times] of spellings) {
      count += times;
      if (times > most || (times === most && one < text)) [text, most] = [one, times];
    }
    return { form, text, count };
  }).sort((a, b) => b.count - a.count || (a.form < b.form ? -1 : 1));
}

type Judged = Pick<JudgedQuestion, 'solution' | 'written'>;

/** The writers of a question who were right, as long as its solution is the same. */
const knownWriters = new WeakMap<
  object,
  { solution: Judged['solution']; ms: Map<string, number> }
>();

/** The players who have written it right, and when, in ms as their answers have. Nobody where people do not write. */
export function rightWriters({ solution, written }: Judged): ReadonlyMap<string, number> {
  if (written === undefined || solution?.kind !== 'text') return new Map();
  const known = knownWriters.get(written);
  if (known?.solution === solution) return known.ms;
  const isRight = meansRight(solution);
  const ms = new Map<string, number>();
  for (const [playerId, at, texts, , hidden = []] of written.texts)
    if ([...shownForms(texts), ...hidden].some(isRight)) ms.set(playerId, at);
  knownWriters.set(written, { solution, ms });
  return ms;
}

/** The forms of texts; what is left around a mask has none. */
function shownForms(texts: readonly string[]): string[] {
  return texts.filter((text) => !text.includes(MASK)).map(formOf);
}

/** The zones in which what was written is right, from 1. */
export function rightZones(
  { texts = [] }: Extract<Floor, { choices: number }>,
  solution: Judged['solution'],
): number[] {
  if (solution?.kind !== 'text') return [];
  const isMeant = meansRight(solution);
  return texts.flatMap((text, index) => (isMeant(formOf(text)) ? index + 1 : []));
}

/** Sums up what those wrote for whom the question counted; undefined where people do not write. */
export function writtenSummary(
  question: Pick<JudgedQuestion, 'floor' | 'answers' | 'solution' | 'written'>,
): WrittenSummary | undefined {
  const { floor, answers, solution, written } = question;
  if (written === undefined || !('choices' in floor)) return undefined;
  if (written.told !== undefined) return written.told.summary;
  const texts = countedTexts(question);
  const zones = new Map((floor.texts ?? []).map((text, index) => [formOf(text), index]));
  const right = rightWriters(question);
  const [rightZone] = rightZones(floor, solution);
  const counts = Array.from({ length: floor.choices }, () => 0);
  let others = 0;
  for (const [playerId, , own] of texts) {
    const found = new Set(shownForms(own).flatMap((form) => zones.get(form) ?? []));
    if (found.size === 0 && right.has(playerId) && rightZone !== undefined)
      found.add(rightZone - 1);
    for (const zone of found) counts[zone] = (counts[zone] ?? 0) + 1;
    if (found.size === 0) others++;
  }
  return {
    counts,
    others,
    silent: answers.filter(isGiven).length - texts.length,
  };
}

/** The texts of those for whom the question counted. */
function countedTexts({
  answers,
  written,
}: Pick<JudgedQuestion, 'answers' | 'written'>): readonly WrittenText[] {
  const counted = new Set(answers.filter(isGiven).map(([playerId]) => playerId));
  return written?.texts.filter(([playerId]) => counted.has(playerId)) ?? [];
}

/** All that those wrote for whom the question counted, but for what was struck (R16.16). */
export function toldGroups(question: Pick<JudgedQuestion, 'answers' | 'written'>): TextCount[] {
  if (question.written?.told !== undefined) return [...question.written.told.groups];
  const struck = new Set(question.written?.struck);
  return countsOf(groupsOf(countedTexts(question)).filter(({ form }) => !struck.has(form)));
}

/** The `wrongTexts` of a question: they are dear to compute again for each cockpit. */
const knownWrong = new WeakMap<object, TextCount[]>();

/** The texts that were not right, for who may accept them yet; undefined where people do not write. */
export function wrongTexts(
  question: Pick<JudgedQuestion, 'answers' | 'solution' | 'written'>,
): TextCount[] | undefined {
  const { solution, written } = question;
  if (written === undefined || solution?.kind !== 'text') return undefined;
  const known = knownWrong.get(question);
  if (known !== undefined) return known;
  const isMeant = meansRight(solution);
  const groups = groupsOf(countedTexts(question)).filter(({ form }) => !isMeant(form));
  const wrong = countsOf(groups.slice(0, GROUPS_TOLD));
  knownWrong.set(question, wrong);
  return wrong;
}

function countsOf(groups: readonly TextGroup[]): TextCount[] {
  return groups.map(({ text, count }): TextCount => [text, count]);
}

/** Texts that may be told without their authors: a text of one person may tell whose it is (R17.6). */
export function writtenBySeveral(groups: readonly TextCount[]): TextCount[] {
  return groups.filter(([, count]) => count >= LEAST_SHARED);
}

/** Tells by the size of a zone, which is how many have written its text, whether it was one person alone. */
const isLone = (sizes: readonly number[], index: number): boolean =>
  (sizes[index] ?? 0) < LEAST_SHARED;

/**
 * Takes out the text of a zone that one person alone has written (R17.6). The zone stays, as people stood in it. In zones
 * without sizes stands what is right, or what several have written.
 */
export function withoutLoneZones(shown: ShownQuestion): ShownQuestion {
  if (!('sizes' in shown)) return shown;
  const { sizes } = shown;
  const choiceList = shown.choiceList.map((choice, index) =>
    isLone(sizes, index) ? { ...choice, content: '' } : choice,
  );
  return { ...shown, choiceList };
}

/** The same of the floor on which they stood. */
export function withoutLoneTexts(floor: Floor): Floor {
  if (!('texts' in floor) || floor.texts === undefined || floor.sizes === undefined) return floor;
  const { texts, sizes } = floor;
  return { ...floor, texts: texts.map((text, index) => (isLone(sizes, index) ? '' : text)) };
}

/** By question, as it takes long where thousands have written. */
const knownForgotten = new WeakMap<object, JudgedQuestion>();

/**
 * The question without who has written what, for good (R17.6): who was right keeps the accepted spelling that they meant, as
 * scores follow from it, and of what is not right the groups stay that several people wrote.
 */
export function withoutAuthors(question: JudgedQuestion): JudgedQuestion {
  const { written } = question;
  if (written === undefined) return question;
  const floor = withoutLoneTexts(question.floor);
  if (written.told !== undefined) return { ...question, floor };
  const summary = writtenSummary(question);
  if (summary === undefined) return question;
  let forgotten = knownForgotten.get(question);
  if (forgotten === undefined) {
    const { limitMs } = written;
    const spellingOf = acceptedBy(question.solution);
    const texts = written.texts.map(([playerId, ms, own, , hidden = []]): WrittenText => {
      const [right] = [...shownForms(own), ...hidden].flatMap((form) => spellingOf(form) ?? []);
      return [playerId, ms, right === undefined ? [] : [right]];
    });
    const told = { summary, groups: writtenBySeveral(toldGroups(question)) };
    forgotten = { ...question, floor, written: { limitMs, texts, told } };
    knownForgotten.set(question, forgotten);
  }
  return forgotten;
}

/** Tells of a form which accepted spelling it means; undefined where it is not right. */
function acceptedBy(solution: Judged['solution']): (form: string) => string | undefined {
  if (solution?.kind !== 'text') return () => undefined;
  const isRight = meansRight(solution);
  const spellings = solution.accepted.map((text) => {
    return { text, isMeant: meansRight({ ...solution, accepted: [text] }) };
  });
  return (form) =>
    isRight(form) ? spellings.find(({ isMeant }) => isMeant(form))?.text : undefined;
}
