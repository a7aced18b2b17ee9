import type { PointsGiven } from '../../protocol/scores.js';
import { i18n } from '../i18n/language.svelte.js';
import { toasts } from '../ui/toasts.svelte.js';
import type { RoomState } from '../room/room-state.svelte.js';

/** Long enough to read a reason. */
const SHOWN_MS = 8_000;

/** Points by hand, of which everybody reads the reason (R27.10). */
export function tellGiven(
  { room }: { room: RoomState },
  { points, reason, to, isTakenBack }: PointsGiven,
): void {
  const t = i18n.game.given;
  const isTeams = to !== undefined && 'team' in to;
  const isOwn = isTeams ? room.self?.team === to.team : to?.playerId === room.selfId;
  const nameOf = (): string => {
    if (to === undefined) return t.somebodyGone;
    if (isTeams) return t.team({ name: room.teamNames[to.team] ?? '' });
    if (isOwn) return t.you;
    return room.isHost || room.screen.showNames ? to.playerName : t.seat({ number: to.slot + 1 });
  };
  const say = isTakenBack ? t.tookBack : t.gave;
  const tone = isOwn && points > 0 && !isTakenBack ? 'good' : 'plain';
  toasts.show(say({ name: nameOf(), points, reason }), tone, SHOWN_MS);
}
