import { answerTime, type AnswerTime } from '../protocol/answer-time.js';
import { imagesOf, withImages } from '../protocol/images.js';
import { MAX_WRONG_ZONES } from '../protocol/limits.js';
import type { ChoiceOrder, Crowd, QuestionOrder } from '../protocol/room-options.js';
import {
  KINDS,
  isOpinion,
  isSeries,
  staysBlind,
  type PointsFactor,
  type ShownQuestion,
} from '../protocol/question.js';
import { inEach } from '../protocol/set-languages.js';
import { newPictureId } from './pictures.js';
import { FLOORS } from './kinds/floor.js';
import { ownRules } from './kinds/own/own-rules.js';
import type { Question, Worth } from './shared/quiz-set.js';
import { sample, type Random } from './shared/random.js';
import type { DrawnQuestion, Game, PlannedRound, RoomState } from './room-state.js';

/** The part of a room that decides how a question is asked. */
interface Asking {
  choiceOrder: ChoiceOrder;
  /** How the questions of the round come; drawn unless given. */
  questionOrder?: QuestionOrder;
  crowd: Crowd;
}

/** A question as it is asked: with its choices in the order that everybody sees (R4.4, R4.11). */
export function drawQuestion(
  question: Question,
  { choiceOrder, questionOrder = 'drawn', crowd }: Asking,
  random: Random,
  round?: PlannedRound,
): DrawnQuestion {
  const { explanation, note } = question;
  const ofRound = round?.limitTime;
  const bounds = answerTime(question.kind);
  const limitTime =
    ofRound == null ? question.limitTime : withinTime(perPart(question, ofRound), bounds);
  // Drawn before the choices, so that a seed gives the same order of choices with a picture and without.
  const ids = imagesOf(question)
    .map(() => newPictureId(random))
    .values();
  const rules = ownRules(question.kind);
  const choices = choiceOrder === 'written';
  // Parts are asked one after the other, as questions are.
  const isKept = { choices, parts: choices || questionOrder === 'written' };
  const order = rules.order?.(question, isKept, random) ?? {};
  const kept = inEach(question, (one): ShownQuestion => {
    const { shown } = rules.draw(one, order);
    return { quiz: one.quiz, ...shown, ...(one.image && { image: one.image }) };
  });
  const pictures = imagesOf(kept).map(({ id }) => id);
  return {
    shown: {
      ...withImages(kept, ({ id, alt }) => ({ id: ids.next().value ?? id, alt })),
      ...worthIn(question, round),
      ...(isBlind(question, round?.blind === undefined ? crowd : crowdOf(round.blind)) && {
        blind: true,
      }),
    },
    solution: rules.draw(question, order).solution,
    ...(pictures.length > 0 && { pictures }),
    ...(explanation === undefined ? {} : { explanation }),
    ...(note === undefined ? {} : { note }),
    ...revealTextsOf(question),
    limitTime,
    ...('guessTime' in question && { laterTime: question.guessTime }),
    ...('walkTime' in question && {
      walk: { seconds: question.walkTime, order: sample(random, ZONES_WRITTEN) },
    }),
  };
}

/** The texts that the reveal tells in further languages; to be spread. */
function revealTextsOf({ explanation, texts = {} }: Question): Pick<DrawnQuestion, 'revealTexts'> {
  const told = Object.entries(texts).flatMap(([language, own]) => {
    const accepted = own.accepted?.filter((text) => text !== '') ?? [];
    const inOther = {
      ...(explanation !== undefined && own.explanation && { explanation: own.explanation }),
      ...(accepted.length > 0 && { accepted }),
    };
    return Object.keys(inOther).length === 0 ? [] : [[language, inOther] as const];
  });
  return told.length === 0 ? {} : { revealTexts: Object.fromEntries(told) };
}

/** The places of the right zone and of wrong ones (R16.15). */
const ZONES_WRITTEN: readonly number[] = [...Array(MAX_WRONG_ZONES + 1).keys()];

/** The time of a round may be too short to write. */
function withinTime(seconds: number, { least, most }: AnswerTime): number {
  return Math.min(Math.max(seconds, least), most);
}

/** The time of a round is for all parts of a series. */
function perPart(question: Question, seconds: number): number {
  return 'parts' in question ? Math.floor(seconds / question.parts.length) : seconds;
}

function isBlind({ kind, blind }: Question, crowd: Crowd): boolean {
  if (staysBlind(kind)) return true;
  return blind ?? (FLOORS[KINDS[kind].floor].isBlind || isSeries(kind) || crowd === 'blind');
}

const crowdOf = (isBlind: boolean): Crowd => (isBlind ? 'blind' : 'visible');

/** The product of what the author and the round say (R27.4); an opinion has no worth. */
function worthIn(question: Question, round: PlannedRound | undefined): Worth {
  if (isOpinion(question) || !('points' in question || round)) return {};
  const points = ('points' in question ? (question.points ?? 1) : 1) * (round?.factor ?? 1);
  return points === 1 ? {} : { points: points as PointsFactor };
}

/** The questions of an evening as they were shown, by number, up to the last one that was judged. */
export function askedIn({ game, judged }: Pick<RoomState, 'game' | 'judged'>): ShownQuestion[] {
  const count = (judged.at(-1)?.question ?? -1) + 1;
  return (game === null ? [] : askedSoFar(game)).slice(0, count).map(({ shown }) => shown);
}

/** The questions of the rounds before and of this one, by number. */
export function askedSoFar({ asked, questions }: Game): Game['asked'] {
  return [...asked, ...questions];
}
