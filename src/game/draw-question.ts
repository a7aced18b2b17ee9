import type { ChoiceOrder, Crowd } from '../protocol/room-options.js';
import { KINDS, type ShownQuestion } from '../protocol/question.js';
import { newPictureId } from './pictures.js';
import { FLOORS } from './kinds/floor.js';
import { ownRules } from './kinds/own/own-rules.js';
import { worthOf, type Question } from './shared/quiz-set.js';
import type { Random } from './shared/random.js';
import type { DrawnQuestion, RoomState } from './room-state.js';

/** The part of a room that decides how a question is asked. */
interface Asking {
  choiceOrder: ChoiceOrder;
  crowd: Crowd;
}

/** A question as it is asked: with its choices in the order that everybody sees (R4.4, R4.11). */
export function drawQuestion(
  question: Question,
  { choiceOrder, crowd }: Asking,
  random: Random,
): DrawnQuestion {
  const { quiz, explanation, limitTime } = question;
  const image = question.image && { id: newPictureId(random), alt: question.image.alt };
  const drawn = ownRules(question.kind).draw(question, choiceOrder, random);
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

function isBlind({ kind, blind }: Question, crowd: Crowd): boolean {
  return blind ?? (FLOORS[KINDS[kind].floor].isBlind || crowd === 'blind');
}

/** The questions of a game as they were shown, up to the last one that was judged. */
export function askedIn({ game, judged }: Pick<RoomState, 'game' | 'judged'>): ShownQuestion[] {
  const count = (judged.at(-1)?.question ?? -1) + 1;
  return (game?.questions ?? []).slice(0, count).map(({ shown }) => shown);
}
