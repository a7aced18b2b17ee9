/** What pages say and show of a question; in a file of its own, as it is compiled as the page is. */
import type { Answer } from '../../src/game/shared/judged.js';
import { floorOf, positionFor, valuesOf } from '../../src/game/kinds/floor.js';
import { summaryOf } from '../../src/game/kinds/summary.js';
import type { DraftQuestion } from '../../src/protocol/desk.js';
import type { PartSolution, ShownQuestion } from '../../src/protocol/question.js';
import { i18n } from '../../src/web/i18n/language.svelte.js';
import { fittingSeconds } from '../../src/web/desk/edit/fitting-seconds.js';
import { isBlank } from '../../src/web/desk/edit/is-blank.js';
import { newQuestion } from '../../src/web/desk/edit/new-question.js';
import { judgeTried } from '../../src/web/desk/stage/judge-tried.js';
import { PreviewSession, solutionOf } from '../../src/web/desk/stage/preview-session.js';
import { rightRows, rowsOf } from '../../src/web/kinds/question-rows.js';
import { NO_SCENERY, stageFloor } from '../../src/web/kinds/floors.js';
import { middleSpan, rightSpan } from '../../src/web/kinds/ruler-marks.js';
import {
  answeredText,
  askedText,
  keysText,
  ownText,
  standingText,
  summaryText,
} from '../../src/web/kinds/texts.js';
import { solutionText, valueText } from '../../src/web/kinds/answer-texts.js';
import { rulingOf } from '../../src/web/host/correct-judged.js';
import { RoomState } from '../../src/web/room/room-state.svelte.js';
import { barsOf } from '../../src/web/results/question-chart.js';
import { figuresOf } from '../../src/web/results/figures.js';
import { valueText as resultText } from '../../src/web/results/value-text.js';
import { placeCounts } from '../../src/web/show/open-floor.js';

const KEYS = ['Digit1', 'Digit3', 'KeyO', 'KeyX', 'ArrowLeft', 'ArrowUp', 'Minus', 'Equal', 'KeyA'];

export function pageOf(
  shown: ShownQuestion,
  right: PartSolution | undefined,
): Record<string, unknown> {
  const floor = floorOf(shown);
  const values = valuesOf(floor);
  const answers = [...values, -1].map((value): Answer => {
    return [`p${value}`, value, 500, 1, ...positionFor(value, floor)];
  });
  const summary = summaryOf({ floor, answers, solution: right ?? null });
  const reveal = {
    answer: 0,
    players: [],
    ...(right && { solution: right }),
    summary,
    nearest: true as const,
  };
  const room = new RoomState();
  room.phase = { version: 1, kind: 'question', index: 0, count: 2, startTime: 0, endTime: 9 };
  room.question = { ...shown, startTime: 0, endTime: 9 };
  const asked = [room.isOpinion, room.hasPicture, room.countsAtBell];
  room.reveal = reveal;
  const stage = stageFloor(shown, NO_SCENERY);
  const { key, isPicture } = stage.look;
  const placed = [0, 1, 2, 3, 200].map((value) => {
    const place = stage.placeFor(value, { x: 0.25, y: 0.25 });
    return place && stage.valueAt(place);
  });
  const pressed = KEYS.map((code) => {
    const at = { x: 0.5, y: 0.5 };
    const press = (noWalk: boolean) => {
      const gait = { at, isWalking: false, noWalk };
      const event = { code, key: code.slice(-1), repeat: false } as KeyboardEvent;
      const place = stage.placeByKey(event, gait);
      return place && stage.valueAt(place);
    };
    return [press(false), press(true)];
  });
  const reported = {
    number: 0,
    part: 0,
    drops: 0,
    kind: floor.kind,
    shown,
    choices: 'choices' in floor ? floor.choices : 0,
    solution: right ?? null,
    setSolution: right ?? null,
    rights: [...(rightRows(shown, right) ?? [])],
    isVoid: false,
    limitMs: 15_000,
    summary,
    answers: answers.map(([, value, ms, , x, y], n) => [n, value, ms, 1, 0, 0, x, y] as never),
  };
  const words = i18n.results.results;
  return {
    shown,
    asked,
    revealed: [room.isOpinion, room.hasPicture, room.countsAtBell],
    look: [key, isPicture ?? false],
    placed,
    pressed,
    heads: stage.countHeads([
      { x: 0.1, y: 0.1 },
      { x: 0.9, y: 0.97 },
      { x: 0.5, y: 0.5 },
    ]),
    rows: rowsOf(shown),
    rights: rightRows(shown, right) ?? null,
    counts: placeCounts(shown, summary),
    spans:
      'ruler' in shown ? [rightSpan(shown.ruler, right), middleSpan(shown.ruler, summary)] : [],
    texts: [
      ...[...values, -1].slice(-6).map((value) => valueText(shown, value)),
      solutionText(shown, right),
      ownText(shown, reveal, { ownValue: 1, ownPlace: undefined }, true),
      summaryText(shown, summary),
      answeredText(summary),
      askedText(shown),
      standingText(shown, 1),
      keysText(shown),
    ],
    results: [...values, -1].slice(-6).map((value) => resultText(reported, value, words)),
    bars: barsOf(figuresOf(reported), words).slice(-5),
    ruling: right ? rulingOf({ question: shown, solution: right, isVoid: false } as never) : null,
    tried: [true, false].map((hasMoved) =>
      judgeTried('me', { question: shown, solution: right, at: [20_000, 63_000], hasMoved }),
    ),
  };
}

export function draftPage(draft: DraftQuestion): Record<string, unknown> {
  const session = new PreviewSession(true);
  session.show({
    row: draft,
    number: 1,
    count: 2,
    part: 0,
    title: 'Title',
    language: 'en',
    isScreen: true,
    isTried: false,
  });
  return {
    seconds: fittingSeconds(draft),
    isBlank: isBlank(draft),
    solution: solutionOf(draft) ?? null,
    shown: session.room.question,
  };
}

export { newQuestion };

export async function speak(language: 'ko' | 'en'): Promise<void> {
  await i18n.choose(language);
  await i18n.need('game', 'host', 'desk', 'results', 'faults');
}
