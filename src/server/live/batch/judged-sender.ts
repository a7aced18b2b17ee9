import { helpingConnections } from '../../../game/host-connections.js';
import { judgedPayload } from '../../../game/judged-payload.js';
import type { Transition } from '../../../game/room-change.js';
import type { ServerPayload } from '../../../protocol/index.js';
import type { Audiences } from './audiences.js';
import type { Broadcaster } from './broadcaster.js';
import type { RoomView } from './room-view.js';

/** Tells those who run the room what was judged, so that any question of the evening can be corrected (R4.9). */
export class JudgedSender {
  /** Whether anything of the evening was told, which another one takes back. */
  private hasTold = false;

  constructor(
    private readonly view: RoomView,
    private readonly audiences: Audiences,
    private readonly broadcaster: Broadcaster,
  ) {}

  /** Tells a connection here all of it. */
  welcome(connectionId: string): void {
    this.tellAll((id) => id === connectionId);
  }

  /** Somebody else may run the room. */
  changeRoles(): void {
    this.tellAll(() => true);
  }

  /** Questions were judged or corrected, or another evening has begun. */
  change({ rules, judged = [] }: Transition): void {
    const { state } = this.view;
    const targets = this.targets(() => true);
    if (targets.length === 0) return;
    const questions = judgedPayload(state, judged);
    if (questions.length === 0 && (rules === undefined || !this.hasTold)) return;
    const isAll = rules === undefined ? {} : ({ isAll: true } as const);
    this.emit({ questions, ...isAll }, targets);
  }

  private tellAll(isMeant: (connectionId: string) => boolean): void {
    const { state } = this.view;
    const targets = this.targets(isMeant);
    if (targets.length === 0) return;
    const questions = judgedPayload(state, state.judged);
    if (questions.length > 0) this.emit({ questions, isAll: true }, targets);
  }

  private emit(payload: ServerPayload<'judgedQuestions'>, targets: string[]): void {
    this.hasTold = payload.questions.length > 0;
    this.broadcaster.emit(targets, 'judgedQuestions', payload);
  }

  private targets(isMeant: (connectionId: string) => boolean): string[] {
    return [...helpingConnections(this.view.state)].filter(
      (id) => this.audiences.has(id) && isMeant(id),
    );
  }
}
