import type { QuestionImage } from '../../protocol/images.js';
import type { ShownQuestion } from '../../protocol/question.js';
import type { RoomState } from '../room/room-state.svelte.js';

/** Pictures that a canvas draws, by address. */
const pictures = new Map<string, Picture>();

class Picture {
  image = $state.raw<HTMLImageElement | null>(null);
  isMissing = $state(false);

  constructor(url: string) {
    const image = new Image();
    image.addEventListener('load', () => (this.image = image));
    image.addEventListener('error', () => {
      this.isMissing = true;
      // The next question with it tries again.
      pictures.delete(url);
    });
    image.src = url;
  }
}

/** Begins to load it where that has not begun. */
export function pictureAt(url: string): Picture {
  const known = pictures.get(url) ?? new Picture(url);
  pictures.set(url, known);
  return known;
}

/** Those of the choices; none where they are texts. They begin to load where that has not begun. */
export function choicePictures(
  { choiceList }: Pick<ShownQuestion, 'choiceList'>,
  pictureUrl: RoomState['pictureUrl'],
  large: boolean,
): Picture[] {
  return choiceList.flatMap(({ image }) => (image ? pictureOf(image, pictureUrl, large) : []));
}

/** That of one choice, in the size of the page. */
export function pictureOf(
  { id }: QuestionImage,
  pictureUrl: RoomState['pictureUrl'],
  large: boolean,
): Picture {
  return pictureAt(pictureUrl(id, large ? 'small' : 'square'));
}
