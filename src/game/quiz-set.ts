/** A quiz set as the game uses it, whatever file or bank it came from. */
import type { Language } from '../protocol/http.js';

export interface Question {
  quiz: string;
  /** 2 to 10 choices in the author's order. */
  choices: string[];
  /** Index of the right choice, from 0. */
  answer: number;
  /** Seconds to answer, 3 to 120 (R4.2). */
  limitTime: number;
}

export interface QuizSet {
  id: string;
  title: string;
  language: Language;
  questions: Question[];
}
