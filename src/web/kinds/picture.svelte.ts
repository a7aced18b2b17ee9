import type { QuestionImage } from '../../protocol/images.js';
import type { ShownQuestion } from '../../protocol/question.js';
import type { RoomState } from '../room/room-state.svelte.js';
import { loadInTurn, type Loadable } from './load-in-turn.js';

/** Pictures that a canvas draws, by address. */
const pictures = new Map<string, Picture>();

class Picture implements Loadable {
  image = $state.raw<HTMLImageElement | null>(null);
  isMissing = $state(false);
  #loading: Promise<void> | undefined;

  constructor(private readonly url: string) {}

  load(): Promise<void> {
    return (this.#loading ??= new Promise((resolve) => {
      const image = new Image();
      image.addEventListener('load', () => {
        this.image = image;
        resolve();
      });
      image.addEventListener('error', () => {
        this.isMissing = true;
        // The next one who asks for it tries again.
        pictures.delete(this.url);
        resolve();
      });
      image.src = this.url;
    }));
  }
}

function knownAt(url: string): Picture {
  const known = pictures.get(url) ?? new Picture(url);
  pictures.set(url, known);
  return known;
}

/** Begins to load it where that has not begun. */
export function pictureAt(url: string): Picture {
  const picture = knownAt(url);
  void picture.load();
  return picture;
}

/** Loads what choices show, so that it is there when they appear; `now` is the server's. Returns what stops it. */
export function prepare(
  { question, pictureUrl }: Pick<RoomState, 'question' | 'pictureUrl'>,
  large: boolean,
  now: number,
): () => void {
  if (question === null) return () => undefined;
  const shown = question.choiceList.flatMap(({ image }) =>
    image ? knownAt(urlOf(image, pictureUrl, large)) : [],
  );
  // A projector is one page, on which the whole hall looks.
  const leftMs = large ? 0 : question.startTime - now;
  return loadInTurn(shown, leftMs, Math.random);
}

/** Those of the choices; none where they are texts. They begin to load where that has not begun. */
export function choicePictures(
  { choiceList }: Pick<ShownQuestion, 'choiceList'>,
  pictureUrl: RoomState['pictureUrl'],
  large: boolean,
): Picture[] {
  return choiceList.flatMap(({ image }) => (image ? pictureOf(image, pictureUrl, large) : []));
}

/** That of one choice, which begins to load where that has not begun. */
export function pictureOf(
  image: QuestionImage,
  pictureUrl: RoomState['pictureUrl'],
  large: boolean,
): Picture {
  return pictureAt(urlOf(image, pictureUrl, large));
}

/** In the size of the page. */
function urlOf({ id }: QuestionImage, pictureUrl: RoomState['pictureUrl'], large: boolean): string {
  return pictureUrl(id, large ? 'small' : 'square');
}
