/** Schemas of the commands. Validation happens once, at the edge, with these. */
import { z } from 'zod';
import type { CommandName } from './commands.js';
import { EMOTES } from './emotes.js';
import * as limits from './limits.js';
import { cleanName, withoutCrown } from './name.js';
import { STEPS } from './position.js';
import { DRAWN_AMONG, ROUND_FACTORS, STANDINGS } from './programme.js';
import { canonicalLanguage } from './set-languages.js';
import { MAX_SOUND_OFFSET_MS, MAX_VOLUME, SOUND_MODES } from './sound.js';
import { cleanLines, cleanText, type TextBounds } from './text.js';
import {
  OPTION_NAMES,
  ROOM_OPTIONS,
  SWITCHES,
  SWITCH_NAMES,
  type Option,
  type OptionName,
  type RoomOptions,
  type SwitchPayloads,
} from './room-options.js';

const { NAME_BOUNDS, CHAT_BOUNDS, BREAK_BOUNDS } = limits;

function text(bounds: TextBounds, what: string) {
  return z.string().transform((raw, context) => {
    const clean = cleanText(raw, bounds);
    return clean || refuse(context, `${what} must be 1–${bounds.maxGraphemes} visible characters`);
  });
}

/** The same, or nothing; of one line unless `clean` takes several. */
function emptyOr(bounds: TextBounds, what: string, clean: typeof cleanLines = cleanText) {
  return z
    .string()
    .transform(
      (raw, context) =>
        clean(raw, bounds) ??
        refuse(context, `${what} must be 0–${bounds.maxGraphemes} visible characters`),
    );
}

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** 1–32 graphemes (R1.4); an empty name is allowed and means "generate one". */
const playerName = z
  .string()
  .transform(
    (raw, context) =>
      cleanName(withoutCrown(raw), NAME_BOUNDS) ??
      refuse(context, `a name must be 0–${NAME_BOUNDS.maxGraphemes} visible characters`),
  );
/** A name that a host lists with hundreds of others, which are cleaned in slices (`cleanListed`). */
const listedName = z.string();
const team = z
  .int()
  .min(0)
  .max(limits.MAX_TEAMS - 1);
const message = text(CHAT_BOUNDS, 'a message');

/** PINs come as strings or, from old scripts, as numbers. */
const gameId = z
  .union([
    z.string(),
    z
      .int()
      .min(0)
      .transform((pin) => String(pin).padStart(limits.PIN_DIGITS, '0')),
  ])
  .pipe(z.string().regex(limits.PIN_PATTERN, 'a PIN has six digits'));
const inRoom = { gameId: gameId.optional() };
const playerId = z.string().min(1).max(limits.ID_MAX_UNITS);
const quizSetId = z.union([z.string().min(1).max(limits.ID_MAX_UNITS), z.int()]).transform(String);
const fraction = z.number().min(0).max(1);
const flush = z.int().min(0);
const slot = z.int().min(0).max(limits.MAX_SLOTS);
const audience = z.enum(['living', 'ghosts']);

/** A tag in its canonical form (R30.1). */
const setLanguage = z
  .string()
  .transform((raw, context) => canonicalLanguage(raw) ?? refuse(context, 'not a language'));
/** Query values are strings, so booleans and numbers are coerced from them. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')]);
const wholeNumber = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number),
]);

type ChangedOptions = { [Name in OptionName]: z.ZodExactOptional<z.ZodType<RoomOptions[Name]>> };
type OptionFields = { [Name in OptionName]: z.ZodType<RoomOptions[Name]> };

function optionField(name: OptionName): z.ZodType {
  const option: Option = ROOM_OPTIONS[name];
  if ('text' in option) return text(option.text, `a ${name}`);
  if ('values' in option) return z.enum(option.values);
  if ('range' in option) return wholeNumber.pipe(z.int().min(option.range[0]).max(option.range[1]));
  return flag;
}

/** A schema for each option, by its name. */
function eachOption(field: (schema: z.ZodType, name: OptionName) => z.ZodType): object {
  return Object.fromEntries(OPTION_NAMES.map((name) => [name, field(optionField(name), name)]));
}

const hostPassword = z.string().max(limits.HOST_PASSWORD_MAX_UNITS);

/** Options of a new room with their defaults (R1.2). */
export const newRoomSchema = z.object({
  ...(eachOption((schema, name) => schema.default(ROOM_OPTIONS[name].default)) as OptionFields),
  /** Missing: as many as a hall holds, or the server's `MAX_ROOM_PLAYERS` where that is less. */
  maxPlayerCount: optionField('maxPlayerCount').optional() as z.ZodType<number | undefined>,
  playerName: playerName.optional(),
});

/** `version` is the phase that the host saw; in another one the command comes too late. */
const onPhase = z.object({ ...inRoom, version: z.int().min(0).optional() });

const thatPhase = z.object({ ...inRoom, version: z.int().min(0) });
const thatMessage = z.object({
  ...inRoom,
  id: z.int().min(1),
  audience: audience.default('living'),
});
const rulerValue = z.number().min(-limits.RULER_MOST).max(limits.RULER_MOST);
/** A choice or a place. */
const right = z.int().min(1).max(limits.MAX_PLACES);

/** A part of a `JudgedName`. */
const ordinal = z.int().min(0).max(limits.MAX_SLOTS);

/** A text that somebody writes for a question. */
/** A text that somebody writes for a question, trimmed and normalised. */
export const answerSchema = text(limits.ANSWER_BOUNDS, 'an answer');

/** A place on the picture of a map, within which everything counts, and from which on nothing. */
const targetSchema = z
  .object({
    x: z.int().min(0).max(STEPS),
    y: z.int().min(0).max(STEPS),
    near: z.int().min(1).max(STEPS),
    far: z.int().max(STEPS),
  })
  .refine(({ near, far }) => near <= far);

/** A host's ruling on a judged question, in its room and afterwards. */
export const rulingShape = {
  isVoid: z.boolean(),
  rights: z.array(right).min(1).max(limits.MAX_PLACES).nullable(),
  number: z.object({ answer: rulerValue, tolerance: rulerValue.min(0) }).optional(),
  accepted: z.array(answerSchema).min(1).max(limits.MAX_ACCEPTED).optional(),
  accept: z.array(answerSchema).min(1).max(limits.MAX_ACCEPTED).optional(),
  target: targetSchema.optional(),
};

const itemId = z.string().min(1).max(limits.ID_MAX_UNITS);

/** An item that is added while the evening runs (`AddedItem`). */
const addedItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('slide'),
    title: emptyOr(limits.ITEM_TITLE_BOUNDS, 'a title'),
    text: emptyOr(limits.SLIDE_TEXT_BOUNDS, 'a text', cleanLines),
    seconds: z.int().min(limits.MIN_SLIDE_S).max(limits.MAX_SLIDE_S).nullable(),
  }),
  z.object({
    kind: z.literal('break'),
    message: text(BREAK_BOUNDS, 'a message'),
    minutes: z.int().min(1).max(limits.MAX_BREAK_MINUTES),
  }),
  z.object({ kind: z.literal('standings') }),
  z.object({
    kind: z.literal('draw'),
    title: emptyOr(limits.ITEM_TITLE_BOUNDS, 'a title'),
    among: z.enum(DRAWN_AMONG),
    team: team.exactOptional(),
    winners: z.int().min(1).max(limits.MAX_WINNERS),
  }),
  z.object({
    kind: z.literal('round'),
    name: emptyOr(limits.ITEM_TITLE_BOUNDS, 'a name'),
    factor: z.literal(ROUND_FACTORS),
    standings: z.enum(STANDINGS),
    setId: quizSetId,
    count: z.int().min(1).max(limits.QUIZ_FILE_MAX_QUESTIONS),
  }),
]);

const switches = Object.fromEntries(
  SWITCH_NAMES.map((name) => SWITCHES[name]).map(({ command, word }) => [
    command,
    z.object({ ...inRoom, [word]: flag }),
  ]),
) as unknown as { [Name in keyof SwitchPayloads]: z.ZodType<SwitchPayloads[Name]> };

export const commandSchemas = {
  // Not in the query, which lands in logs and histories.
  createRoom: newRoomSchema.extend({
    hostPassword: hostPassword.optional(),
    hostPlays: flag.optional(),
  }),
  joinRoom: z.object({
    gameId,
    playerName: playerName.optional(),
    team: team.optional(),
    ticket: z.string().max(limits.ID_MAX_UNITS).optional(),
  }),
  setPlayerName: z.object({ ...inRoom, playerName }),
  updatePosition: z.object({
    ...inRoom,
    newPosition: z.tuple([fraction, fraction]),
    flush: flush.optional(),
  }),
  writeAnswer: z.object({
    ...inRoom,
    texts: z.array(answerSchema).min(1).max(limits.ANSWER_MOST_TEXTS),
  }),
  emote: z.object({
    ...inRoom,
    emote: z
      .int()
      .min(0)
      .max(EMOTES.length - 1),
  }),
  chatMessage: z.object({ ...inRoom, message, near: flag.exactOptional() }),
  updateRoomOption: z.object({
    ...inRoom,
    ...(eachOption((schema) => schema.exactOptional()) as ChangedOptions),
  }),
  updateRoomQuizset: z.object({
    ...inRoom,
    quizSetId,
    quizCount: wholeNumber.pipe(z.int().min(1).max(limits.QUIZ_FILE_MAX_QUESTIONS)).optional(),
    utcOffset: z.int().min(-limits.UTC_OFFSET_MAX).max(limits.UTC_OFFSET_MAX).exactOptional(),
  }),
  updateScreen: z.object({
    ...inRoom,
    showChat: flag.exactOptional(),
    showNames: flag.exactOptional(),
    screenLanguages: z.array(setLanguage).max(limits.MAX_SCREEN_LANGUAGES).exactOptional(),
    sound: z.enum(SOUND_MODES).exactOptional(),
    volume: z.int().min(0).max(MAX_VOLUME).exactOptional(),
    soundOffsetMs: z.int().min(-MAX_SOUND_OFFSET_MS).max(MAX_SOUND_OFFSET_MS).exactOptional(),
  }),
  dismissScreens: z.object(inRoom),
  ...switches,
  startGame: z.object({ ...inRoom, nextRound: flag.exactOptional() }),
  skipPhase: onPhase,
  nextPhase: thatPhase,
  backToItem: thatPhase,
  goToItem: thatPhase.extend({ item: itemId }),
  editProgramme: z
    .object({
      ...inRoom,
      revision: ordinal,
      move: z.object({ item: itemId, to: ordinal }).exactOptional(),
      leaveOut: z.object({ item: itemId, isOut: flag }).exactOptional(),
      add: z.object({ item: addedItem, to: ordinal }).exactOptional(),
    })
    .refine(
      ({ move, leaveOut, add }) => [move, leaveOut, add].filter(Boolean).length === 1,
      'one edit at a time',
    ),
  dropQuestion: thatPhase,
  closeQuestion: thatPhase,
  pickQuestion: thatPhase.extend({
    place: z
      .int()
      .min(0)
      .max(limits.COMING_TOLD - 1),
  }),
  correctQuestion: thatPhase.extend({
    question: ordinal,
    part: ordinal.exactOptional(),
    drops: ordinal.exactOptional(),
    ...rulingShape,
  }),
  strikeAnswer: thatPhase.extend({ text: answerSchema, isOut: flag }),
  givePoints: thatPhase
    .extend({
      playerId: playerId.exactOptional(),
      team: team.exactOptional(),
      points: z
        .int()
        .min(-limits.MAX_GIVEN_POINTS)
        .max(limits.MAX_GIVEN_POINTS)
        .refine((points) => points !== 0, 'none are given'),
      reason: text(limits.REASON_BOUNDS, 'a reason'),
    })
    .refine(
      (input) => (input.playerId === undefined) !== (input.team === undefined),
      'to a player or to a team',
    ),
  takeBackPoints: thatPhase.extend({ id: ordinal }),
  pauseGame: onPhase
    .extend({
      curtain: flag.optional(),
      message: text(BREAK_BOUNDS, 'a message').optional(),
      minutes: z.int().min(1).max(limits.MAX_BREAK_MINUTES).optional(),
    })
    .refine(
      ({ message, minutes }) => (message === undefined) === (minutes === undefined),
      'a break has a message and minutes',
    ),
  resumeGame: onPhase,
  extendTime: onPhase,
  endGame: onPhase,
  handOverHost: z.object({ ...inRoom, playerId }),
  takeBackHost: z.object(inRoom),
  allowActingHost: z.object({ ...inRoom, allowed: flag }),
  createHostLink: z.object(inRoom),
  revokeHostLinks: z.object(inRoom),
  closeRoom: z.object(inRoom),
  setCoHost: z.object({ ...inRoom, playerId, isCoHost: flag }),
  kickRoom: z.object({ ...inRoom, kickPlayerId: playerId }),
  renamePlayer: z.object({ ...inRoom, playerId, playerName }),
  tellSound: z.object({ ...inRoom, silent: flag }),
  roomHealth: z.object(inRoom),
  startRehearsal: z.object({ ...inRoom, bots: z.int().min(1).max(limits.MAX_BOTS) }),
  stopRehearsal: z.object(inRoom),
  mutePlayer: z.object({ ...inRoom, playerId, muted: flag }),
  setExtraTime: z.object({ ...inRoom, playerId, extra: flag }),
  updateModeration: z.object({
    ...inRoom,
    slowSeconds: z.int().min(0).max(limits.MAX_SLOW_S).exactOptional(),
    filterWords: flag.exactOptional(),
    names: z.enum(['free', 'generated', 'list']).exactOptional(),
  }),
  updateNameList: z.object({
    ...inRoom,
    names: z.array(listedName).max(limits.NAME_LIST_AT_ONCE),
    more: flag.default(false),
  }),
  updateTeams: z.object({
    ...inRoom,
    names: z.array(listedName).min(limits.MIN_TEAMS).max(limits.MAX_TEAMS),
  }),
  updateTeamList: z.object({
    ...inRoom,
    entries: z.array(z.object({ playerName: listedName, team })).max(limits.NAME_LIST_AT_ONCE),
    more: flag.default(false),
  }),
  setTeam: z.object({ ...inRoom, team, playerId: playerId.optional() }),
  removePlayers: z.object({
    ...inRoom,
    who: z.enum(['unmoved', 'lastMinute']),
    justCount: flag.default(false),
  }),
  readDoor: z.object({ ...inRoom, names: flag.default(false) }),
  chooseTickets: z.object({
    ...inRoom,
    list: z.string().min(1).max(limits.ID_MAX_UNITS).nullable().optional(),
    others: flag,
  }),
  readTickets: z.object({
    ...inRoom,
    only: z.enum(['come', 'missing']).optional(),
    search: z.string().max(limits.SEARCH_MAX_UNITS).default(''),
  }),
  reissueTicket: z.object({ ...inRoom, number: z.int().min(1).max(limits.TICKETS_MOST) }),
  freeSeat: z.object({ ...inRoom, playerId }),
  whoAre: z.object({ ...inRoom, slots: z.array(slot).max(limits.WHO_MOST) }),
  deleteMessage: thatMessage,
  unmaskMessage: thatMessage,
  exitRoom: z.object(inRoom),
  syncTime: z.object({ t0: z.number(), flush: flush.optional() }),
} satisfies Record<CommandName, z.ZodType>;

export type CommandInput<C extends CommandName> = z.output<(typeof commandSchemas)[C]>;

const WHOLE_TEXT = /^(?:0|[1-9]\d{0,15})$/;

/** Some clients, as that of Java, have nothing but texts in `auth`. */
const orText = <T extends z.ZodType>(value: T, texts: RegExp) =>
  z.union([
    value,
    z
      .string()
      .regex(texts)
      .transform((text) => JSON.parse(text) as unknown)
      .pipe(value),
  ]);

const handshakeAuth = z.object({
  token: z.string().max(512).optional().catch(undefined),
  wantToken: orText(z.boolean(), /^(?:true|false)$/).catch(false),
  role: z.enum(['player', 'screen', 'cockpit']).catch('player'),
  format: z.enum(['json', 'compact', 'compact2']).catch('json'),
  hostPassword: hostPassword.optional().catch(undefined),
  lastChatId: orText(z.int().min(0), WHOLE_TEXT).optional().catch(undefined),
  lastChatAudience: audience.optional().catch(undefined),
  lastChatIncarnation: z.string().max(64).optional().catch(undefined),
  // Anything else than a number is a version that no server takes.
  wire: orText(z.int(), WHOLE_TEXT).optional().catch(-1),
});

/** Reads `auth` leniently: a field that does not fit counts as missing, a bad token as no token. */
export function readAuth(auth: unknown): z.output<typeof handshakeAuth> {
  return handshakeAuth.parse(typeof auth === 'object' && auth !== null ? auth : {});
}

/** `title=T;gameMode=RANKING;…` of the `create-room` handshake query, as an object to validate. */
export function parseCreateQuery(query: string): Record<string, string> {
  const pairs = query.split(';').map((part) => {
    const cut = part.indexOf('=');
    return cut < 0 ? [part.trim(), ''] : [part.slice(0, cut).trim(), part.slice(cut + 1)];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}

export const pinSchema = gameId;
