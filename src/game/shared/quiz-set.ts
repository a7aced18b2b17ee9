/** A quiz set as the game uses it, whatever file or bank it came from. */
import type { QuestionImage } from '../../protocol/images.js';
import type { ProgrammeItem, RoundItem } from '../../protocol/programme.js';
import type {
  Ellipse,
  NamedPlace,
  PointsFactor,
  QuestionKind,
  Target,
} from '../../protocol/question.js';
import type { QuestionTexts, RowTexts, TitledSet } from '../../protocol/row-texts.js';

/** The worth of a question that is not worth its points once (R6.9), with its round. */
export interface Worth {
  points?: PointsFactor;
}

/** The same as its author says it. */
export interface OwnWorth {
  points?: 0 | 2;
}

/** The fields that an author writes for a question of any kind (R16). */
interface Written {
  kind: QuestionKind;
  /** The id of a kept question within its set, which stays the same through all changes. */
  id?: string | undefined;
  quiz: string;
  /** Seconds to answer, 3 to 120 (R4.2). */
  limitTime: number;
  /** Told with the reveal. */
  explanation?: string;
  /** For the host alone; a secret as answers are (R4.2). */
  note?: string;
  image?: QuestionImage;
  /** Whether players see where the others walk; missing where it is as its kind has it (R16.3). */
  blind?: boolean;
  texts?: RowTexts<QuestionTexts>;
}

/** One or several of the choices are right, and each has a zone. */
export interface ChoiceQuestion extends Written, OwnWorth {
  kind: 'choice';
  /** 2 to 10 choices in the author's order. */
  choices: string[];
  /** Indexes of the right choices, from 0, ascending; at least one. */
  answers: number[];
  /** There where the choices are never shuffled. */
  fixedOrder?: true;
}

/** A choice that is a picture; its description is what everybody hears who does not see it. */
export interface WrittenPicture {
  image: QuestionImage;
  /** A word that stands on it. */
  text?: string;
}

/** The same with a picture in each zone. */
export interface PicturesQuestion extends Written, OwnWorth {
  kind: 'pictures';
  /** 2 to 6 in the author's order. */
  pictures: WrittenPicture[];
  /** Indexes of the right ones, from 0, ascending; at least one. */
  answers: number[];
  fixedOrder?: true;
}

/** A statement that is true (O, left) or false (X, right). */
export interface OxQuestion extends Written, OwnWorth {
  kind: 'ox';
  answer: 'O' | 'X';
}

/** A number on a ruler. Its values have three decimals at most. */
export interface NumberQuestion extends Written, OwnWorth {
  kind: 'number';
  min: number;
  max: number;
  /** Divides `max - min` into 2 to 200 steps. */
  step: number;
  unit?: string;
  answer: number;
  tolerance: number;
}

/** A place on a picture, which is the floor. */
export interface SpotQuestion extends Written, OwnWorth {
  kind: 'spot';
  image: QuestionImage;
  /** Whether all of the picture is seen, between bars, and not only the square in its middle (R15.30). */
  whole?: true;
  /** At least three; in each target one at least, and one at least in none. */
  places: NamedPlace[];
  /** One to five. */
  targets: Ellipse[];
}

/** Asks for an opinion: nothing is right, and nothing is scored. */
export interface PollQuestion extends Written {
  kind: 'poll';
  choices: string[];
}

/** The same on a line between two labels. */
export interface ScaleQuestion extends Written {
  kind: 'scale';
  /** The meaning of the left end; `to` is that of the right one. */
  from: string;
  to: string;
}

/** A question whose answer the players write, who then may walk to what others wrote; `limitTime` is for writing. */
export interface TypedQuestion extends Written, OwnWorth {
  kind: 'typed';
  /** 1 to 12 spellings of the right answer. */
  accepted: string[];
  /** Answers that are wrong however near they are to a right one. */
  wrong?: string[];
  /** Seconds, 8 to 20; 0 where nobody walks. */
  walkTime: number;
}

/** Words of the players themselves, without a right one. */
export interface WordsQuestion extends Written {
  kind: 'words';
  walkTime: number;
}

/** Several things one after the other (R16.19); `limitTime` is for each. */
interface Series extends Written, OwnWorth {
  /** 2 to 8 in the author's order. */
  parts: { text: string }[];
}

/** Statements that are true (O, left) or false (X, right). */
export interface StatementsQuestion extends Series {
  kind: 'statements';
  parts: { text: string; answer: 'O' | 'X' }[];
}

/** Things that have an order, which is that in which they are written. */
export interface OrderQuestion extends Series {
  kind: 'order';
}

/** Things that belong to one of two to six others. */
export interface MatchQuestion extends Series {
  kind: 'match';
  choices: string[];
  /** `answer` is an index in `choices`. */
  parts: { text: string; answer: number }[];
  fixedOrder?: true;
}

/** A poll, and then how many have chosen one of its choices (R16.22). */
export interface GuessQuestion extends Written, OwnWorth {
  kind: 'guess';
  choices: string[];
  /** Index of the choice whose share is guessed. */
  choice: number;
  /** Seconds to guess, 8 to 30. */
  guessTime: number;
}

/** Everybody stands anywhere on a picture. It asks for an opinion where it has no target. */
export interface MapQuestion extends Written, OwnWorth {
  kind: 'map';
  image: QuestionImage;
  whole?: true;
  /** Missing where no place has a name. */
  places?: NamedPlace[];
  target?: Target;
}

/** Whatever is asked; what depends on how it is answered switches on the kind. */
export type Question =
  | ChoiceQuestion
  | PicturesQuestion
  | OxQuestion
  | NumberQuestion
  | SpotQuestion
  | PollQuestion
  | ScaleQuestion
  | TypedQuestion
  | WordsQuestion
  | StatementsQuestion
  | OrderQuestion
  | MatchQuestion
  | GuessQuestion
  | MapQuestion;

/** A round with its questions, those of another set too: as many as are asked, and some that can stand in. */
export interface PlayableRound extends RoundItem {
  questions: Question[];
}

/** An item of a programme as the game takes it. */
export type PlayableItem = Exclude<ProgrammeItem, RoundItem> | PlayableRound;

export interface QuizSet extends TitledSet {
  id: string;
  /** A programme has those of all its rounds here, one round after the other. */
  questions: Question[];
  /** Undefined where the set has no items: it is one round. With it, every question belongs to a round. */
  programme?: PlayableItem[];
  /** The number of questions and items of a kept set that cannot be played yet. */
  leftOut?: number;
}

/** That part of a question, to be spread. */
export function worthOf({ points }: Worth): Worth {
  return points === undefined ? {} : { points };
}
