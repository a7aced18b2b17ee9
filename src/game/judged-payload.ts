import type { JudgedPayload } from '../protocol/cockpit.js';
import { isSameName } from '../protocol/judged-name.js';
import { EARLIER_TEXTS_TOLD, GROUPS_TOLD } from '../protocol/limits.js';
import { askedSoFar } from './draw-question.js';
import { wrongTexts } from './kinds/written.js';
import { partAlone } from './kinds/series.js';
import { rightsOf } from './phase.js';
import type { RoomState } from './room-state.js';
import type { JudgedQuestion } from './shared/judged.js';

/**
 * Those of these questions in which something is right, as who runs the room is told of them (R4.9). The latest one of the
 * evening has all texts that can be accepted yet, as it is at its reveal, and the others have the commonest.
 */
export function judgedPayload(
  { phase, game, judged: all }: Pick<RoomState, 'phase' | 'game' | 'judged'>,
  judged: readonly JudgedQuestion[],
): JudgedPayload[] {
  const asked =
    game === null
      ? phase.kind === 'lobby'
        ? (phase.asked ?? [])
        : []
      : askedSoFar(game).map(({ shown }) => shown);
  return judged.flatMap((one): JudgedPayload[] => {
    const { question, part, drops, solution, setSolution, isVoid } = one;
    const whole = asked[question];
    if (whole === undefined || solution === null) return [];
    const shown = partAlone(whole, part);
    const setRight = rightsOf(setSolution)[0] ?? 0;
    const last = all.at(-1);
    const isLatest = last !== undefined && isSameName(one, last);
    const texts = wrongTexts(one)?.slice(0, isLatest ? GROUPS_TOLD : EARLIER_TEXTS_TOLD);
    return [{ question, part, drops, shown, setRight, solution, isVoid, ...(texts && { texts }) }];
  });
}
