import { RoomError, type Look, type RoomOptions } from '../../../protocol/index.js';
import type { KeptLooks } from '../../contracts/kept-looks.js';
import type { Credentials, SignIn } from '../../contracts/sign-in.js';

/** Gives rooms the look of an account (R21.5). */
export class RoomLooks {
  constructor(
    private readonly signIn: SignIn,
    private readonly kept: KeptLooks,
  ) {}

  /**
   * Options with the look that they ask for, as the sender's account has it now, so that nobody who joins waits for it.
   * Asks nobody unless they ask for one. Throws BAD_REQUEST where the sender has none, and DATABASE_AWAY.
   */
  async withLook<Options extends Partial<RoomOptions>>(
    options: Options,
    sender: Credentials,
  ): Promise<Options & { look?: Look }> {
    if (options.theme !== 'look') return options;
    const account = await this.signIn.find(sender);
    const look = account && (await this.kept.find(account.hostId));
    if (look === undefined) throw new RoomError('BAD_REQUEST', 'theme: this account has no look');
    return { ...options, look };
  }
}
