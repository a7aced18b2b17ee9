/** The options of a room (R1.2), each declared once: its values, its default, when it may change, how it is told. */
import { MAX_LIVES, MAX_SLOTS, MIN_PLAYERS, MOST_IN_HALL, TITLE_BOUNDS } from './limits.js';
import type { Look } from './look.js';
import { MAPS } from './maps.js';
import type { TextBounds } from './text.js';
import { THEMES } from './theme.js';
import type { TicketPolicy } from './tickets.js';

/** `default` is that of a new room where nobody chooses; one with a default alone is a flag. */
export type Option = {
  /** `lobby`: only where no game goes on. */
  may: 'lobby' | 'always';
  /** In `updateRoomOption`; what is not told there is the default, so a new option is told `unless default`. */
  told: 'always' | 'unless default';
} & (
  | { values: readonly string[]; default: string }
  /** A whole number from the first to the second. */
  | { range: readonly [least: number, most: number]; default: number }
  | { text: TextBounds; default: string }
  | { default: boolean }
);

export const ROOM_OPTIONS = {
  title: { text: TITLE_BOUNDS, default: 'Madang', may: 'lobby', told: 'always' },
  gameMode: {
    values: ['RANKING', 'SURVIVAL'],
    default: 'RANKING',
    may: 'lobby',
    told: 'always',
  },
  /** The default is the server's `MAX_ROOM_PLAYERS` where that is less; fewer may be asked for in the lobby only. */
  maxPlayerCount: {
    range: [MIN_PLAYERS, MAX_SLOTS],
    default: MOST_IN_HALL,
    may: 'always',
    told: 'always',
  },
  isPublic: { default: false, may: 'lobby', told: 'always' },
  /** The worth of a right answer (R6.1, R6.4). */
  scoring: {
    values: ['early', 'shared', 'flat'],
    default: 'shared',
    may: 'lobby',
    told: 'always',
  },
  /** Whether players see where the others stand while a question is open (R7.5). */
  crowd: { values: ['visible', 'blind'], default: 'visible', may: 'lobby', told: 'always' },
  /** Whether a reveal ends by itself or when the host says so (R4.10). */
  pacing: { values: ['auto', 'host'], default: 'auto', may: 'lobby', told: 'always' },
  /** Which questions of a set a game asks: at random, or the first ones as the author ordered them (R4.11). */
  questionOrder: { values: ['drawn', 'written'], default: 'drawn', may: 'lobby', told: 'always' },
  /** How the choices of a question are ordered (R4.4, R4.11). */
  choiceOrder: {
    values: ['shuffled', 'written'],
    default: 'shuffled',
    may: 'lobby',
    told: 'always',
  },
  /** The lives of each player in a game of survival. */
  lives: { range: [1, MAX_LIVES], default: 1, may: 'lobby', told: 'always' },
  /** Whether ghosts come back once in a game of survival (R14.2). */
  revival: { default: false, may: 'lobby', told: 'always' },
  /** Says who decides in which team somebody is: nobody, each player, the server, or a list of the host (R13). */
  teams: {
    values: ['none', 'choice', 'dealt', 'list'],
    default: 'none',
    may: 'lobby',
    told: 'unless default',
  },
  /** Whether all questions take half as long again (R6.10). */
  extraTime: { default: false, may: 'lobby', told: 'always' },
  theme: { values: THEMES, default: 'own', may: 'lobby', told: 'unless default' },
  /** Whether players may show emotes (R22). */
  emotes: { default: true, may: 'always', told: 'unless default' },
  map: { values: MAPS, default: 'yard', may: 'lobby', told: 'unless default' },
  /** Whether somebody may be anywhere at once, or only where they can have walked (R24.5). */
  walking: { values: ['free', 'checked'], default: 'free', may: 'lobby', told: 'unless default' },
} as const satisfies Record<string, Option>;

type Table = typeof ROOM_OPTIONS;
export type OptionName = keyof Table;
export const OPTION_NAMES = Object.keys(ROOM_OPTIONS) as OptionName[];

/** The type of a value, by the option's entry in the table. */
type ValueOf<Entry> = Entry extends { values: readonly (infer Value)[] }
  ? Value
  : Entry extends { default: boolean }
    ? boolean
    : Entry extends { default: number }
      ? number
      : string;

/** The options that a host chooses for a room (R1.2). */
export type RoomOptions = { -readonly [Name in OptionName]: ValueOf<Table[Name]> };

export type GameMode = RoomOptions['gameMode'];
export type Scoring = RoomOptions['scoring'];
export type Crowd = RoomOptions['crowd'];
export type QuestionOrder = RoomOptions['questionOrder'];
export type ChoiceOrder = RoomOptions['choiceOrder'];
export type TeamMode = RoomOptions['teams'];
export type Walking = RoomOptions['walking'];

/** The options that have a list of values. */
export type ChoiceName = {
  [Name in OptionName]: Table[Name] extends { values: readonly string[] } ? Name : never;
}[OptionName];

export const DEFAULT_OPTIONS = Object.fromEntries(
  OPTION_NAMES.map((name) => [name, ROOM_OPTIONS[name].default]),
) as unknown as Readonly<RoomOptions>;

export interface Switch {
  /** The command that host and co-hosts give at any time; it carries one flag, named `word`. */
  command: string;
  word: string;
  /** How it is told: as a field of `updateRoomOption`, as a new one should be, or by an event like the command. */
  told: 'alone' | 'with the options';
}

/** Settings of a room that are off in a new one, each with a command of its own that switches it. */
export const SWITCHES = {
  /** Whether only those come in who have been in (R3.3). */
  isLocked: { command: 'lockRoom', word: 'locked', told: 'with the options' },
  /** Whether only host and co-hosts write in the chat (R3.3). */
  isMuted: { command: 'muteChat', word: 'muted', told: 'alone' },
} as const satisfies Record<string, Switch>;

type SwitchTable = typeof SWITCHES;
export type SwitchName = keyof SwitchTable;
export const SWITCH_NAMES = Object.keys(SWITCHES) as SwitchName[];

export type Switches = Record<SwitchName, boolean>;

export const DEFAULT_SWITCHES = Object.fromEntries(
  SWITCH_NAMES.map((name) => [name, false]),
) as Readonly<Switches>;

/** The payloads of their commands. */
export type SwitchPayloads = {
  [Name in SwitchName as SwitchTable[Name]['command']]: Record<SwitchTable[Name]['word'], boolean>;
};

type ToldAlone = {
  [Name in SwitchName]: SwitchTable[Name] extends { told: 'alone' } ? Name : never;
}[SwitchName];

/** The payloads of the events that tell of one of them alone. */
export type SwitchEvents = Pick<SwitchPayloads, SwitchTable[ToldAlone]['command']>;

type ToldWithOptions = Exclude<SwitchName, ToldAlone>;

const toldAs = (told: Switch['told']): SwitchName[] =>
  SWITCH_NAMES.filter((name) => SWITCHES[name].told === told);
export const TOLD_ALONE = toldAs('alone') as ToldAlone[];
export const TOLD_WITH_OPTIONS = toldAs('with the options') as ToldWithOptions[];

export function switchesWithOptions(switches: Switches): Pick<Switches, ToldWithOptions> {
  const told = TOLD_WITH_OPTIONS.map((name) => [name, switches[name]]);
  return Object.fromEntries(told) as Pick<Switches, ToldWithOptions>;
}

type AlwaysTold = {
  [Name in OptionName]: Table[Name] extends { told: 'always' } ? Name : never;
}[OptionName];

/** Some only where they are not the default. */
export type ToldOptions = Pick<RoomOptions, AlwaysTold> & Partial<RoomOptions>;

export interface OptionsPayload extends ToldOptions, Pick<Switches, ToldWithOptions> {
  /** Beside `map`: 64 rows of 64 tiles in hexadecimal digits, a digit for four tiles, 1 for a wall. */
  walls?: string;
  /** There where the theme is `look`. */
  look?: Look;
  /** There where the owner wants nobody to stand in while the hosts are away (R3.2). */
  actingHost?: false;
  /** There where the room lets in by tickets (R28). */
  tickets?: TicketPolicy;
  /** There where the results of games are kept for the owner (R17.1). */
  resultsKept?: true;
}

export function toldOptions(options: RoomOptions): ToldOptions {
  const told = OPTION_NAMES.filter(
    (name) => ROOM_OPTIONS[name].told === 'always' || options[name] !== DEFAULT_OPTIONS[name],
  ).map((name) => [name, options[name]]);
  return Object.fromEntries(told) as ToldOptions;
}

/** All of them, from those that were told. */
export function fullOptions(told: ToldOptions): RoomOptions {
  const all = OPTION_NAMES.map((name) => [name, told[name] ?? DEFAULT_OPTIONS[name]]);
  return Object.fromEntries(all) as RoomOptions;
}

/** Whether this may change while a game goes on. */
export function mayAlways(name: string): boolean {
  return Object.hasOwn(ROOM_OPTIONS, name) && ROOM_OPTIONS[name as OptionName].may === 'always';
}
