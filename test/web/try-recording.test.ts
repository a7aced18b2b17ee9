import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeFlush, type CompactFlush } from '../../src/protocol/index.js';
import { WIRE } from '../../src/protocol/wire.js';

/** As `PlayedSocket` reads it. */
interface Recording {
  wire: number;
  frames: [atMs: number, event: string, payload: unknown][];
}

const DIR = join(import.meta.dirname, '../../src/web/pages/try');

describe.each(['ko', 'en'])('R29.2 the game on the home page (%s)', (language) => {
  const read = async (): Promise<Recording> =>
    JSON.parse(await readFile(join(DIR, `${language}.json`), 'utf8')) as Recording;

  it('was recorded in the present wire; else npm run show -- --record src/web/pages/try', async () => {
    const { wire } = await read();
    expect(wire).toBe(WIRE);
  });

  it('is a whole game, in its order, and has the questions of its language', async () => {
    const { frames } = await read();
    const times = frames.map(([atMs]) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const told = frames.flatMap(([, event, payload]) =>
      event === 'flush'
        ? [...decodeFlush(payload as CompactFlush, () => undefined)]
        : [[event, payload] as const],
    );
    const count = (name: string): number => told.filter(([event]) => event === name).length;
    expect(count('startQuizTime')).toBe(3);
    expect(count('endQuizTime')).toBe(3);
    expect(count('endGame')).toBe(1);
    const quizzes = told.flatMap(([event, payload]) =>
      event === 'startQuizTime' ? [(payload as { quiz: string }).quiz] : [],
    );
    for (const quiz of quizzes) expect(/[가-힣]/.test(quiz)).toBe(language === 'ko');
    // The token of the projector is nobody else's.
    expect(count('session')).toBe(0);
  });
});
