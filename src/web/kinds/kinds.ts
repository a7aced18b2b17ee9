/** Everything that pages need for questions that are no choices (R16), in one part that loads with the first of them. */
import { isOpinion, type QuestionPayload } from '../../protocol/question.js';
import type { StageFloor } from '../arena/stage-floor.js';
import type { RoomState } from '../room/room-state.svelte.js';
import { axisOf, stageFloor } from './floors.js';
import { choicePictures, pictureAt } from './picture.svelte.js';
import { rightsIn } from './rights-in.js';
import { isUnwalked } from './writing/written-summary.js';
import { middleSpan, rightSpan } from './ruler-marks.js';
import { toldNow } from './parts/part-now.js';

export { default as AnswerWithoutWalking } from './AnswerWithoutWalking.svelte';
export { default as FloorOverlay } from './FloorOverlay.svelte';
export { solutionText } from './answer-texts.js';
export { default as OrderList } from './parts/OrderList.svelte';
export { default as PartHead } from './parts/PartHead.svelte';
export { default as PartList } from './parts/PartList.svelte';
export { isEarlierTold, isListed, isWholeTold } from './parts/part-now.js';
export { crowdTally, ownTally, partLine } from './parts/part-rows.js';
export { prepare } from './picture.svelte.js';
export {
  answeredText,
  askedText,
  keysText,
  lineText,
  writtenTally,
  standingText,
  revealText,
} from './texts.js';

/** Of a question of a game, with what its reveal shows. */
export function floorFor(question: QuestionPayload, room: RoomState, large: boolean): StageFloor {
  const { pictureUrl, bell } = room;
  const told = toldNow(room);
  const isPicture = 'places' in question;
  const url = isPicture && pictureUrl(question.image.id, large ? 'large' : 'small');
  const { solution, summary } = told ?? {};
  const isZoned = !isPicture && !('ruler' in question);
  const ruler = 'ruler' in question ? question.ruler : undefined;
  return stageFloor(question, {
    rights: isZoned ? rightsIn(room) : undefined,
    choiceImages: choicePictures(question, pictureUrl, large).map(({ image }) => image),
    image: url ? pictureAt(url).image : null,
    isWhole: isPicture && question.whole === true,
    stood: summary && 'stood' in summary ? summary.stood : undefined,
    isBare: !isOpinion(question) && isUnwalked(summary),
    right: ruler ? rightSpan(ruler, solution) : null,
    middle: ruler ? middleSpan(ruler, summary) : null,
    // On phones, and where nobody sees the others, they grow at the bell.
    hasBars: told !== null || (large && (!question.blind || bell !== null)),
    axis: axisOf(question, large),
  });
}
