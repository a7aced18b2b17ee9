import type { Choice } from '../protocol/events.js';
import type { ChoiceOrder, Crowd } from '../protocol/room-options.js';
import type { ShownQuestion, Solution } from '../protocol/question.js';
import { newPictureId } from './pictures.js';
import { SCALE_RULER } from './kinds/ruler.js';
import { worthOf, type Question } from './quiz-set.js';
import { sample, type Random } from './random.js';
import type { DrawnQuestion, RoomState } from './room-state.js';
import { isYesOrNo } from './yes-or-no.js';

/** What of a room decides how a question is asked. */
interface Asking {
  choiceOrder: ChoiceOrder;
  crowd: Crowd;
}

/** The choices of an `ox` question, which every language reads. */
const OX = ['O', 'X'] as const;

/** A question as it is asked: with its choices in the order that everybody sees (R4.4, R4.11). */
export function drawQuestion(
  question: Question,
  { choiceOrder, crowd }: Asking,
  random: Random,
): DrawnQuestion {
  const { quiz, explanation, limitTime } = question;
  const image = question.image && { id: newPictureId(random), alt: question.image.alt };
  const drawn = drawFloor(question, choiceOrder, random);
  return {
    shown: {
      quiz,
      ...drawn.shown,
      ...(image && { image }),
      ...('points' in question ? worthOf(question) : {}),
      ...(isBlind(question, crowd) ? { blind: true } : {}),
    },
    solution: drawn.solution,
    ...(question.image && { picture: question.image.id }),
    ...(explanation === undefined ? {} : { explanation }),
    limitTime,
  };
}

/** Copying is exact on a ruler or a picture, so these are blind unless their author says otherwise (R16.3). */
function isBlind({ kind, blind }: Question, crowd: Crowd): boolean {
  const isOfRoom = kind === 'choice' || kind === 'ox';
  return blind ?? (isOfRoom ? crowd === 'blind' : true);
}

/** Without what all kinds have; spread over each member of the union. */
type Bare<Q> = Q extends unknown ? Omit<Q, 'quiz'> : never;

function drawFloor(
  question: Question,
  choiceOrder: ChoiceOrder,
  random: Random,
): { shown: Bare<ShownQuestion>; solution: Solution | null } {
  switch (question.kind) {
    case 'choice': {
      const { kind, choices, answers, fixedOrder = false } = question;
      const isKept = fixedOrder || choiceOrder === 'written' || isYesOrNo(choices);
      const written = [...choices.keys()];
      const order = isKept ? written : sample(random, written);
      const rights = answers.map((answer) => order.indexOf(answer) + 1).sort((a, b) => a - b);
      const several = rights.length > 1 ? { rightCount: rights.length } : {};
      const choiceList = listOf(order.map((choice) => choices[choice] as string));
      return { shown: { kind, choiceList, ...several }, solution: { kind, rights } };
    }
    case 'ox': {
      const { kind, answer } = question;
      const solution = { kind: 'choice', rights: [OX.indexOf(answer) + 1] } as const;
      return { shown: { kind, choiceList: listOf(OX) }, solution };
    }
    case 'number': {
      const { kind, min, max, step, unit, answer, tolerance } = question;
      const ruler = { min, max, step, ...(unit === undefined ? {} : { unit }) };
      return { shown: { kind, choiceList: [], ruler }, solution: { kind, answer, tolerance } };
    }
    case 'spot': {
      const { kind, image, whole, targets } = question;
      // An author writes the right places first.
      const places = sample(random, question.places);
      const shown = { kind, choiceList: [], image, ...(whole && { whole }), places };
      return { shown, solution: { kind, targets } };
    }
    case 'poll': {
      const { kind, choices } = question;
      return { shown: { kind, choiceList: listOf(choices) }, solution: null };
    }
    case 'scale': {
      const { kind, from, to } = question;
      const ruler = { ...SCALE_RULER, labels: [from, to] as const };
      return { shown: { kind, choiceList: [], ruler }, solution: null };
    }
  }
}

function listOf(contents: readonly string[]): Choice[] {
  return contents.map((content, index) => ({ order: index + 1, content }));
}

/** The questions of a game as they were shown, up to the last one that was judged. */
export function askedIn({ game, judged }: Pick<RoomState, 'game' | 'judged'>): ShownQuestion[] {
  const count = (judged.at(-1)?.index ?? -1) + 1;
  return (game?.questions ?? []).slice(0, count).map(({ shown }) => shown);
}
