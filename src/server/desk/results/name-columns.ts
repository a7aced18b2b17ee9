import type { JudgedName } from '../../../protocol/judged-name.js';

/** The columns by which a judged question is found within its game. */
export interface NameColumns {
  number: number;
  part: number;
  drops: number;
}

export function nameColumns({ question, part, drops }: JudgedName): NameColumns {
  return { number: question, part, drops };
}

export function nameIn({ number, part, drops }: NameColumns): JudgedName {
  return { question: number, part, drops };
}
