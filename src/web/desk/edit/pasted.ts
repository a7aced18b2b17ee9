/** Whether a text is more than a field of one line takes: several lines, or cells of a table. */
export function isSeveral(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  return lines.length > 1 || text.trim().includes('\t');
}

/** As if it had been typed, so that the field's own undo knows it. */
export function insertText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const line = text.replace(/\s*[\r\n\t]+\s*/g, ' ').trim();
  field.focus();
  const { selectionStart, selectionEnd } = field;
  field.setRangeText(line, selectionStart ?? 0, selectionEnd ?? field.value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
