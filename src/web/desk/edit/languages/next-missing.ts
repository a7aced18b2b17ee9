import { tick } from 'svelte';
import type { DraftRow } from '../../../../protocol/desk.js';
import type { Draft } from '../draft.svelte.js';
import { isTitleMissing } from './set-texts.js';
import { missingIn } from './text-places.js';

/** Where the last one was, for who goes on from elsewhere without having written it. */
let last: Element | null = null;

/** Goes to the next text that is missing beside the main language: of the open row, else of those after it, in turn; the title is the first of all. */
export async function goToMissing(draft: Draft): Promise<void> {
  const { beside, openId, questions } = draft;
  if (beside === null) return;
  const missing = (id: string) => [
    ...document.querySelectorAll<HTMLElement>(
      `[data-question="${CSS.escape(id)}"] [data-missing=true]`,
    ),
  ];
  if (openId !== null) {
    const { activeElement } = document;
    const row = document.querySelector(`[data-question="${CSS.escape(openId)}"]`);
    const from = [activeElement, last].find((one) => row?.contains(one)) ?? row;
    const isBehind = (field: HTMLElement) =>
      !!from && (from.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const next = missing(openId).find(isBehind);
    if (next) return go(next);
  }
  const start = draft.indexOf(openId);
  const isWanted = (one: DraftRow) => missingIn(one, beside) > 0;
  const title = document.querySelector<HTMLElement>('[data-testid=title-text]') ?? undefined;
  const isTitleNext =
    isTitleMissing(draft.set, beside) && (openId !== null || document.activeElement !== title);
  const after = questions.slice(start + 1).find(isWanted);
  if (isTitleNext && (openId === null || after === undefined)) return go(title);
  const row = after ?? questions.slice(0, start + 1).find(isWanted);
  if (row === undefined) return;
  draft.openId = row.id;
  await tick();
  go(missing(row.id)[0]);
}

function go(field: HTMLElement | undefined): void {
  if (field === undefined) return;
  last = field;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
}
