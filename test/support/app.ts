import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { startApp, type RunningApp } from '../../src/server/app.js';
import { readConfig } from '../../src/server/platform/config/config.js';
import { phaseLengths } from '../../src/server/platform/config/phase-lengths.js';
import { Database } from '../../src/server/platform/database/database.js';
import { noEngine } from '../../src/server/platform/database/engine.js';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import { EchoModule } from '../../src/server/live/gateway/echo.gateway.js';
import type { RoomRates } from '../../src/server/live/gateway/room-gate.js';
import type { QuizSetSummary } from '../../src/protocol/index.js';
import { childFilesIn } from '../../src/server/desk/child/child-files.js';
import type { QuizBank } from '../../src/server/contracts/quiz-bank.js';
import { readOwnMap } from '../../src/server/live/room/own-map.js';
import { Maps } from '../../src/server/live/room/maps.js';
import { sharedPages } from './pages.js';
import { readOwnTheme } from '../../src/server/platform/theme/own-theme.js';

/** With its child processes. */
export const BUILT_DIR = join(import.meta.dirname, '../../dist/src/server');

/** The right choice of every test question is the one with this text. */
export const RIGHT = 'right';

/** Questions with one recognisable right choice each; 1 s to answer keeps games short. */
export function testSet(count = 5, choices = 2, limitTime = 1): QuizSet {
  return {
    id: 'test-set',
    title: 'Test set',
    language: 'en',
    questions: Array.from({ length: count }, (_, n) => ({
      kind: 'choice',
      quiz: `Question ${n}?`,
      choices: [RIGHT, ...Array.from({ length: choices - 1 }, (_, i) => `wrong ${i}`)],
      answers: [0],
      limitTime,
    })),
  };
}

export class TestBank implements QuizBank {
  constructor(private readonly sets: QuizSet[] = [testSet()]) {}

  async list(): Promise<QuizSetSummary[]> {
    return this.sets.map(({ id, title, language, questions }) => {
      return { id, title, language, count: questions.length };
    });
  }

  async find(id: string): Promise<QuizSet | undefined> {
    return this.sets.find((set) => set.id === id);
  }

  picture(): undefined {}

  defaultId(): string {
    return this.sets[0]?.id ?? '';
  }
}

export interface TestApp extends RunningApp {
  url: string;
  /** What the program logged at `warn` and above: no test expects any. */
  logs: string[];
}

/** As many as a test gives commands, which is no person. */
const FAST = { perSecond: 10_000, burst: 10_000 };
const FAST_ROOMS: RoomRates = { all: FAST, steps: FAST, roles: FAST, games: FAST };

/** A whole process on a free port with short phases; `env` overrides any setting. */
export async function startTestApp(
  env: Record<string, string> = {},
  bank: QuizBank = new TestBank(),
  webDir?: string,
  // So that a test gets from a question to its reveal with a skip, and without waiting.
  minShownMs = -Infinity,
  database = new Database(noEngine('cannot be opened')),
  builtDir = BUILT_DIR,
  roomRates: RoomRates = FAST_ROOMS,
): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'madang-'));
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    COUNTDOWN_MS: '200',
    GET_READY_MS: '200',
    PICTURE_READY_MS: '200',
    REVEAL_MS: '200',
    SHOW: 'off',
    // All clients of a test come from one address.
    NEWCOMERS_PER_S: '1000000',
    MAX_ROOMS_PER_IDENTITY: '1000',
    MAX_ROOMS_PER_ADDRESS: '1000',
    ...env,
  });
  const dir = webDir ?? sharedPages();
  const logs: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logs.push(line) });
  const app = await startApp({
    config,
    logger,
    database,
    bank,
    maps: new Maps(config.MAP_FILE === undefined ? undefined : readOwnMap(config.MAP_FILE)),
    lengths: { ...phaseLengths(config), minShownMs },
    childFiles: childFilesIn(builtDir),
    roomRates,
    modules: config.ECHO ? [EchoModule] : [],
    version: '1.2.3',
    webDir: dir,
    ...(config.THEME_FILE !== undefined && { theme: readOwnTheme(config.THEME_FILE) }),
  });
  return {
    ...app,
    url: `http://127.0.0.1:${app.port}`,
    logs,
    close: async () => {
      await app.close();
      rmSync(dataDir, { recursive: true });
      if (logs.length > 0) throw new Error(`the server logged:\n${logs.join('')}`);
    },
  };
}
