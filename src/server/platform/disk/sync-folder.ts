/** Makes new names in a folder outlive a power cut. Windows syncs no folders. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';

export async function syncFolder(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function syncFolderSync(dir: string): void {
  if (process.platform === 'win32') return;
  const file = openSync(dir, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
