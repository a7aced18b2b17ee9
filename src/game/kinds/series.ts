/** Questions of several parts, each of which has a bell and is judged by itself (R16.19, R16.22). */
import { GUESS_TOLERANCE, LEAST_GUESSED_OF } from '../../protocol/limits.js';
import type {
  PartSolution,
  RightNumber,
  Ruler,
  ShownGuess,
  ShownQuestion,
  Solution,
} from '../../protocol/question.js';
import { inEach } from '../../protocol/set-languages.js';
import type { JudgedQuestion } from '../shared/judged.js';
import { countsOf } from './summary.js';

const PERCENT: Ruler = { min: 0, max: 100, step: 1, unit: '%' };

/** How many parts a question has; 1 where it is asked as a whole. */
export function partsOf(shown: ShownQuestion): number {
  if ('parts' in shown) return shown.count;
  return 'choice' in shown ? 2 : 1;
}

/** The question as it is asked in this part, from 0, of the whole of it. */
export function partShown(whole: ShownQuestion, part: number): ShownQuestion {
  return inEach(whole, (shown): ShownQuestion => {
    if ('parts' in shown) {
      // To find the place of one thing, people have to know all.
      const told = shown.kind === 'order' ? shown.count : part + 1;
      return { ...shown, parts: shown.parts.slice(0, told) };
    }
    return 'choice' in shown ? guessShown(shown, part) : shown;
  });
}

/** The same without the texts of its other parts, so that all parts together are not told as often as there are parts. */
export function partAlone(whole: ShownQuestion, part: number): ShownQuestion {
  if (!('parts' in whole)) return partShown(whole, part);
  return inEach(whole, (shown): ShownQuestion => {
    return { ...shown, parts: shown.parts.map((text, n) => (n === part ? text : '')) };
  });
}

function guessShown(
  { kind: _kind, choice, points, ...rest }: ShownGuess,
  part: number,
): ShownQuestion {
  if (part === 0) return { ...rest, kind: 'poll' };
  const polled = rest.choiceList.map(({ content }) => content);
  const share = polled[choice - 1] ?? '';
  const worth = points === undefined ? {} : { points };
  return { ...rest, ...worth, kind: 'number', choiceList: [], ruler: PERCENT, share, polled };
}

/** Its solution in this part; null where nothing is right. */
export function partSolution(solution: Solution | null, part: number): PartSolution | null {
  return solution?.kind === 'parts' ? (solution.parts[part] ?? null) : solution;
}

/** The share of those who have chosen something in the poll that is guessed, in whole percent; undefined where too few have. */
function guessedShare(
  { choice }: ShownGuess,
  poll: Pick<JudgedQuestion, 'floor' | 'answers'>,
): RightNumber | undefined {
  const values = poll.answers.flatMap(([, value, , played]) => (played === 1 ? value : []));
  // Those on the strip have no opinion.
  const counts = countsOf(poll.floor, values).slice(0, -1);
  const people = counts.reduce((sum, count) => sum + count, 0);
  if (people < LEAST_GUESSED_OF) return undefined;
  const answer = Math.round((100 * (counts[choice - 1] ?? 0)) / people);
  return { kind: 'number', answer, tolerance: GUESS_TOLERANCE };
}

/** A question as it was drawn, which pages know nothing else of. */
interface Drawn {
  shown: ShownQuestion;
  solution: Solution | null;
}

/** The question after the bell of a part, as it goes on; undefined where that was its last part. */
export function afterPart<D extends Drawn>(drawn: D, judged: JudgedQuestion): D | undefined {
  const { shown } = drawn;
  if (judged.part + 1 >= partsOf(shown)) return undefined;
  if (!('choice' in shown)) return drawn;
  const share = guessedShare(shown, judged);
  return share && { ...drawn, solution: { kind: 'parts', parts: [null, share] } };
}
