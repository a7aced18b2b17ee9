import type { DraftQuestion } from '../../../protocol/desk.js';
import type { PhasePayload } from '../../../protocol/events.js';
import { toSteps } from '../../../protocol/position.js';
import type { ShownQuestion, Solution } from '../../../protocol/question.js';
import { ownRules } from '../../../game/kinds/own/own-rules.js';
import { PositionSender } from '../../arena/position-sender.js';
import { Walker } from '../../arena/walker.js';
import { ServerClock } from '../../room/clock.js';
import { RoomState } from '../../room/room-state.svelte.js';
import type { StageSession } from '../../arena/stage-session.js';
import { deskImageUrl } from '../desk-image.js';
import type { Tried } from './stage-message.js';
import { judgeTried } from './judge-tried.js';

const SELF = 'self';
/** Of the get-ready part of a question that somebody tries. */
const READY_MS = 2_000;
const REVEAL_MS = 6_000;

/** A stage without a room: a question as it is asked, and one player who may walk. */
export class PreviewSession implements StageSession {
  readonly room = new RoomState();
  readonly walker = new Walker();
  readonly sender = new PositionSender(() => true);
  readonly clock: ServerClock;
  /** Epoch ms of a clock that stands unless somebody tries the question. */
  #time = 0;
  #running = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #question: DraftQuestion | null = null;

  constructor(readonly isScreen: boolean) {
    const began = performance.now();
    this.clock = new ServerClock(
      () => (this.#running ? performance.now() - began : this.#time),
      () => 0,
    );
    const { room } = this;
    room.link = 'in';
    room.pictureUrl = deskImageUrl;
    room.selfId = isScreen ? null : SELF;
    const player = { playerId: SELF, playerName: '', slot: 3, score: 0, connected: true };
    room.roster.add([{ ...player, isHost: false, isAlive: true, playerPosition: [0.5, 0.5] }]);
  }

  /** Shows a question with its choices and all of its time left. */
  show(question: DraftQuestion, number: number, count: number, title: string): void {
    this.stop();
    this.#question = question;
    const { room } = this;
    room.options = { title, gameMode: 'RANKING', crowd: 'visible' } as typeof room.options;
    const seconds = question.limitTime ?? 0;
    this.#ask(this.clock.now(), seconds * 1000, number - 1, count);
  }

  /** Runs through the question: get ready, walk, and what was right. */
  begin(onjudged: (tried: Tried | null) => void, onend: () => void): void {
    const { phase } = this.room;
    if (phase === null || this.#question === null) return;
    this.#running = true;
    const limitMs = (this.#question.limitTime ?? 0) * 1000;
    this.walker.place({ x: 0.5, y: 0.5 });
    this.#ask(this.clock.now() + READY_MS, limitMs, phase.index, phase.count);
    this.#timer = setTimeout(() => {
      onjudged(this.#reveal());
      this.#timer = setTimeout(onend, REVEAL_MS);
    }, READY_MS + limitMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#time = this.clock.now();
    this.#running = false;
  }

  #ask(startTime: number, limitMs: number, index: number, count: number): void {
    const { room } = this;
    const endTime = startTime + limitMs;
    const question = this.#question;
    room.reveal = null;
    room.question = question && { ...shownOf(question), startTime, endTime };
    room.phase = { version: 1, kind: 'question', index, count, startTime, endTime };
  }

  #reveal(): Tried | null {
    const { room, walker } = this;
    const { phase, question } = room;
    if (phase === null || question === null || this.#question === null) return null;
    const at = [toSteps(walker.x), toSteps(walker.y)] as const;
    const hasMoved = walker.lastMoveAt >= room.askedAt;
    const solution = solutionOf(this.#question);
    const { reveal, tried } = judgeTried(SELF, { question, solution, at, hasMoved });
    room.reveal = reveal;
    const startTime = this.clock.now();
    const shown: PhasePayload = { ...phase, kind: 'reveal', startTime };
    room.phase = { ...shown, endTime: startTime + REVEAL_MS };
    return tried;
  }
}

/** A question as it is asked; what is not written yet is empty. */
function shownOf(draft: DraftQuestion): ShownQuestion {
  const { quiz, points, image } = draft;
  const worth = points === 1 ? {} : { points };
  return { quiz, ...worth, ...(image && { image }), ...ownRules(draft.kind).preview(draft).shown };
}

/** Undefined where nothing is right, or it is not written yet. */
export function solutionOf(draft: DraftQuestion): Solution | undefined {
  return ownRules(draft.kind).preview(draft).solution ?? undefined;
}
