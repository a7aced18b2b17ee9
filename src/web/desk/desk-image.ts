import type { ImageSize } from '../../protocol/images.js';

/** Where a picture is that this host keeps. */
export function deskImageUrl(id: string, size: ImageSize): string {
  return `/api/desk/images/${id}?size=${size}`;
}

/** Loads a picture of a set that a link leads to; `body` has the link's token. Undefined where there is none. */
export async function sharedPicture(id: string, body: string): Promise<string | undefined> {
  try {
    const size: ImageSize = 'small';
    const response = await fetch(`/api/desk/shared/images/${id}?size=${size}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return response.ok ? URL.createObjectURL(await response.blob()) : undefined;
  } catch {
    return undefined;
  }
}
