import { z } from 'zod';
import {
  DEFAULT_MOST_PLAYERS,
  HOST_PASSWORD_MAX_UNITS,
  MAX_SLOTS,
  MIN_PLAYERS,
} from '../../../protocol/limits.js';
import { parseRedisUrl } from '../redis/redis-address.js';
import { parseTrustProxy } from '../identity/trusted-proxies.js';
import { isSecret, keptSecret, LEAST_SECRET } from './kept-secret.js';
import { webPortFault } from './web-ports.js';
import { frameOrigins, legalUrls, splitList } from './web-places.js';

const whole = (min: number, max: number, fallback: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);
const ms = z.coerce.number().int().min(200).max(3_600_000);
const lengthMs = (fallback: number) => ms.default(fallback);
const clockS = (fallback: number) => z.coerce.number().min(0.1).max(604_800).default(fallback);
const flagOr = (fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false'])
    .default(fallback)
    .transform((word) => word === 'true');
const flag = flagOr('false');
const commaList = z.string().default('').transform(splitList);
const MOST_PORT = 65_535;
/** A port of its own, or one so far above PORT, as processes have that are told apart by it. */
const internalPort = z.string().transform((text, context) => {
  const [, plus, digits] = /^(\+?)(\d{1,5})$/.exec(text) ?? [];
  const number = Number(digits ?? NaN);
  if (number <= MOST_PORT && plus === '') return { port: number };
  if (number <= MOST_PORT && number > 0) return { above: number };
  context.addIssue('a port, or how far above PORT it is, as +100');
  return z.NEVER;
});

function webPort(port: number, context: z.RefinementCtx): void {
  const fault = webPortFault(port);
  if (fault !== undefined) context.addIssue(fault);
}

function redisAddress(text: string, context: z.RefinementCtx): void {
  try {
    parseRedisUrl(text);
  } catch (error) {
    context.addIssue((error as Error).message);
  }
}

/** Every setting of the server; `.env.example` is the manual. */
const settings = z
  .object({
    HOST: z.string().min(1).default('0.0.0.0'),
    /** Unless it is set, the next free one from 3000 on. */
    PORT: z.coerce.number().int().min(0).max(MOST_PORT).superRefine(webPort).optional(),
    /** Unless it is set, by what is around: `open-browser.ts`. */
    OPEN: z
      .enum(['true', 'false'])
      .transform((word) => word === 'true')
      .optional(),
    SOCKET_DIR: z.string().min(1).optional(),
    INTERNAL_PORT: internalPort.optional(),
    INTERNAL_HOST: z.string().min(1).optional(),
    PUBLIC_URL: z
      .url()
      .superRefine((url, context) => {
        // Unless it is no address, which is told already.
        if (URL.canParse(url)) webPort(Number(new URL(url).port), context);
      })
      .optional(),
    ALLOWED_ORIGINS: commaList,
    EMBED_ORIGINS: frameOrigins,
    LEGAL_URLS: legalUrls,
    TRUST_PROXY: z
      .string()
      .default('false')
      .transform((text, context) => {
        const trust = parseTrustProxy(text);
        if (trust !== undefined) return trust;
        context.addIssue(
          'true, false, a number of proxies from 1 to 32, or addresses like 10.0.0.0/8,::1',
        );
        return z.NEVER;
      }),
    SECRET: z
      .string()
      .refine(
        isSecret,
        `at least ${LEAST_SECRET} characters; empty, one is made and kept in DATA_DIR`,
      )
      .optional(),
    DATA_DIR: z.string().min(1).default('data'),
    ROOMS: z.enum(['kept', 'memory']).default('kept'),
    KEEP_AWAKE: flagOr('true'),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      // In a terminal, a line per player would push the address out of sight.
      .default(() => (process.stdout.isTTY ? 'warn' : 'info')),

    METRICS: z.enum(['local', 'public']).default('local'),

    HOSTS: z.enum(['operator', 'invited', 'anyone']).default('operator'),
    RESULTS_DAYS: whole(0, 3650, 90),
    TRACKS_DAYS: whole(0, 3650, 0),
    DATABASE_URL: z.url({ protocol: /^postgres(?:ql)?$/ }).optional(),

    REDIS_URL: z.string().superRefine(redisAddress).optional(),
    REDIS_PREFIX: z
      .string()
      .regex(/^[\w:.-]{1,64}$/)
      .default('madang'),
    SETTLE_MS: whole(0, 1000, 10),
    SUPERVISED: flag,
    WATCHDOG_S: whole(0, 3600, 30),

    FLUSH_INTERVAL_MS: whole(0, 1000, 50),
    FLUSH_MAX_MS: whole(0, 1000, 100),
    SMALL_ROOMS: z.enum(['plain', 'fast']).default('plain'),
    COUNTDOWN_MS: lengthMs(3_000),
    GET_READY_MS: lengthMs(3_000),
    PICTURE_READY_MS: lengthMs(5_000),
    REVEAL_MS: ms.optional(),
    SHOW: z.enum(['on', 'off']).default('on'),

    SHARE_LEAD_MS: whole(0, 100, 8),

    HOST_PASSWORD: z.string().min(4).max(HOST_PASSWORD_MAX_UNITS).optional(),

    MAX_ROOM_PLAYERS: whole(MIN_PLAYERS, MAX_SLOTS, DEFAULT_MOST_PLAYERS),
    NEWCOMERS_PER_S: z.coerce.number().int().min(1).max(1_000_000).optional(),
    MAX_ROOMS: whole(1, 100_000, 1_000),
    MAX_ROOMS_PER_IDENTITY: whole(1, 100_000, 5),
    MAX_ROOMS_PER_ADDRESS: whole(1, 100_000, 100),

    MAX_CONNECTIONS: whole(1, 1_000_000, 20_000),
    MAX_CONNECTIONS_PER_ADDRESS: whole(1, 1_000_000, 2_500),

    SEAT_GRACE_S: clockS(120),
    HOST_GRACE_S: clockS(30),
    EMPTY_ROOM_S: clockS(300),
    IDLE_ROOM_S: clockS(1_800),
    PAUSED_ROOM_S: clockS(7_200),

    WORD_LIST_FILE: z.string().min(1).optional(),
    THEME_FILE: z.string().min(1).optional(),
    MAP_FILE: z.string().min(1).optional(),

    ECHO: flag,
  })
  .superRefine(({ PORT: port = 0, INTERNAL_PORT: internal }, context) => {
    if (port === 0 || internal === undefined) return;
    const own = 'above' in internal ? port + internal.above : internal.port;
    const message =
      own === port
        ? 'has to be another one than PORT'
        : own > MOST_PORT
          ? `would be ${own}, and ports end at ${MOST_PORT}`
          : undefined;
    if (message !== undefined)
      context.addIssue({ code: 'custom', path: ['INTERNAL_PORT'], message });
  });

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(settings.shape);
/** Names that `scripts/lib/cluster/settings.mjs` and docker-compose.yml read beside these. */
export const CLUSTER_SETTINGS: readonly string[] = [
  'CLUSTER_PORT',
  'PROCESSES',
  'REDIS_PORT',
  'REDIS_CLUSTER',
  'POSTGRES_PORT',
  'REDIS_PASSWORD',
  'POSTGRES_PASSWORD',
  'BALANCE',
  'CLUSTER_PLAYERS',
  'TRUSTED_PROXIES',
  'TLS_CERT',
  'TLS_KEY',
  'TLS_PORT',
];

export const CONFIG = Symbol('CONFIG');
export type Config = Readonly<Omit<z.output<typeof settings>, 'SECRET'> & { SECRET: string }>;

/** Reads and checks the environment once; throws an error that names each variable at fault. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // `NAME=` in an .env file means "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new Error(`bad settings\n  ${faults.join('\n  ')}`);
  }
  const SECRET = parsed.data.SECRET ?? keptSecret(parsed.data.DATA_DIR);
  return Object.freeze({ ...parsed.data, SECRET });
}
