/** Pictures that hosts keep for their questions. */

export interface QuestionImage {
  /** Names a picture that is kept, 64 hex digits: in a set its SHA-256. */
  id: string;
  /** A description for those who do not see the picture. */
  alt: string;
}

/** A question or an item, written or shown: with its own picture, and with those of its choices. */
interface Pictured {
  image?: QuestionImage | undefined;
  choiceList?: readonly { image?: QuestionImage | undefined }[];
  pictures?: readonly { image?: QuestionImage | undefined }[];
}

/** All pictures of a question or an item, in order: its own first. */
export function imagesOf({ image, choiceList = [], pictures = [] }: Pictured): QuestionImage[] {
  return [{ image }, ...choiceList, ...pictures].flatMap((one) => one.image ?? []);
}

/** The same question or item with other pictures; `change` is asked in the order of `imagesOf`. */
export function withImages<T extends Pictured>(
  row: T,
  change: (image: QuestionImage) => QuestionImage,
): T {
  const { image, choiceList, pictures } = row;
  const changed = <C extends { image?: QuestionImage | undefined }>(choice: C): C =>
    choice.image ? { ...choice, image: change(choice.image) } : choice;
  return {
    ...row,
    ...(image && { image: change(image) }),
    ...(choiceList?.some((choice) => choice.image) && { choiceList: choiceList.map(changed) }),
    ...(pictures && { pictures: pictures.map(changed) }),
  };
}

/** Answer to `POST /api/desk/images`, whose body is a file as a camera or a program wrote it. */
export interface KeptImage {
  /** SHA-256 of the picture as it is kept; what a question names it by. */
  id: string;
  /** Of the large one, in pixels. */
  width: number;
  height: number;
  /** Of all sizes, which count against what a host may keep. */
  bytes: number;
}

/**
 * `?size=` of a picture: the square in its middle for a choice on phones, all of it for phones, and for everything
 * larger. Without it, the large one.
 */
export type ImageSize = 'square' | 'small' | 'large';
