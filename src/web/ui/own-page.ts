/** Whether somebody is writing words that only this page has. */
export function isWriting(): boolean {
  const field = document.activeElement as Partial<HTMLInputElement> | null;
  // Fields without text have no selection.
  return typeof field?.selectionStart === 'number' && field.value !== '';
}

/** Whether the server has a page of another build by now; false where that cannot be known. */
export async function isReplaced(): Promise<boolean> {
  const program = document.querySelector<HTMLScriptElement>('script[type=module]');
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    if (!answer.ok || program === null) return false;
    return !(await answer.text()).includes(new URL(program.src).pathname);
  } catch {
    return false;
  }
}
