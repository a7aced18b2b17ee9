/** For so long a browser may need what it saves, in ms. */
const NEEDED_MS = 10_000;

/** Saves a file in the browser; `content` is the file, or an address that has it in itself (`data:`). */
export function saveFile(content: Blob | string, name: string): void {
  const link = document.createElement('a');
  link.download = name;
  link.href = typeof content === 'string' ? content : URL.createObjectURL(content);
  link.click();
  if (typeof content !== 'string') setTimeout(() => URL.revokeObjectURL(link.href), NEEDED_MS);
}
