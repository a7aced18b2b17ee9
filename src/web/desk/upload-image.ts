import type { KeptImage } from '../../protocol/images.js';
import type { HttpError } from '../../protocol/http.js';
import { IMAGE_FILE_MAX_BYTES } from '../../protocol/limits.js';
import { imageWords } from '../i18n/host-images.js';
import { i18n } from '../i18n/language.svelte.js';

const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
export const IMAGE_TYPES = TYPES.join(',');

export type Uploaded = { image: KeptImage } | { problem: string };

/** Sends a picture to be kept; `progress` is told how much of it the server has, in percent. */
export function uploadImage(file: Blob, progress: (percent: number) => void): Promise<Uploaded> {
  const t = imageWords[i18n.current];
  if (!TYPES.includes(file.type)) return Promise.resolve({ problem: t.wrongType });
  if (file.size > IMAGE_FILE_MAX_BYTES) return Promise.resolve({ problem: t.tooLarge });
  return new Promise((resolve) => {
    // Not fetch, which tells nothing of what has been sent.
    const request = new XMLHttpRequest();
    request.open('POST', '/api/desk/images');
    request.responseType = 'json';
    request.setRequestHeader('accept', 'application/json');
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      progress(Math.round((loaded / Math.max(total, 1)) * 100)),
    );
    request.addEventListener('load', () => {
      if (request.status === 201) resolve({ image: request.response as KeptImage });
      else {
        const answer = request.response as HttpError | null;
        resolve({ problem: i18n.t.errors[answer?.error.code ?? 'NO_ANSWER'] });
      }
    });
    request.addEventListener('error', () => resolve({ problem: i18n.t.errors.NO_ANSWER }));
    request.send(file);
  });
}
