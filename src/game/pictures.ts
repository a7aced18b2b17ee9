/** Pictures of a game, which nobody can ask for before the question is shown (R18.3). */
import { imagesOf } from '../protocol/images.js';
import { isCurtained, itemOn } from './phase.js';
import { nextIndex } from './host-notes.js';
import { drawInt, type Random } from './shared/random.js';
import type { RoomState } from './room-state.js';

/** So many questions that come are kept ready, and of those that may stand in for one, and of slides. */
const AHEAD = 20;
/** As long as an id where pictures are kept: 64 hexadecimal digits, of which one draw gives eight. */
const DRAWS = 8;
const HEX_DIGITS = 8;

type Playing = Pick<RoomState, 'phase' | 'game' | 'programme'>;

/** What a picture is called in one game; tells nothing of what it is called where it is kept. */
export function newPictureId(random: Random): string {
  const draw = (): string => drawInt(random, 16 ** HEX_DIGITS).toString(16);
  return Array.from({ length: DRAWS }, () => draw().padStart(HEX_DIGITS, '0')).join('');
}

/** Which kept picture is shown under an id now; undefined where none is. */
export function shownPicture({ phase, game, programme }: Playing, id: string): string | undefined {
  const item = programme?.items.find((one) => one.id === itemOn(phase)?.id);
  if (item?.kind === 'slide')
    return item.image?.id === id && !isCurtained(phase) ? item.picture : undefined;
  if (phase.kind !== 'question' && phase.kind !== 'reveal') return undefined;
  const { shown, pictures } = game?.questions[phase.index] ?? {};
  if (shown === undefined || isCurtained(phase)) return undefined;
  return pictures?.[imagesOf(shown).findIndex((image) => image.id === id)];
}

/** The kept picture of the slide that is on, where it has one. */
export function slidePicture({ phase, programme }: Pick<Playing, 'phase' | 'programme'>): string[] {
  const item = programme?.items.find((one) => one.id === itemOn(phase)?.id);
  return item?.kind === 'slide' && item.picture !== undefined ? [item.picture] : [];
}

/**
 * The kept pictures of what is shown now or soon, the nearest first: each question's, or slide's, together. What
 * would stand in for a question that is taken back is as near as the one behind that.
 */
export function neededPictures({ phase, game, programme }: Playing): string[][] {
  const items = programme?.items.slice(Math.max(programme.at, 0)) ?? [];
  const slides = items.flatMap((item) =>
    item.kind === 'slide' && item.picture !== undefined ? [[item.picture]] : [],
  );
  const slide = slidePicture({ phase, programme });
  const ahead = [slide, ...slides.slice(0, AHEAD)];
  if (phase.kind === 'lobby' || game === null) return needed(ahead);
  const next = nextIndex(phase);
  const first = phase.kind === 'countdown' ? next : next - 1;
  const near = game.questions.slice(first, next + 1);
  const far = game.questions.slice(next + 1, next + AHEAD);
  const [spare, ...spares] = game.spares.slice(0, AHEAD);
  const questions = [...near, spare, ...far, ...spares].map((one) => one?.pictures ?? []);
  return needed([slide, ...questions, ...ahead]);
}

/** Each of them once, where it is nearest. */
function needed(shown: readonly (readonly string[])[]): string[][] {
  const known = new Set<string>();
  return shown
    .map((ids) => ids.filter((id) => !known.has(id) && known.add(id)))
    .filter(({ length }) => length > 0);
}
