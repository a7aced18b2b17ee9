/** A quiz set as the game uses it, whatever file or bank it came from. */
import type { Language } from '../protocol/http.js';

/** One of the choices is right, and each has a zone. */
export interface ChoiceQuestion {
  kind: 'choice';
  quiz: string;
  /** 2 to 10 choices in the author's order. */
  choices: string[];
  /** Index of the right choice, from 0. */
  answer: number;
  /** Seconds to answer, 3 to 120 (R4.2). */
  limitTime: number;
}

/** Whatever is asked; what depends on how it is answered switches on the kind. */
export type Question = ChoiceQuestion;

export interface QuizSet {
  id: string;
  title: string;
  language: Language;
  questions: Question[];
}
