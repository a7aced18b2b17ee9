import type { CommandName } from '../../protocol/commands.js';
import type { FailureCode } from '../i18n/failure-code.js';
import type { CommandAnswer, CommandPayload } from '../room/connection.js';
import { earlyEndOf, endsBreak, type EarlyEnd } from './early-end.js';
import { tellLost } from './lost-pictures.js';
import type { RoomSession } from '../stage/session.js';
import { isDrawWaiting, msUntilJudged, skipEffect, type SkipEffect } from './skip.js';

/** What a host does to a running game, or to begin one. */
export type GameAction =
  'start' | 'round' | 'next' | 'skip' | 'back' | 'pause' | 'resume' | 'extend' | 'drop' | 'close';

/** Time within which a press of the same key or button counts as the second one, in ms. */
export const TWICE_MS = 2_000;

/** Time after the end of a break when it is looked at again, in ms, as timers may fire a little early. */
const OVER_MS = 50;

/** This share of all players; the others may never come. */
const MOST_ARE_BACK = 0.9;

/** What runs a game, from the bar of a host who plays as from a cockpit. */
export class GameControls {
  /** A press is on its way to the server, and the next one does nothing. */
  isBusy = $state(false);
  #isEditing = false;
  /** Pressed once, and in which phase: what comes after it is not what was meant. */
  #armed: { action: string; version: number; until: number } | null = null;
  /** Raised when the time of a break is over, of which nothing else tells. */
  #breaksOver = $state(0);
  /** Whether the end of the game waits for a confirmation. */
  isEnding = $state(false);
  /** Whether the host chooses what a pause shows. */
  isChoosingPause = $state(false);
  /** Whether the question has been on screen for so long that it may be judged (R4.8). */
  mayClose = $state(false);
  /** Whether the script of a reveal that waits is over, so that all wait for this person. */
  isAwaited = $state(false);

  constructor(
    protected readonly session: RoomSession,
    private readonly refused: (code: FailureCode) => void,
  ) {}

  get isPaused(): boolean {
    return this.session.room.phase?.pausedLeftMs !== undefined;
  }

  /** The break or curtain that a press of _Next_ or _Resume_ would end too early. */
  get earlyEnd(): EarlyEnd | null {
    void this.#breaksOver;
    return earlyEndOf(this.session.room, this.session.clock.now());
  }

  /** The break or curtain that the first press would end too early; null for the second press, or if it ends nothing. */
  firstPressEnds(action: GameAction): EarlyEnd | null {
    const end = endsBreak(action) ? this.earlyEnd : null;
    return end === null || this.isSecond(action) ? null : end;
  }

  /** Whether the same was pressed just before, with nothing between. */
  protected isSecond(action: string): boolean {
    const version = this.session.room.phase?.version ?? 0;
    const before = this.#armed;
    const now = performance.now();
    const isSecond = before?.action === action && before.version === version && now < before.until;
    this.#armed = isSecond ? null : { action, version, until: now + TWICE_MS };
    return isSecond;
  }

  /** Whether the game waits after a restart of the server, and nine in ten are back (R25.2). */
  get isBack(): boolean {
    const { phase, roster } = this.session.room;
    const { here, all } = roster.attendance;
    return phase?.awayMs !== undefined && here >= all * MOST_ARE_BACK;
  }

  /** Whether the evening that has ended may go on with one more round (R6.8). */
  get hasScores(): boolean {
    const { results, options } = this.session.room;
    return results !== null && options?.gameMode === 'RANKING';
  }

  /** What a press of the skip button does now; null in a lobby. */
  get skips(): SkipEffect | null {
    const { kind, isHeld, isLast } = this.session.room;
    return kind === 'lobby' ? null : skipEffect(kind, { isJudged: this.mayClose, isHeld, isLast });
  }

  /** Whether a draw is on that waits to be held, or passed over. */
  get isDrawWaiting(): boolean {
    return isDrawWaiting(this.session.room.item);
  }

  /** Follows the clock of the phase; an effect runs it. */
  follow(): () => void {
    const { phase } = this.session.room;
    const leftMs = this.msUntilClose();
    this.isAwaited = false;
    this.mayClose = leftMs <= 0;
    const timers: ReturnType<typeof setTimeout>[] = [];
    const stop = () => timers.forEach(clearTimeout);
    const end = earlyEndOf(this.session.room, this.session.clock.now());
    if (end?.kind === 'break')
      timers.push(setTimeout(() => (this.#breaksOver += 1), end.leftMs + OVER_MS));
    if (phase === null || phase.pausedLeftMs !== undefined) return stop;
    if (leftMs > 0 && leftMs < Infinity)
      timers.push(setTimeout(() => (this.mayClose = true), leftMs));
    if (phase.waits)
      timers.push(
        setTimeout(() => (this.isAwaited = true), phase.endTime - this.session.clock.now()),
      );
    return stop;
  }

  /** Does nothing while another action is on its way: a disabled button would lose the focus. */
  async run(action: GameAction): Promise<void> {
    await this.send(() => this.#ask(action));
  }

  async endGame(): Promise<void> {
    await this.#askNow('endGame', {});
  }

  /** Pauses behind a curtain, or lowers it in a pause (R4.12). */
  async pause(how: Omit<CommandPayload<'pauseGame'>, 'version'>): Promise<void> {
    await this.#askNow('pauseGame', how);
  }

  /** Asks a question next that is still to come, by its place in `hostNotes` (R4.14). */
  async pick(place: number): Promise<void> {
    await this.#askNow('pickQuestion', { place });
  }

  /** Goes to an item of the programme (R27.6). */
  async goTo(item: string): Promise<void> {
    const answer = await this.#askNow('goToItem', { item });
    if (answer) tellLost(answer);
  }

  /** Changes what is to come of the programme (R27.6); returns whether it was taken. */
  async edit(edit: Omit<CommandPayload<'editProgramme'>, 'revision'>): Promise<boolean> {
    // A second press names the same revision, and would be refused.
    if (this.#isEditing) return false;
    this.#isEditing = true;
    const revision = this.session.room.programme?.revision ?? 0;
    const answer = await this.session.ask('editProgramme', { ...edit, revision });
    this.#isEditing = false;
    if (!answer.ok) this.refused(answer.error.code);
    return answer.ok;
  }

  /** `Infinity` where no question is asked. */
  protected msUntilClose(): number {
    const { phase } = this.session.room;
    return phase?.kind === 'question' ? msUntilJudged(phase, this.session.clock.now()) : Infinity;
  }

  protected async send(ask: () => Promise<CommandAnswer<CommandName>> | undefined): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    const answer = await ask();
    this.isBusy = false;
    if (answer && !answer.ok) this.refused(answer.error.code);
  }

  async #ask(action: GameAction): Promise<CommandAnswer<CommandName>> {
    const { session } = this;
    // Only of the phase that the host sees: a press that comes late must not hit the next one.
    const version = { version: session.room.phase?.version ?? 0 };
    switch (action) {
      case 'start':
        return tellLost(await session.ask('startGame', {}));
      case 'round':
        return tellLost(await session.ask('startGame', { nextRound: true }));
      case 'next':
        return tellLost(await session.ask('nextPhase', version));
      case 'skip':
        return session.ask('skipPhase', version);
      case 'back':
        return tellLost(await session.ask('backToItem', version));
      case 'pause':
        return session.ask('pauseGame', version);
      case 'resume':
        return session.ask('resumeGame', version);
      case 'extend':
        return session.ask('extendTime', version);
      case 'drop':
        return session.ask('dropQuestion', version);
      case 'close':
        return session.ask('closeQuestion', version);
    }
  }

  async #askNow<C extends 'endGame' | 'pauseGame' | 'pickQuestion' | 'goToItem'>(
    command: C,
    how: Omit<CommandPayload<C>, 'version'>,
  ): Promise<CommandAnswer<C> | undefined> {
    const { phase } = this.session.room;
    if (phase === null) return undefined;
    const payload = { ...how, version: phase.version } as CommandPayload<C>;
    const answer = await this.session.ask(command, payload);
    if (!answer.ok) this.refused(answer.error.code);
    return answer;
  }
}
