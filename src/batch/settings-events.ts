/** Which event tells clients of which settings. */
import type { RoomSettings } from '../game/room-state.js';
import type { FlushEvent, OptionsPayload } from '../protocol/index.js';

interface SettingsEvent {
  settings: readonly (keyof RoomSettings)[];
  event: (settings: RoomSettings) => FlushEvent;
}

const EVENTS: readonly SettingsEvent[] = [
  {
    settings: ['title', 'gameMode', 'maxPlayerCount', 'isPublic', 'isLocked', 'actingHost'],
    event: (settings) => ['updateRoomOption', optionsPayload(settings)],
  },
  { settings: ['quizSet'], event: ({ quizSet }) => ['updateRoomQuizset', quizSet] },
  {
    settings: ['showChat', 'showNames'],
    event: ({ showChat, showNames }) => ['updateScreen', { showChat, showNames }],
  },
  { settings: ['isMuted'], event: ({ isMuted }) => ['muteChat', { muted: isMuted }] },
];

/** The events of those settings, or of all. */
export function settingsEvents(
  settings: RoomSettings,
  changed: readonly string[] = Object.keys(settings),
): FlushEvent[] {
  return EVENTS.filter((one) => one.settings.some((name) => changed.includes(name))).map(
    ({ event }) => event(settings),
  );
}

function optionsPayload(settings: RoomSettings): OptionsPayload {
  const { title, gameMode, maxPlayerCount, isPublic, isLocked, actingHost } = settings;
  const options = { title, gameMode, maxPlayerCount, isPublic, isLocked };
  return actingHost ? options : { ...options, actingHost };
}
