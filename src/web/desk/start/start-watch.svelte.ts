import type { StartRequest, StartState, StopAnswer, StopFigures } from '../../../protocol/start.js';
import type { FailureCode } from '../../i18n/failure-code.js';
import { askApi, type Answer } from '../../ui/ask-desk.js';

const LOOK_EVERY_MS = 1_000;
const SECRET = /^#(key|ticket)=(.+)$/;

/** The page shows this in place of the server's state, or beside it. */
export type StartTrouble =
  'notHere' | 'notSignedIn' | 'wrongKey' | 'away' | 'stopping' | 'stopped' | null;

/** Keeps asking how the server is, and does what is asked of it. */
export class StartWatch {
  #state = $state.raw<StartState | null>(null);
  #trouble = $state<StartTrouble>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isWatching = true;

  get state(): StartState | null {
    return this.#state;
  }

  get trouble(): StartTrouble {
    return this.#trouble;
  }

  /** Takes the key or the ticket out of the address, if there is one, and asks from then on. */
  async begin(): Promise<void> {
    const [, kind, secret] = SECRET.exec(location.hash) ?? [];
    if (secret !== undefined) {
      // Before anything else: an address is seen, kept and sent around.
      history.replaceState(null, '', location.pathname);
      const given: StartRequest = kind === 'key' ? { key: secret } : { ticket: secret };
      const answer = await this.#post('session', given);
      if (!answer.ok && answer.code === 'FORBIDDEN') this.#trouble = 'wrongKey';
    }
    await this.#look();
  }

  end(): void {
    this.#isWatching = false;
    clearTimeout(this.#timer);
  }

  async choose(base: string): Promise<FailureCode | null> {
    const answer = await this.#post<StartState>('address', { base });
    if (!answer.ok) return answer.code;
    this.#state = answer.value;
    return null;
  }

  /** Signs in at the desk, where that is possible, and goes there. */
  async openDesk(): Promise<void> {
    await this.#post('desk');
    location.assign('/desk');
  }

  /** The rooms that would end, where somebody has to confirm it. */
  async stop(isConfirmed: boolean): Promise<StopFigures | null> {
    const answer = await this.#post<StopAnswer>('stop', { isConfirmed });
    if (!answer.ok) return null;
    const { isStopping, inUse } = answer.value;
    if (!isStopping) return inUse;
    this.#trouble = 'stopping';
    return null;
  }

  async #look(): Promise<void> {
    const answer = await askApi<StartState>('GET', '/start');
    if (!this.#isWatching) return;
    if (answer.ok) {
      this.#state = answer.value;
      if (this.#trouble !== 'stopping') this.#trouble = null;
    } else this.#trouble = this.#troubleBy(answer.code);
    // Another one may have begun meanwhile.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), LOOK_EVERY_MS);
  }

  #troubleBy(code: FailureCode): StartTrouble {
    const { trouble } = this;
    if (code === 'NOT_FOUND' || code === 'UNKNOWN_HOST') return 'notHere';
    if (code === 'NOT_SIGNED_IN') return trouble === 'wrongKey' ? trouble : 'notSignedIn';
    // It answers nothing while it ends, or no more.
    return trouble === 'stopping' || trouble === 'stopped' ? 'stopped' : 'away';
  }

  #post<T = void>(path: string, body: object = {}): Promise<Answer<T>> {
    return askApi('POST', `/start/${path}`, { body: JSON.stringify(body) });
  }
}
