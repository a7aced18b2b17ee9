import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { MaskedController } from '../../src/server/http/sets/masked.controller.js';
import { limits } from '../../src/protocol/index.js';
import { JSON_TYPE, refusal, useDesk } from './desk-app.js';

const dir = mkdtempSync(join(tmpdir(), 'madang-words-'));
const WORD_LIST_FILE = join(dir, 'words.txt');
writeFileSync(WORD_LIST_FILE, 'teapot*\n찻주전자*\n!teapots\n');
afterAll(() => rmSync(dir, { recursive: true }));

describe('R16.17 which answers of a question the word filter masks', () => {
  const desk = useDesk('SQLite', { WORD_LIST_FILE });
  const ask = (by: Record<string, string>, body: unknown): Promise<Response> =>
    desk.send('POST', '/masked', { ...JSON_TYPE, ...by }, JSON.stringify(body));

  it('R16.17 is told to who writes it', async () => {
    const by = await desk.signIn();
    const texts = ['kettle', 'a t.e.a.p.o.t', '찻주전자는', 'TEAPOT', 'Teapots'];
    const answer = await ask(by, { texts });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ masked: ['a t.e.a.p.o.t', '찻주전자는', 'TEAPOT'] });
    expect(await (await ask(by, { texts: [] })).json()).toEqual({ masked: [] });
  });

  it('R16.17 is told of as many spellings as a question has, each as long as it may be', async () => {
    const by = await desk.signIn();
    const { maxUnits, maxGraphemes } = limits.ANSWER_BOUNDS;
    const longest = `찻주전자${'👩🏽'.repeat(maxGraphemes - 4)}`;
    expect(longest.length).toBeLessThanOrEqual(maxUnits);
    const texts = Array.from({ length: limits.MAX_SPELLINGS }, () => longest);
    const answer = await ask(by, { texts });
    expect(await answer.json()).toEqual({ masked: texts });
    for (const body of [
      { texts: [...texts, 'a'] },
      { texts: [`${longest}가`] },
      { texts: [`e${'\u0301'.repeat(20)}`] },
      { texts: ['a', ''] },
      { texts: ['a', 1] },
      { texts: 'teapot' },
      { texts: ['teapot'], more: 1 },
      {},
      [],
    ])
      expect(await refusal(ask(by, body))).toEqual([400, 'BAD_REQUEST']);
  });

  it('R10.9 is found out in turns, between which others have theirs', async () => {
    let [now, turn] = [0, 0];
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    const count = (): void => void (turn++, (next = setImmediate(count)));
    let next = setImmediate(count);
    try {
      const turns: number[] = [];
      const finds = (text: string): boolean => {
        turns.push(turn);
        now += 6;
        return text === 'b';
      };
      const controller = new MaskedController({ finds } as never);
      expect(await controller.find({ texts: ['a', 'b', 'c', 'd'] })).toEqual({ masked: ['b'] });
      expect(new Set(turns).size).toBe(4);
    } finally {
      clearImmediate(next);
      clock.mockRestore();
    }
  });

  it('R10.10 is told to nobody without an account', async () => {
    const by = await desk.visitor();
    expect(await refusal(ask(by, { texts: ['teapot'] }))).toEqual([401, 'NOT_SIGNED_IN']);
  });
});
