import type { Selectable } from 'kysely';
import type { GameQuestionTable } from '../../platform/database/schema.js';
import type { Answer, JudgedQuestion } from '../../../game/shared/judged.js';
import { nameIn } from './name-columns.js';
import type { JudgedName } from '../../../protocol/judged-name.js';
import type { ShownQuestion } from '../../../protocol/question.js';

/** How a judged question lies in the table: what a ruling changes apart from the rest. */
export type StoredQuestion = Pick<GameQuestionTable, 'ruling' | 'judged' | 'answers'>;

export type Ruling = Pick<JudgedQuestion, 'isVoid' | 'solution'>;

/** With the question as it was shown. */
export interface KeptQuestion extends JudgedQuestion {
  shown: ShownQuestion;
  isEdited: boolean;
}

export function stored(question: JudgedQuestion): StoredQuestion {
  return { ...storedHead(question), answers: JSON.stringify(question.answers) };
}

/** Without its answers, which are thousands and never change. */
export function storedHead({
  isVoid,
  solution,
  answers: _answers,
  question: _question,
  part: _part,
  drops: _drops,
  ...rest
}: JudgedQuestion): Omit<StoredQuestion, 'answers'> {
  const ruling: Ruling = { isVoid, solution };
  return { ruling: JSON.stringify(ruling), judged: JSON.stringify(rest) };
}

export function readQuestion({
  number,
  part,
  drops,
  is_edited,
  ruling,
  question: shown,
  judged,
  answers,
}: Selectable<GameQuestionTable>): KeptQuestion {
  return {
    ...(JSON.parse(judged) as Omit<JudgedQuestion, keyof Ruling | keyof JudgedName | 'answers'>),
    ...(JSON.parse(ruling) as Ruling),
    ...nameIn({ number, part, drops }),
    answers: JSON.parse(answers) as Answer[],
    shown: JSON.parse(shown) as ShownQuestion,
    isEdited: is_edited === 1,
  };
}
