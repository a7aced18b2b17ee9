import type { DraftSet } from '../../../protocol/index.js';
import { zipChunks, type ZipPart } from '../../platform/zip/zip-writer.js';
import { imagePart, SET_PART } from '../files/set-archive.js';
import { quizFileText } from '../files/write-quiz.js';
import type { PictureBytes } from '../../contracts/picture-bytes.js';
import { writtenDraft } from './written-draft.js';

export interface SetFile {
  /** Without the characters that file systems refuse. */
  name: string;
  ending: 'json' | 'zip';
  /** Piece by piece, as pictures may be many. */
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/**
 * A set as a file that the desk of every Madang takes, with everything in it: JSON, or a ZIP archive where it has
 * pictures. `pictures` are the ids of those that are here.
 */
export function setFileOf(
  set: Pick<DraftSet, 'title' | 'language' | 'questions'>,
  pictures: readonly string[],
  load: (id: string) => Promise<PictureBytes | undefined>,
): SetFile {
  const name = set.title.replace(/[\p{Cc}\\/:*?"<>|]/gu, ' ');
  const text = Buffer.from(quizFileText(writtenDraft(set)));
  if (pictures.length === 0) return { name, ending: 'json', chunks: [text] };
  return { name, ending: 'zip', chunks: zipChunks(partsOf(text, pictures, load)) };
}

async function* partsOf(
  set: Buffer,
  pictures: readonly string[],
  load: (id: string) => Promise<PictureBytes | undefined>,
): AsyncGenerator<ZipPart> {
  yield { name: SET_PART, bytes: set };
  for (const id of pictures) {
    const picture = await load(id);
    // Removed meanwhile.
    if (picture !== undefined) yield { name: imagePart(id), bytes: picture.large, isStored: true };
  }
}
