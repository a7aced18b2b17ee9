import { serverWords } from '../../../i18n/made/server/words.js';
import { altFaults, draftFaults } from '../../../game/shared/draft-faults.js';
import { itemOf } from '../../../game/shared/draft-items.js';
import {
  isItem,
  type DraftFault,
  type DraftFaults,
  type DraftItem,
  type DraftQuestion,
  type DraftRow,
  type Language,
} from '../../../protocol/index.js';
import { questionSchemas } from '../files/question-schema.js';
import { TwinFinder } from '../files/twin-finder.js';
import type { PlayableRow } from '../../../game/shared/programme-rounds.js';
import { writtenOf } from './written-draft.js';

/** A question or an item as it is played, or what keeps it from being played. */
type Checked = { row: PlayableRow } | { faults: DraftFault[] };

export interface CheckedSet {
  faults: DraftFaults;
  /** Those that a game can take, in their order. */
  rows: PlayableRow[];
}

/**
 * Tells what is wrong in which row, in the words of `language`, and gives the others as a game takes them. Questions
 * are read as those of a quiz file are. Stops after each.
 */
export function* checkSet(
  drafts: readonly DraftRow[],
  language: Language,
): Generator<void, CheckedSet> {
  const twins = new TwinFinder();
  const faults: DraftFaults = {};
  const rows: PlayableRow[] = [];
  for (const [index, draft] of drafts.entries()) {
    const checked = isItem(draft)
      ? checkItem(draft, drafts[index + 1], language)
      : checkQuestion(draft, index, twins, language);
    if ('row' in checked) rows.push(checked.row);
    else faults[draft.id] = checked.faults;
    yield;
  }
  return { faults, rows };
}

function checkItem(draft: DraftItem, next: DraftRow | undefined, language: Language): Checked {
  const faults = draftFaults(draft, serverWords[language].faults);
  const hasQuestions = draft.setId || (next !== undefined && !isItem(next));
  if (draft.kind === 'round' && !hasQuestions)
    faults.push(faultOf([], serverWords[language].faults.roundWithoutQuestions));
  return faults.length > 0 ? { faults } : { row: itemOf(draft) };
}

function checkQuestion(
  draft: DraftQuestion,
  index: number,
  twins: TwinFinder,
  language: Language,
): Checked {
  const say = serverWords[language].faults;
  const parsed = questionSchemas(language).safeParse(writtenOf(draft));
  if (!parsed.success) {
    const told = draftFaults(draft, serverWords[language].faults);
    if (told.length > 0) return { faults: told };
    // Not in an author's words, as no form of the editor writes it.
    return { faults: parsed.error.issues.map(({ path, message }) => faultOf(path, message)) };
  }
  const twin = twins.rowOfTwin(parsed.data, index + 1);
  if (twin !== undefined) return { faults: [faultOf([], say.sameAs({ number: twin }))] };
  const told = altFaults(say, draft);
  if (told.length > 0) return { faults: told };
  return { row: parsed.data };
}

function faultOf([field = '', index]: PropertyKey[], message: string): DraftFault {
  return {
    field: String(field),
    ...(typeof index === 'number' && { index }),
    message,
  };
}
