import type { DraftSet, Language, SetFormat } from '../../../protocol/index.js';
import type { InSlices } from '../../platform/rate/lane.js';
import { workbookOf } from '../../platform/zip/xlsx.js';
import { zipChunks, type ZipPart } from '../../platform/zip/zip-writer.js';
import { imagePart, SET_PART } from '../files/set-archive.js';
import { giftOf } from '../files/write-gift.js';
import { quizFileText } from '../files/write-quiz.js';
import { tablesOf, type TableSet } from '../files/write-table.js';
import type { PictureBytes } from '../../contracts/picture-bytes.js';
import { writtenDraft } from './written-draft.js';

export interface SetFile {
  /** Without the characters that file systems refuse. */
  name: string;
  ending: 'json' | 'zip' | 'xlsx' | 'txt';
  /** Piece by piece, as pictures may be many. */
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/**
 * A set as a file that the desk of every Madang takes, with everything in it: JSON, or a ZIP archive where it has
 * pictures. `pictures` are the ids of those that are here.
 */
export function setFileOf(
  set: Omit<DraftSet, 'labels'>,
  pictures: readonly string[],
  load: (id: string) => Promise<PictureBytes | undefined>,
): SetFile {
  const name = nameOf(set);
  const text = Buffer.from(quizFileText(writtenDraft(set)));
  if (pictures.length === 0) return { name, ending: 'json', chunks: [text] };
  return { name, ending: 'zip', chunks: zipChunks(partsOf(text, pictures, load)) };
}

/** For a spreadsheet or another program, with what that has a place for; what is told there is in `language`. */
export async function setFileAs(
  format: SetFormat,
  set: Pick<DraftSet, 'title'> & TableSet,
  language: Language,
  inSlices: InSlices,
): Promise<SetFile> {
  const name = nameOf(set);
  if (format === 'gift')
    return { name, ending: 'txt', chunks: [Buffer.from(giftOf(set, language))] };
  const workbook = await workbookOf(tablesOf(set, language), inSlices);
  return { name, ending: 'xlsx', chunks: [workbook] };
}

const nameOf = ({ title }: Pick<DraftSet, 'title'>): string =>
  title.replace(/[\p{Cc}\\/:*?"<>|]/gu, ' ');

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
