import type { Question } from '../../game/quiz-set.js';
import type { DraftFault, DraftFaults, DraftQuestion, Language } from '../../protocol/index.js';
import { toldAnswer } from '../../protocol/told-answer.js';
import { words } from '../files/file-words.js';
import { questionSchemas } from '../files/question-schema.js';
import { TwinFinder } from '../files/twin-finder.js';
import { writtenOf } from './written-draft.js';

/** The question as it is played, or what keeps it from being played. */
type Checked = { question: Question } | { faults: DraftFault[] };

/** Reads drafts as the questions of a quiz file are read; the words of faults are in `language`. */
function check(drafts: readonly DraftQuestion[], language: Language): Checked[] {
  const twins = new TwinFinder();
  const say = words[language];
  return drafts.map((draft, index) => {
    const hasNoRight = draft.kind === 'choice' && (draft.answers ?? []).length === 0;
    const parsed = questionSchemas[language].safeParse(writtenOf(draft));
    if (!parsed.success)
      return {
        faults: parsed.error.issues.map(({ path, message }) =>
          faultOf(path, hasNoRight && path[0] === 'answer' ? say.noRight : message),
        ),
      };
    const twin = twins.rowOfTwin(parsed.data, index + 1);
    if (twin !== undefined) return { faults: [faultOf([], say.sameAs.question(twin))] };
    const told = answerToldBy(parsed.data);
    if (told !== undefined) return { faults: [faultOf(['image'], say.altTells(told))] };
    return { question: parsed.data };
  });

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
  if (question.kind !== 'choice' || question.image === undefined) return undefined;
  const { answers, choices, image } = question;
  return toldAnswer(
    image.alt,
    choices.filter((_, index) => answers.includes(index)),
  );
}

/** The questions that a game can ask. */
export function playableOf(drafts: readonly DraftQuestion[]): Question[] {
  return check(drafts, 'en').flatMap((one) => ('question' in one ? one.question : []));
}

export function faultsOf(drafts: readonly DraftQuestion[], language: Language): DraftFaults {
  const checked = check(drafts, language);
  return Object.fromEntries(
    drafts.flatMap(({ id }, index) => {
      const one = checked[index];
      return one !== undefined && 'faults' in one ? [[id, one.faults]] : [];
    }),
  );
}
