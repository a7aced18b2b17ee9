import { draftFaultWords } from '../../../game/shared/draft-fault-words.js';
import { draftFaults } from '../../../game/shared/draft-faults.js';
import type { Question } from '../../../game/shared/quiz-set.js';
import type { DraftFault, DraftFaults, DraftQuestion, Language } from '../../../protocol/index.js';
import { toldAnswer } from '../../../protocol/told-answer.js';
import { questionSchemas } from '../files/question-schema.js';
import { TwinFinder } from '../files/twin-finder.js';
import { writtenOf } from './written-draft.js';

/** The question as it is played, or what keeps it from being played. */
type Checked = { question: Question } | { faults: DraftFault[] };

/** Reads drafts as the questions of a quiz file are read; the words of faults are in `language`. */
function* check(drafts: readonly DraftQuestion[], language: Language): Generator<void, Checked[]> {
  const twins = new TwinFinder();
  const checked: Checked[] = [];
  for (const [index, draft] of drafts.entries()) {
    checked.push(checkOne(draft, index, twins, language));
    yield;
  }
  return checked;
}

function checkOne(
  draft: DraftQuestion,
  index: number,
  twins: TwinFinder,
  language: Language,
): Checked {
  const say = draftFaultWords[language];
  const parsed = questionSchemas[language].safeParse(writtenOf(draft));
  if (!parsed.success) {
    const told = draftFaults(draft, language);
    if (told.length > 0) return { faults: told };
    // Not in an author's words, as no form of the editor writes it.
    return { faults: parsed.error.issues.map(({ path, message }) => faultOf(path, message)) };
  }
  const twin = twins.rowOfTwin(parsed.data, index + 1);
  if (twin !== undefined) return { faults: [faultOf([], say.sameAs(twin))] };
  const told = answerToldBy(parsed.data);
  if (told !== undefined) return { faults: [faultOf(['image'], say.altTells(told))] };
  return { question: parsed.data };

  function faultOf([field = '', index]: PropertyKey[], message: string): DraftFault {
    return {
      field: String(field),
      ...(typeof index === 'number' && { index }),
      message,
    };
  }
}

/** The right choice that stands in what is said of the picture (R18.5). */
function answerToldBy(question: Question): string | undefined {
  if (!('answers' in question) || question.image === undefined) return undefined;
  const { answers, choices, image } = question;
  return toldAnswer(
    image.alt,
    choices.filter((_, index) => answers.includes(index)),
  );
}

export interface CheckedSet {
  faults: DraftFaults;
  /** Those that a game can ask. */
  questions: Question[];
}

/** Tells what is wrong in which question, and gives the others as a game takes them. Stops after each. */
export function* checkSet(
  drafts: readonly DraftQuestion[],
  language: Language,
): Generator<void, CheckedSet> {
  const checked = yield* check(drafts, language);
  const faults: DraftFaults = {};
  const questions: Question[] = [];
  for (const [index, one] of checked.entries()) {
    const id = drafts[index]?.id;
    if ('question' in one) questions.push(one.question);
    else if (id !== undefined) faults[id] = one.faults;
  }
  return { faults, questions };
}
