import type { KeptImage } from '../../protocol/images.js';
import type { HttpError } from '../../protocol/http.js';
import { IMAGE_FILE_MAX_BYTES } from '../../protocol/limits.js';
import type { FailureCode } from '../i18n/failure-code.js';
import { i18n } from '../i18n/language.svelte.js';
import { failureText } from '../ui/failure-text.js';

const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
export const IMAGE_TYPES = TYPES.join(',');

/** How long to wait where the server has no place for one, in ms, and how often. */
const WAIT_MS = 1_500;
const MOST_TRIES = 20;
/** Of which nothing has moved for so long is given up, so that those behind it get their turns. */
const STALLED_MS = 60_000;
const TRY_AGAIN: ReadonlySet<string> = new Set(['RATE_LIMITED', 'BUSY']);

export type Uploaded = { image: KeptImage } | { problem: string };

/** What the page shows of a picture: how much of it the server has, in percent, or that it waits for its turn. */
export type Progress = (state: number | 'waits') => void;

/** All pictures of this page, one after the other: the server takes one of each host at a time. */
let last: Promise<unknown> = Promise.resolve();
let underWay = 0;

/** Whether a picture of this page is on its way, or waits for its turn. */
export const isUploading = (): boolean => underWay > 0;

/** Resolves when no picture is on its way any more, whatever has become of them. */
export async function uploadsDone(): Promise<void> {
  while (isUploading()) await last;
}

/** Sends a picture to be kept, when it is its turn and the server has a place for it. */
export function uploadImage(file: Blob, progress: Progress): Promise<Uploaded> {
  const t = i18n.host.image;
  if (!TYPES.includes(file.type)) return Promise.resolve({ problem: t.wrongType });
  if (file.size > IMAGE_FILE_MAX_BYTES) return Promise.resolve({ problem: t.tooLarge });
  progress('waits');
  underWay++;
  const uploaded = last
    .then(() => sendPatiently(file, progress))
    .finally(() => {
      underWay--;
    });
  last = uploaded.catch(() => undefined);
  return uploaded;
}

async function sendPatiently(file: Blob, progress: Progress): Promise<Uploaded> {
  for (let tries = 1; ; tries++) {
    const answer = await send(file, progress);
    if (!('code' in answer)) return answer;
    if (!TRY_AGAIN.has(answer.code) || tries === MOST_TRIES)
      return { problem: failureText(answer.code) };
    progress('waits');
    await new Promise((go) => setTimeout(go, WAIT_MS));
  }
}

function send(
  file: Blob,
  progress: Progress,
): Promise<{ image: KeptImage } | { code: FailureCode }> {
  return new Promise((resolve) => {
    // Not fetch, which tells nothing of what has been sent.
    const request = new XMLHttpRequest();
    request.open('POST', '/api/desk/images');
    request.responseType = 'json';
    request.setRequestHeader('accept', 'application/json');
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const watch = (): void => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALLED_MS);
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watch();
      progress(Math.round((loaded / Math.max(total, 1)) * 100));
    });
    request.addEventListener('load', () => {
      if (request.status === 201) resolve({ image: request.response as KeptImage });
      else {
        const answer = request.response as HttpError | null;
        resolve({ code: answer?.error.code ?? 'NO_ANSWER' });
      }
    });
    for (const failed of ['error', 'abort'])
      request.addEventListener(failed, () => resolve({ code: 'NO_ANSWER' }));
    request.addEventListener('loadend', () => clearTimeout(stalled));
    watch();
    request.send(file);
  });
}
