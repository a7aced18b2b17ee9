import { afterAll, beforeAll } from 'vitest';
import type { QuizBank } from '../../src/server/contracts/quiz-bank.js';
import { operatorKey } from '../../src/server/desk/accounts/operator-key.js';
import type {
  DraftQuestion,
  DraftSet,
  HttpError,
  KeptSetSummary,
} from '../../src/protocol/index.js';
import { testDatabase, type EngineKind, type TestDatabase } from '../database/engines.js';
import { startTestApp, TestBank, type TestApp } from '../support/app.js';
import { SLOW, slowSet } from '../support/hall.js';

export const SECRET = 'a secret of 23 characters';
export const KEY = operatorKey(SECRET);

export const JSON_TYPE = { 'content-type': 'application/json' };

export interface WrittenSet {
  title: string;
  language?: string;
  questions: object[];
}

export function aFile(title = 'My set', quiz = 'Sky?'): WrittenSet {
  return {
    title,
    language: 'en',
    questions: [{ quiz, choices: ['red', 'blue'], answer: 2, limitTime: 20 }],
  };
}

export function aQuestion(quiz = 'Sky?', changes: Partial<DraftQuestion> = {}): DraftQuestion {
  const choices = ['red', 'blue'];
  return {
    id: quiz,
    kind: 'choice',
    quiz,
    choices,
    answers: [2],
    limitTime: 20,
    points: 1,
    ...changes,
  };
}

/** A page saves a set without items like this. */
export type AskedSet = Omit<DraftSet, 'questions'> & { questions: DraftQuestion[] };

export function aDraft(title = 'My set', questions = [aQuestion()]): AskedSet {
  return { title, language: 'en', labels: [], questions };
}

/** A server that keeps sets. Each request comes from an address of its own, unless it says otherwise. */
export class DeskApp {
  app!: TestApp;
  place!: TestDatabase;
  private senders = 0;

  constructor(
    private readonly kind: EngineKind,
    private readonly env: Record<string, string> = {},
    private readonly bank: QuizBank = new TestBank([slowSet()]),
  ) {}

  async open(): Promise<void> {
    this.place = await testDatabase(this.kind);
    const env = { ...SLOW, TRUST_PROXY: 'true', SECRET, ...this.env };
    this.app = await startTestApp(env, this.bank, undefined, undefined, this.place.database);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.place.close();
  }

  send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: string | Buffer,
  ): Promise<Response> {
    const sender = ++this.senders;
    const address = `10.0.${sender >> 8}.${sender & 255}`;
    const page = method === 'GET' ? {} : { origin: this.app.url };
    return fetch(`${this.app.url}/api/desk${path}`, {
      method,
      headers: { 'x-forwarded-for': address, ...page, ...headers },
      ...(body !== undefined && { body: new Uint8Array(Buffer.from(body)) }),
    });
  }

  /** Signs in; returns the header by which a browser is known from then on. */
  async signIn(): Promise<{ cookie: string }> {
    const response = await this.send('POST', '/session', JSON_TYPE, JSON.stringify({ key: KEY }));
    return { cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
  }

  /** A browser that has opened a page. */
  async visitor(): Promise<{ cookie: string }> {
    const page = await fetch(this.app.url);
    return { cookie: (page.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
  }

  async create(by: { cookie: string }, file: object = aFile()): Promise<KeptSetSummary> {
    const response = await this.send(
      'POST',
      '/sets',
      { ...JSON_TYPE, ...by },
      JSON.stringify(file),
    );
    if (response.status !== 201) throw new Error(await response.text());
    return (await response.json()) as KeptSetSummary;
  }

  async read<T>(path: string, by: { cookie: string }): Promise<T> {
    return (await (await this.send('GET', path, by)).json()) as T;
  }
}

export async function refusal(answer: Promise<Response>): Promise<[number, string]> {
  const response = await answer;
  const body = (await response.json()) as HttpError;
  return [response.status, body.error.code];
}

/** One server for all tests of a file. */
export function useDesk(
  kind: EngineKind,
  env: Record<string, string> = {},
  bank?: QuizBank,
): DeskApp {
  const desk = new DeskApp(kind, env, bank);
  beforeAll(() => desk.open());
  afterAll(() => desk.close());
  return desk;
}
