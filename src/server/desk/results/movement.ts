/** What a report tells of how people walked through a question (R17.8). */
import { isGiven, type GameRules, type JudgedQuestion } from '../../../game/shared/judged.js';
import { floorPart, valueAt, zonesOf } from '../../../game/kinds/floor.js';
import { rightsIn } from '../../../game/kinds/rights.js';
import { countsOf } from '../../../game/kinds/summary.js';
import { positionIn, type Track } from '../../../game/track.js';
import { isOpinion } from '../../../protocol/question.js';
import { LATE_CHANGE_MS, type LateChanges, type Movement } from '../../../protocol/results.js';

type Judged = Pick<JudgedQuestion, 'floor' | 'answers' | 'solution'>;

export function movementOf(
  question: Judged,
  track: Track,
  { gameMode }: Pick<GameRules, 'gameMode'>,
): Movement {
  const { floor, answers } = question;
  const counted = { ...question, answers: answers.filter(isGiven) };
  const hasZones = zonesOf(floor).length > 0;
  return {
    everyMs: track.everyMs,
    ...(hasZones && { counts: seriesOf(counted, track) }),
    late: lateChanges(counted, track, gameMode),
  };
}

/** How many stood in each zone in each sample, and at the bell. */
function seriesOf({ floor, answers }: Judged, track: Track): number[][] {
  const series = Array.from({ length: track.samples + 1 }, () => countsOf(floor, []));
  const part = floorPart(floor);
  const count = (sample: number, value: number): void => {
    const row = series[sample];
    // Zones are numbered from 1; somebody who has not moved is in none.
    if (row !== undefined && value > 0) row[value - 1] = (row[value - 1] ?? 0) + 1;
  };
  for (const [i, [, atBell]] of answers.entries()) {
    const [firstX, firstY] = positionIn(track, i, 0);
    let hasOpinion = !isOpinion(floor);
    for (let sample = 0; sample < track.samples; sample++) {
      const position = positionIn(track, i, sample);
      hasOpinion ||= position[0] !== firstX || position[1] !== firstY;
      if (hasOpinion) count(sample, part.valueAt(position, floor));
    }
    count(track.samples, atBell);
  }
  return series;
}

/** As if it had ended that much earlier, compared with how it ended. */
function lateChanges(
  question: Judged,
  track: Track,
  gameMode: GameRules['gameMode'],
): LateChanges | null {
  const { floor, answers } = question;
  const sample = track.samples - Math.ceil(LATE_CHANGE_MS / track.everyMs);
  if (sample < 0) return null;
  const earlier = answers.map(([playerId, , ms, played], i) => {
    const position = positionIn(track, i, sample);
    return [playerId, valueAt(position, floor), ms, played, ...position] as const;
  });
  const isRight = rightsIn(question, gameMode);
  const wasRight = rightsIn({ ...question, answers: earlier }, gameMode);
  const changes: LateChanges = { count: 0, toRight: 0, toWrong: 0 };
  for (const [i, answer] of answers.entries()) {
    const before = earlier[i];
    if (before === undefined) continue;
    const [, value, , , x, y] = answer;
    // Of a number, others may become the nearest by what somebody does.
    if (x === before[4] && y === before[5]) continue;
    const [was, is] = [wasRight(before), isRight(answer)];
    if (value === before[1] && was === is) continue;
    changes.count += 1;
    if (is && !was) changes.toRight += 1;
    if (was && !is) changes.toWrong += 1;
  }
  return changes;
}
