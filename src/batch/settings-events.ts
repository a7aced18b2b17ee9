/** Which event tells clients of which settings. */
import type { RoomSettings } from '../game/room-state.js';
import type { FlushEvent, OptionsPayload } from '../protocol/index.js';

interface SettingsEvent {
  settings: readonly (keyof RoomSettings)[];
  event: (settings: RoomSettings) => FlushEvent;
}

const EVENTS: readonly SettingsEvent[] = [
  {
    settings: [
      'title',
      'gameMode',
      'maxPlayerCount',
      'isPublic',
      'scoring',
      'crowd',
      'pacing',
      'lives',
      'isLocked',
      'actingHost',
    ],
    event: (settings) => ['updateRoomOption', optionsPayload(settings)],
  },
  { settings: ['quizSet'], event: ({ quizSet }) => ['updateRoomQuizset', quizSet] },
  {
    settings: ['showChat', 'showNames'],
    event: ({ showChat, showNames }) => ['updateScreen', { showChat, showNames }],
  },
  {
    settings: ['slowSeconds', 'filterWords', 'names'],
    event: ({ slowSeconds, filterWords, names }) => [
      'updateModeration',
      { slowSeconds, filterWords, names },
    ],
  },
  { settings: ['isMuted'], event: ({ isMuted }) => ['muteChat', { muted: isMuted }] },
  {
    settings: ['rehearsal'],
    event: ({ rehearsal }) => [
      'updateRehearsal',
      { bots: rehearsal?.bots ?? 0, endTime: rehearsal?.endsAt ?? 0 },
    ],
  },
];

/** The events of those settings. */
export function settingsEvents(settings: RoomSettings, changed: readonly string[]): FlushEvent[] {
  return EVENTS.filter((one) => one.settings.some((name) => changed.includes(name))).map(
    ({ event }) => event(settings),
  );
}

/** What a newcomer is told; of a rehearsal only where one is going on. */
export function allSettingsEvents(settings: RoomSettings): FlushEvent[] {
  const names = Object.keys(settings);
  return settingsEvents(
    settings,
    names.filter((name) => name !== 'rehearsal' || settings.rehearsal !== null),
  );
}

function optionsPayload(settings: RoomSettings): OptionsPayload {
  const { title, gameMode, maxPlayerCount, isPublic, isLocked, actingHost } = settings;
  const { scoring, crowd, pacing, lives } = settings;
  const game = { scoring, crowd, pacing, lives };
  const options = { title, gameMode, maxPlayerCount, isPublic, ...game, isLocked };
  return actingHost ? options : { ...options, actingHost };
}
