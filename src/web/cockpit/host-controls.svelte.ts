import type { PhasePayload } from '../../protocol/events.js';
import { isSameName, nameOf } from '../../protocol/judged-name.js';
import type { FailureCode } from '../i18n/failure-code.js';
import { correctJudged, rulingOf } from '../host/correct-judged.js';
import { endsBreak, type EarlyEnd } from '../host/early-end.js';
import { GameControls, TWICE_MS } from '../host/game-controls.svelte.js';
import { hasSeveralRight } from '../room/outcome.js';
import type { Judged } from '../room/room-state.svelte.js';
import type { RoomSession } from '../stage/session.js';
import { comingIn, mayGoBack } from './programme.js';
import {
  actionOf,
  beginsRound,
  isPressedTwice,
  mayDo,
  type HostAction,
  type Situation,
} from './keys.js';

const NOTE_MS = 6_000;

/** What a press has to say for itself; `refused` is what the server answered. */
export type Note =
  | { kind: 'nextInQuestion' | 'nextInLobby' | 'tooSoon' }
  /** `end` is what the press would end too early, if anything. */
  | { kind: 'again'; action: HostAction; end: EarlyEnd | null }
  | { kind: 'refused'; code: FailureCode };

function isLastJudged(judged: Judged | null | undefined, phase: PhasePayload | null): boolean {
  return !!judged && phase !== null && isSameName(judged.name, nameOf(phase));
}

/** What the keys and the large buttons of a cockpit do, which is the same. */
export class HostControls extends GameControls {
  note = $state.raw<Note | null>(null);
  isHelping = $state(false);

  constructor(session: RoomSession) {
    super(session, (code) => this.#say({ kind: 'refused', code }));
  }

  get situation(): Situation {
    const { kind, phase, item, reveal, judged, final } = this.session.room;
    return {
      kind,
      isPaused: this.isPaused,
      isCurtained: this.session.room.isCurtained,
      endsEarly: this.earlyEnd !== null,
      hasClock: kind !== 'lobby' || (item !== null && phase?.waits !== true),
      // Before its answer is told, what was judged last is the question before.
      isRuled:
        kind === 'reveal' &&
        reveal !== null &&
        !hasSeveralRight(reveal) &&
        isLastJudged(judged, phase),
      isVoid: reveal?.isVoid ?? false,
      hasScores: this.hasScores,
      isFinal: final !== null,
      coming: comingIn(this.session.room, this.session.clock.now()),
      isDrawWaiting: this.isDrawWaiting,
      mayGoBack: mayGoBack(this.session.room),
    };
  }

  /** Whether this was a key of the cockpit, and nobody else's. */
  pressKey(press: KeyboardEvent): boolean {
    const action = actionOf(press, this.situation);
    if (action !== null) void this.press(action);
    // A key that is held is no other key's, either.
    return (
      action !== null || (press.repeat && actionOf(unrepeated(press), this.situation) !== null)
    );
  }

  async press(action: HostAction): Promise<void> {
    if (this.isBusy) return;
    this.note = null;
    if (!mayDo(action, this.situation)) {
      if (action === 'next')
        this.#say({ kind: this.situation.kind === 'lobby' ? 'nextInLobby' : 'nextInQuestion' });
      return;
    }
    if (action === 'close' && this.msUntilClose() > 0) {
      this.#say({ kind: 'tooSoon' });
      return;
    }
    if (isPressedTwice(action, this.situation) && !this.isSecond(action)) {
      const end = endsBreak(action) ? this.earlyEnd : null;
      this.#say({ kind: 'again', action, end }, TWICE_MS);
      return;
    }
    await this.#do(action);
  }

  /** The phase has gone on, and what was said of the one before helps nobody. */
  phaseChanged(): void {
    if (this.note?.kind !== 'refused') this.note = null;
  }

  async #do(action: HostAction): Promise<void> {
    const { session } = this;
    const { judged, chatMuted, options } = session.room;
    switch (action) {
      case 'void':
      case 'count':
        if (judged) {
          const ruling = { ...rulingOf(judged), isVoid: action === 'void' };
          await this.send(() => correctJudged(session, judged, ruling));
        }
        return;
      case 'mute':
        return this.send(() => session.ask('muteChat', { muted: !chatMuted }));
      case 'lock':
        return this.send(() => session.ask('lockRoom', { locked: !(options?.isLocked ?? false) }));
      case 'end':
        this.isEnding = true;
        return;
      case 'help':
        this.isHelping = true;
        return;
      case 'next':
        if (session.room.isCurtained) return this.run('resume');
        return this.run(beginsRound(this.situation) ? 'start' : 'next');
      default:
        return this.run(action);
    }
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
