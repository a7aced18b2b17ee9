import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

interface Writer {
  readonly state: string;
  readonly texts: readonly string[];
  readonly saved: readonly string[];
  write(index: number, text: string, isComposing: boolean): void;
  composed(): void;
  finish(): void;
  follow(): void;
}

/** Not by its name: it needs the types of a browser, without which tests are compiled. */
const file = 'answer-writer.svelte';
const { writerFor } = (await import(`../../src/web/kinds/writing/${file}.ts`)) as {
  writerFor: (session: object) => Writer;
};

const LIMIT_MS = 20_000;

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

/** A page whose player writes; `answers` are what the server says, which takes all unless it says otherwise. */
function aPage(kind: 'typed' | 'words' = 'typed', answers: object[] = []) {
  const sent: { ms: number; texts: string[] }[] = [];
  const room = {
    kind: 'question',
    games: 0,
    link: 'in',
    isCurtained: false,
    question: { kind, choiceList: [] },
    phase: { act: 1, index: 0, startTime: 0, endTime: LIMIT_MS } as Record<string, unknown>,
    ownWritten: undefined as object | undefined,
  };
  const session = {
    room,
    clock: { now: () => Date.now() },
    ask: (_command: string, { texts }: { texts: string[] }): Promise<object> => {
      sent.push({ ms: Date.now(), texts });
      return Promise.resolve(answers.shift() ?? { ok: true, texts });
    },
  };
  const writer = writerFor(session);
  return { room, session, sent, writer };
}

const texts = (sent: { texts: string[] }[]) => sent.map((one) => one.texts.join('|'));
const refused = (code: string) => ({ ok: false, error: { code, message: '' } });

describe('R16.14 what somebody writes', () => {
  it('is sent when it rests, at most once a second, and is said to be saved', async () => {
    const { writer, sent } = aPage();
    expect(writer.state).toBe('empty');
    for (const text of ['S', 'Se', 'Seo']) {
      writer.write(0, text, false);
      await vi.advanceTimersByTimeAsync(200);
    }
    expect(writer.state).toBe('unsent');
    await vi.advanceTimersByTimeAsync(700);
    expect(texts(sent)).toEqual(['Seo']);
    expect(writer.state).toBe('saved');
    writer.write(0, 'Seoul', false);
    writer.finish();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(texts(sent)).toEqual(['Seo', 'Seoul']);
    expect(sent[1]!.ms - sent[0]!.ms).toBeGreaterThan(1_000);
  });

  it('is sent at once by Enter, and nothing is sent twice', async () => {
    const { writer, sent } = aPage();
    writer.write(0, ' Seoul ', false);
    writer.finish();
    await vi.advanceTimersByTimeAsync(0);
    writer.finish();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toEqual([{ ms: 0, texts: ['Seoul'] }]);
  });

  it('is not sent as half a syllable', async () => {
    const { writer, sent } = aPage();
    for (const text of ['ㅎ', '하', '한', '한ㄱ', '한구', '한국']) {
      writer.write(0, text, true);
      await vi.advanceTimersByTimeAsync(900);
    }
    expect(sent).toEqual([]);
    writer.composed();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(texts(sent)).toEqual(['한국']);
    writer.write(0, '한국ㅇ', true);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(texts(sent)).toEqual(['한국']);
  });

  it('is sent soon where a keyboard never ends its last syllable', async () => {
    const { writer, sent } = aPage();
    writer.write(0, '서울', true);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(texts(sent)).toEqual(['서울']);
  });

  it('can be cleared: what is saved stands, and the field stays as it is', async () => {
    const { writer, room } = aPage();
    writer.write(0, 'Seol', false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(writer.state).toBe('saved');
    writer.write(0, '', false);
    room.phase = { ...room.phase, endTime: LIMIT_MS + 5_000 };
    writer.follow();
    expect([writer.texts, writer.saved, writer.state]).toEqual([[''], ['Seol'], 'empty']);
  });

  it('is of one question: another kind, or another game, begins with empty fields', async () => {
    const { writer, room, session } = aPage();
    writer.write(0, 'Seoul', false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(writerFor(session)).toBe(writer);
    Object.assign(room, { games: 1, ownWritten: undefined });
    expect(writerFor(session).texts).toEqual(['']);
    room.question = { kind: 'words', choiceList: [] };
    expect(writerFor(session).texts).toEqual(['', '', '']);
  });

  it('is not of the same question in a later game of which this page has missed the lobby', async () => {
    const { writer, room, session, sent } = aPage();
    room.phase = { ...room.phase, game: 1 };
    const first = writerFor(session);
    first.write(0, 'Seoul', false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([writer === first, first.state]).toEqual([false, 'saved']);
    room.phase = { ...room.phase, game: 3 };
    room.ownWritten = { phase: room.phase, texts: [] };
    const next = writerFor(session);
    first.follow();
    next.follow();
    await vi.advanceTimersByTimeAsync(5_000);
    expect([next.texts, next.state, texts(sent)]).toEqual([[''], 'empty', ['Seoul']]);
  });

  it('is of its game, also where nothing is told of it at the reveal', async () => {
    const { writer, room } = aPage();
    writer.write(0, 'Seoul', false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(writer.saved).toEqual(['Seoul']);
    room.phase = { ...room.phase, game: 3, act: undefined };
    expect(writer.saved).toEqual([]);
  });

  it('is sent again, once, where a process has died with it before it was kept', async () => {
    const { writer, room, sent } = aPage();
    writer.write(0, 'Seoul', false);
    writer.finish();
    await vi.advanceTimersByTimeAsync(100);
    room.link = 'away';
    await vi.advanceTimersByTimeAsync(200);
    Object.assign(room, { link: 'in', ownWritten: { phase: room.phase, texts: [] } });
    writer.follow();
    expect(writer.state).toBe('unsent');
    await vi.advanceTimersByTimeAsync(9_000);
    expect(texts(sent)).toEqual(['Seoul', 'Seoul']);
    expect(sent[1]!.ms - sent[0]!.ms).toBeGreaterThan(1_000);
    expect(writer.state).toBe('saved');
  });

  it('is not sent into the question after it', async () => {
    const { writer, room, session, sent } = aPage('typed', [refused('NO_ANSWER')]);
    writer.write(0, 'Seoul', false);
    await vi.advanceTimersByTimeAsync(700);
    room.phase = { ...room.phase, index: 1 };
    await vi.advanceTimersByTimeAsync(5_000);
    expect(texts(sent)).toEqual(['Seoul']);
    // Nor where it was on its way as the next one began.
    const next = writerFor(session);
    let answer = (_: object): void => undefined;
    session.ask = (_command: string, { texts: asked }: { texts: string[] }) => {
      sent.push({ ms: Date.now(), texts: asked });
      return new Promise<object>((resolve) => (answer = resolve));
    };
    next.write(0, 'Busan', false);
    await vi.advanceTimersByTimeAsync(700);
    room.phase = { ...room.phase, index: 2 };
    room.ownWritten = { phase: room.phase, texts: [] };
    answer({ ok: true, texts: ['Busan'] });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(texts(sent)).toEqual(['Seoul', 'Busan']);
    expect(room.ownWritten).toEqual({ phase: room.phase, texts: [] });
  });

  it('is not sent again and again in a pause', async () => {
    const { writer, room, sent } = aPage('typed', Array(99).fill(refused('WRONG_PHASE')));
    room.phase = { ...room.phase, pausedLeftMs: 5_000 };
    writer.write(0, 'Seoul', false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(texts(sent)).toEqual(['Seoul']);
  });

  it('is sent in time before the bell, also what is put together still', async () => {
    const { writer, sent } = aPage();
    await vi.advanceTimersByTimeAsync(LIMIT_MS - 1_400);
    writer.write(0, '한', false);
    writer.finish();
    await vi.advanceTimersByTimeAsync(600);
    writer.write(0, '한그', true);
    await vi.advanceTimersByTimeAsync(800);
    expect(texts(sent)).toEqual(['한그']);
    expect(sent[0]!.ms).toBeLessThan(LIMIT_MS - 300);
  });

  it('follows a bell that comes sooner', async () => {
    const { writer, sent, room } = aPage();
    writer.write(0, '한국', true);
    await vi.advanceTimersByTimeAsync(100);
    room.phase = { ...room.phase, endTime: 1_000 };
    writer.follow();
    await vi.advanceTimersByTimeAsync(900);
    expect(texts(sent)).toEqual(['한국']);
    expect(sent[0]!.ms).toBeLessThan(1_000);
  });

  it('waits behind a curtain and without a connection, and then goes on', async () => {
    const { writer, sent, room } = aPage();
    room.isCurtained = true;
    writer.write(0, 'Seoul', false);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(sent).toEqual([]);
    room.isCurtained = false;
    writer.follow();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(texts(sent)).toEqual(['Seoul']);
  });

  it('tells what cannot be sent, and what comes too late', async () => {
    const { writer, sent } = aPage('typed', [refused('NO_ANSWER'), refused('TOO_LATE')]);
    writer.write(0, 'a'.repeat(41), false);
    expect(writer.state).toBe('bad');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent).toEqual([]);
    writer.write(0, 'Seoul', false);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(texts(sent)).toEqual(['Seoul', 'Seoul']);
    expect(writer.state).toBe('late');
  });

  it('of words leaves out empty fields, and is there again for who comes back', async () => {
    const { writer, sent, session } = aPage('words');
    writer.write(1, '바다', false);
    writer.finish();
    await vi.advanceTimersByTimeAsync(0);
    expect(texts(sent)).toEqual(['바다']);
    const back = { ...session };
    expect(writerFor(back).texts).toEqual(['바다', '', '']);
  });
});
