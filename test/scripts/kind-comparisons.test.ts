import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const SCRIPT = new URL('../../scripts/lib/kind-comparisons.mjs', import.meta.url).href;
const { kindComparisons } = (await import(SCRIPT)) as {
  kindComparisons: (root: string, files: string[]) => string[];
};

const TABLE = `
export type QuestionKind = 'choice' | 'poll' | 'spot';
export interface RightChoices { kind: 'choice' }
export interface RightPlaces { kind: 'spot' }
export type Solution = RightChoices | RightPlaces;
export interface Question { kind: QuestionKind }
`;
const IMPORT = "import type { Question, Solution } from '../protocol/question.js';\n";

/** The lines in which the check finds something. */
async function found(files: Record<string, string>): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'kinds-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const all = { 'src/protocol/question.ts': TABLE, ...files };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const told = kindComparisons(root, Object.keys(all));
  return told.map((line) => line.replace(/ compares .*/, ''));
}

it('finds every way to compare the kind of a question', async () => {
  const code = `${IMPORT}
export const a = (q: Question) => q.kind === 'poll';
export const b = ({ kind }: Question) => 'spot' !== kind;
export function c(q: Question) { switch (q.kind) { case 'choice': return 1; default: return 2; } }
export const d = (q: Question | undefined) => ['choice', 'poll'].includes(q!.kind);
`;
  const page = `<script lang="ts">\n</script>\n{#if room.question?.kind === 'poll'}x{/if}\n`;
  expect(await found({ 'src/game/a.ts': code, 'src/web/A.svelte': page })).toEqual([
    "src/game/a.ts:3: q.kind === 'poll'",
    "src/game/a.ts:4: 'spot' !== kind",
    "src/game/a.ts:5: 'choice'",
    "src/game/a.ts:6: ['choice', 'poll'].includes(q!.kind)",
    "src/web/A.svelte:3: question?.kind === 'poll'",
  ]);
});

it('lets pass what is no kind of question, what is right, and the files of the kinds', async () => {
  const code = `${IMPORT}
export const a = (mode: 'choice' | 'random') => mode === 'choice';
export const b = (solution: Solution | null) => solution?.kind === 'spot';
export const c = ({ kind }: Solution) => kind === 'choice';
export const d = (text: string) => text === 'poll';
`;
  const own = `${IMPORT.replace('../', '../../')}export const a = (q: Question) => q.kind === 'poll';\n`;
  const page = `{#if judged.solution.kind === 'spot'}x{/if}\n`;
  expect(
    await found({ 'src/game/a.ts': code, 'src/game/kinds/a.ts': own, 'src/web/A.svelte': page }),
  ).toEqual([]);
});
