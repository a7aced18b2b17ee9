import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import { parseQuizFile } from '../../src/server/desk/files/quiz-file.js';
import { ENGINES } from '../database/engines.js';
import { JSON_TYPE, useDesk } from './desk-app.js';

const SETS_DIR = join(import.meta.dirname, '../../src/server/desk/sets/bank/sets');

const setIn = (text: string): Omit<QuizSet, 'id'> => {
  const { title, language, questions } = parseQuizFile(Buffer.from(text), 'json', 'en').set;
  return { title, language, questions };
};

describe.each(ENGINES)('with %s', (kind) => {
  const desk = useDesk(kind);

  it('R15.4 every built-in set is the same after it came in, went out and came in again', async () => {
    const by = await desk.signIn();
    const names = readdirSync(SETS_DIR).filter((name) => name.endsWith('.json'));
    const files = names.map((name) => readFileSync(join(SETS_DIR, name), 'utf8'));
    expect(files).toHaveLength(10);
    for (const file of files) {
      const written = async (text: string): Promise<string> => {
        const made = await desk.send('POST', '/sets', { ...JSON_TYPE, ...by }, text);
        const { id } = (await made.json()) as { id: string };
        return (await desk.send('GET', `/sets/${id}/file`, by)).text();
      };
      const once = await written(file);
      const kept = setIn(once);
      const ids = kept.questions.map(({ id }) => id);
      expect(new Set(ids).size).toBe(kept.questions.length);
      const original = setIn(file);
      const questions = original.questions.map((question, n) => ({ id: ids[n], ...question }));
      expect(kept).toEqual({ ...original, questions });
      // The first one is kept already.
      const titled = once.replace(`"${kept.title}"`, `"${kept.title} (2)"`);
      expect(await written(once)).toBe(titled);
    }
  });
});
