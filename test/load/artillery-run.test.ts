import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runArtillery, type ArtilleryRun } from '../../load-test/artillery/experiments.js';

const folder = mkdtempSync(join(tmpdir(), 'madang-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Stands in for Artillery: the program's text gets its own arguments by name. */
async function run(
  program: string,
  { limitSeconds = 60, signal = new AbortController().signal, progress = (_: string) => {} } = {},
): Promise<ArtilleryRun> {
  const file = join(folder, `${Math.random()}.mjs`);
  writeFileSync(
    file,
    `import { writeFileSync } from 'node:fs';
     import { parseArgs } from 'node:util';
     const { values } = parseArgs({ strict: false, args: process.argv.slice(3), options: {
       target: { type: 'string' }, variables: { type: 'string' }, output: { type: 'string' } } });
     const { resultFile, ...variables } = JSON.parse(values.variables);
     ${program}`,
  );
  const order = {
    environment: 'hall',
    scenario: 'hall',
    target: 'http://localhost:1',
    variables: { players: 3 },
    limitSeconds,
  };
  return runArtillery(order, { signal, progress }, file);
}

const HANGS = `
  writeFileSync(resultFile, '{"complete":false}');
  process.on('SIGINT', () => process.exit(130));
  console.log('progress: it hangs');
  setInterval(() => {}, 1000);`;

describe('a run of Artillery', () => {
  it('hands the numbers over and reads results, report, thresholds and progress', async () => {
    const heard: string[] = [];
    const result = await run(
      `writeFileSync(resultFile, JSON.stringify({ complete: true, variables, target: values.target }));
       writeFileSync(values.output, JSON.stringify({ aggregate: { counters: { 'errors.x': 2 } } }));
       process.stdout.write('progress: half\\nok: a > 0\\nfa');
       process.stdout.write('il: b < 1\\nWARNING: something else\\n');
       process.exitCode = 1;`,
      { progress: (text) => heard.push(text) },
    );
    expect(result).toEqual({
      outcome: { complete: true, variables: { players: 3 }, target: 'http://localhost:1' },
      counters: { 'errors.x': 2 },
      checks: [
        { condition: 'a > 0', passed: true },
        { condition: 'b < 1', passed: false },
      ],
      exitCode: 1,
      stopped: undefined,
      output: 'WARNING: something else\n',
    });
    expect(heard).toEqual(['half']);
  });

  it('is ended by Ctrl-C with the results that there are', async () => {
    const interrupt = new AbortController();
    const progress = (): void => interrupt.abort();
    const result = await run(HANGS, { signal: interrupt.signal, progress });
    expect(result).toMatchObject({ outcome: { complete: false }, stopped: 'signal', checks: [] });
  });

  it('is ended when it takes too long', async () => {
    const result = await run(HANGS, { limitSeconds: 0.5 });
    expect(result.stopped).toBe('time');
  });

  it('has no outcome when it left none', async () => {
    const result = await run('throw new Error("boom")');
    expect(result).toMatchObject({ outcome: undefined, exitCode: 1, stopped: undefined });
    expect(result.output).toContain('boom');
  });
});
