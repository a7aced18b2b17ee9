import type { CommandName } from '../../protocol/commands.js';
import type { FailureCode } from '../i18n/ko-errors.js';
import type { CommandAnswer, CommandPayload } from '../lib/connection.js';
import { correctJudged, rulingOf } from '../lib/correct-judged.js';
import { tellLost } from '../lib/lost-pictures.js';
import type { RoomSession } from '../lib/session.js';
import { msUntilJudged } from '../lib/skip.js';
import { actionOf, isPressedTwice, mayDo, type HostAction, type Moment } from './keys.js';

/** Within this a press of the same key or button counts as the second one. */
const TWICE_MS = 2_000;
const NOTE_MS = 6_000;

/** What a press has to say for itself; `refused` is what the server answered. */
export type Note =
  | { kind: 'nextInQuestion' | 'nextInLobby' | 'tooSoon' }
  | { kind: 'again'; action: HostAction }
  | { kind: 'refused'; code: FailureCode };

/** What the keys and the large buttons of a cockpit do, which is the same. */
export class HostControls {
  note = $state.raw<Note | null>(null);
  /** A press is on its way to the server, and the next one does nothing. */
  isBusy = $state(false);
  /** Whether the end of the game waits for a confirmation. */
  isEnding = $state(false);
  isHelping = $state(false);
  /** Whether the host chooses what a pause shows. */
  isChoosingPause = $state(false);
  /** Pressed once, and in which phase: what comes after it is not what was meant. */
  #armed: { action: HostAction; version: number; until: number } | null = null;

  constructor(private readonly session: RoomSession) {}

  get moment(): Moment {
    const { kind, phase, reveal, judged, results, final, options } = this.session.room;
    return {
      kind,
      isPaused: phase?.pausedLeftMs !== undefined,
      // Before its answer is told, what was judged last is the question before.
      isRuled: kind === 'reveal' && reveal !== null && judged?.index === phase?.index,
      isVoid: reveal?.isVoid ?? false,
      hasScores: results !== null && options?.gameMode === 'RANKING',
      isFinal: final !== null,
    };
  }

  /** Whether the question has been on screen for so long that it may be judged (R4.8). */
  get mayClose(): boolean {
    const { phase } = this.session.room;
    return phase?.kind === 'question' && msUntilJudged(phase, this.session.clock.now()) <= 0;
  }

  /** Whether this was a key of the cockpit, and nobody else's. */
  pressKey(press: KeyboardEvent): boolean {
    const action = actionOf(press, this.moment);
    if (action !== null) void this.press(action);
    // A key that is held is no other key's, either.
    return action !== null || (press.repeat && actionOf(unrepeated(press), this.moment) !== null);
  }

  async press(action: HostAction): Promise<void> {
    if (this.isBusy) return;
    this.note = null;
    if (!mayDo(action, this.moment)) {
      if (action === 'next')
        this.#say({ kind: this.moment.kind === 'lobby' ? 'nextInLobby' : 'nextInQuestion' });
      return;
    }
    if (action === 'close' && !this.mayClose) {
      this.#say({ kind: 'tooSoon' });
      return;
    }
    if (isPressedTwice(action, this.moment) && !this.#isSecond(action)) {
      this.#say({ kind: 'again', action }, TWICE_MS);
      return;
    }
    this.isBusy = true;
    const answer = await this.#run(action);
    this.isBusy = false;
    if (answer && !answer.ok) this.#say({ kind: 'refused', code: answer.error.code });
  }

  /** The phase has gone on, and what was said of the one before helps nobody. */
  phaseChanged(): void {
    if (this.note?.kind !== 'refused') this.note = null;
  }

  #isSecond(action: HostAction): boolean {
    const version = this.session.room.phase?.version ?? 0;
    const before = this.#armed;
    const now = performance.now();
    const isSecond = before?.action === action && before.version === version && now < before.until;
    this.#armed = isSecond ? null : { action, version, until: now + TWICE_MS };
    return isSecond;
  }

  async #run(action: HostAction): Promise<CommandAnswer<CommandName> | undefined> {
    const { session } = this;
    const { room } = session;
    // Only of the phase that the host sees: a press that comes late must not hit the next one.
    const version = { version: room.phase?.version ?? 0 };
    switch (action) {
      case 'start':
        return tellLost(await session.ask('startGame', {}));
      case 'round':
        return tellLost(await session.ask('startGame', { keepScores: true }));
      case 'next':
        return session.ask('nextPhase', version);
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
      case 'void':
      case 'count':
        return room.judged
          ? correctJudged(session, room.judged, {
              ...rulingOf(room.judged),
              isVoid: action === 'void',
            })
          : undefined;
      case 'mute':
        return session.ask('muteChat', { muted: !room.chatMuted });
      case 'lock':
        return session.ask('lockRoom', { locked: !(room.options?.isLocked ?? false) });
      case 'end':
        this.isEnding = true;
        return undefined;
      case 'help':
        this.isHelping = true;
        return undefined;
    }
  }

  async endGame(): Promise<void> {
    await this.#ask('endGame', {});
  }

  /** Pauses behind a curtain, or lowers it in a pause (R4.12). */
  async pause(how: Omit<CommandPayload<'pauseGame'>, 'version'>): Promise<void> {
    await this.#ask('pauseGame', how);
  }

  /** Asks a question next that is still to come, by its place in `hostNotes` (R4.14). */
  async pick(place: number): Promise<void> {
    await this.#ask('pickQuestion', { place });
  }

  async #ask<C extends 'endGame' | 'pauseGame' | 'pickQuestion'>(
    command: C,
    how: Omit<CommandPayload<C>, 'version'>,
  ): Promise<void> {
    const { phase } = this.session.room;
    if (phase === null) return;
    const payload = { ...how, version: phase.version } as CommandPayload<C>;
    const answer = await this.session.ask(command, payload);
    if (!answer.ok) this.#say({ kind: 'refused', code: answer.error.code });
  }

  #say(note: Note, shownMs = NOTE_MS): void {
    this.note = note;
    setTimeout(() => {
      if (this.note === note) this.note = null;
    }, shownMs);
  }
}

function unrepeated({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  return { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat: false };
}
