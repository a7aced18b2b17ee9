import type { Audience } from '../../../../game/chat-log.js';
import { limits, type FlushEvent } from '../../../../protocol/index.js';
import { isCurtained } from '../../../../game/phase.js';
import { areRanksTold } from '../../../../game/programme.js';
import { toldScores } from '../../../../game/tally.js';
import {
  catchUpEvents,
  deletions,
  history,
  isForeign,
  leagueEvents,
  type Newcomer,
} from '../admission.js';
import type { RoomView } from '../room-view.js';
import { allSettingsEvents } from '../settings-events.js';
import { inCrowd, peopleEvent, type OwnMarks } from './crowd-events.js';

/** What a newcomer to a big room is sent before the crowd and those near, and the marks of all where there are any. */
export function crowdWelcome(
  view: RoomView,
  audience: Audience,
  newcomer: Newcomer,
): { events: FlushEvent[]; own: OwnMarks | null } {
  const { isCreator, slot, cursor } = newcomer;
  const { incarnation } = view;
  const seat = slot === null ? undefined : view.seats.get(slot);
  const self = seat && view.player(seat, audience, seat.position);
  const now = inCrowd(view, [
    ...catchUpEvents(view),
    ...scoresOf(view),
    ...(audience === 'ghosts' ? leagueEvents(view.tally) : []),
  ]);
  const isBack = cursor !== null;
  const roles = [view.hostId, ...view.coHostIds].map((playerId) => ({ playerId }));
  const events: FlushEvent[] = [
    ...(isCreator ? [['createRoom', { gameId: view.pin }] satisfies FlushEvent] : []),
    ...allSettingsEvents(view.settings, isBack),
    ...(seat ? [['getSelfId', { playerId: seat.playerId }] satisfies FlushEvent] : []),
    // A client that was away did not hear whose messages were taken back.
    ...(isBack ? view.kicked.map((playerId): FlushEvent => ['kickRoom', { playerId }]) : []),
    ['joinRoom', { players: self ? [self] : [], everyone: true, incarnation }],
    peopleEvent(view, roles),
    ...(isBack && !isForeign(view, cursor) ? deletions(view, audience) : []),
    ...history(view, audience, newcomer, limits.CROWD_CHAT_ON_JOIN),
    ...now.events,
  ];
  return { events, own: now.own };
}

/** What the last judgement told, for who comes while it is not shown. */
function scoresOf({ phase, tally, state }: RoomView): FlushEvent[] {
  const isShown = phase.kind === 'reveal' || phase.kind === 'lobby';
  return isShown || isCurtained(phase) || tally.marks.length === 0
    ? []
    : [['updateScores', toldScores(tally, areRanksTold(state))]];
}
