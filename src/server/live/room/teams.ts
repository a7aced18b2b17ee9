import type { CommandRunner } from '../../../game/room-command.js';
import { chooseTeam, listTeams, moveToTeam, nameTeams } from '../../../game/teams.js';
import type { TeamEntry } from '../../../protocol/index.js';
import type { LocalRoom } from './local-room.js';

/** Use cases of teams (R13). */
export class Teams {
  constructor(private readonly commands: CommandRunner) {}

  name({ view }: LocalRoom, names: readonly string[]): Promise<void> {
    return this.commands.run(view.roomId, nameTeams(names));
  }

  /** Tells how many entries there are, and how many were alike others. */
  list(
    { view }: LocalRoom,
    entries: readonly TeamEntry[],
    more: boolean,
  ): Promise<{ count: number; merged: number }> {
    return this.commands.run(view.roomId, listTeams(entries, more));
  }

  choose({ view }: LocalRoom, playerId: string, team: number): Promise<void> {
    return this.commands.run(view.roomId, chooseTeam(playerId, team));
  }

  /** `by` is the identity of the host or co-host who wants it, whose role then has to allow it. */
  move({ view }: LocalRoom, playerId: string, team: number, by: string): Promise<void> {
    return this.commands.run(view.roomId, moveToTeam(by, playerId, team));
  }
}
