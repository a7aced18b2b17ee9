/** Which event tells clients of which settings. */
import { toldChoice, type RoomSettings } from '../../../game/room-state.js';
import {
  DEFAULT_OPTIONS,
  OPTION_NAMES,
  SWITCHES,
  TOLD_ALONE,
  TOLD_WITH_OPTIONS,
  switchesWithOptions,
  toldOptions,
  type FlushEvent,
  type OptionsPayload,
  type Switch,
} from '../../../protocol/index.js';

interface SettingsEvent {
  settings: readonly (keyof RoomSettings)[];
  event: (settings: RoomSettings) => FlushEvent;
  /** Whether there is anything to tell; always, unless given. */
  isTold?: (settings: RoomSettings) => boolean;
}

const EVENTS: readonly SettingsEvent[] = [
  {
    settings: [...OPTION_NAMES, ...TOLD_WITH_OPTIONS, 'actingHost', 'keeper', 'tickets'],
    event: (settings) => ['updateRoomOption', optionsPayload(settings)],
  },
  {
    settings: ['teams', 'teamNames'],
    event: ({ teamNames }) => ['updateTeams', { teams: teamNames.map((name) => ({ name })) }],
    isTold: ({ teams }) => teams !== 'none',
  },
  { settings: ['quizSet'], event: ({ quizSet }) => ['updateRoomQuizset', toldChoice(quizSet)] },
  {
    settings: ['showChat', 'showNames', 'screenLanguages', 'sound', 'volume', 'soundOffsetMs'],
    event: ({ showChat, showNames, screenLanguages = [], sound, volume, soundOffsetMs }) => [
      'updateScreen',
      {
        showChat,
        showNames,
        ...(screenLanguages.length > 0 && { screenLanguages }),
        sound,
        volume,
        soundOffsetMs,
      },
    ],
  },
  {
    settings: ['slowSeconds', 'filterWords', 'names'],
    event: ({ slowSeconds, filterWords, names }) => [
      'updateModeration',
      { slowSeconds, filterWords, names },
    ],
  },
  ...TOLD_ALONE.map((name): SettingsEvent => ({
    settings: [name],
    event: (settings) => switchEvent(SWITCHES[name], settings[name]),
  })),
  {
    settings: ['rehearsal'],
    event: ({ rehearsal }) => [
      'updateRehearsal',
      { bots: rehearsal?.bots ?? 0, endTime: rehearsal?.endsAt ?? 0 },
    ],
  },
];

/** The compiler does not see that a command and its word belong together. */
function switchEvent({ command, word }: Switch, isOn: boolean): FlushEvent {
  return [command, { [word]: isOn }] as FlushEvent;
}

/** The events of those settings. */
export function settingsEvents(settings: RoomSettings, changed: readonly string[]): FlushEvent[] {
  return EVENTS.filter(
    (one) =>
      one.settings.some((name) => changed.includes(name)) && one.isTold?.(settings) !== false,
  ).map(({ event }) => event(settings));
}

/** The settings for a newcomer. Only a client that comes back is told that no rehearsal runs: it may have missed its end. */
export function allSettingsEvents(settings: RoomSettings, isBack: boolean): FlushEvent[] {
  const names = Object.keys(settings);
  return settingsEvents(
    settings,
    names.filter((name) => name !== 'rehearsal' || isBack || settings.rehearsal !== null),
  );
}

function optionsPayload(settings: RoomSettings): OptionsPayload {
  const { map, walls, theme, look, keeper, actingHost, tickets } = settings;
  return {
    ...toldOptions(settings),
    ...(map !== DEFAULT_OPTIONS.map && { walls }),
    ...(theme === 'look' && look && { look }),
    ...switchesWithOptions(settings),
    ...(keeper && { resultsKept: true }),
    ...(tickets && { tickets }),
    ...(!actingHost && { actingHost }),
  };
}
