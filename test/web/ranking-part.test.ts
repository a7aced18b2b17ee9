import { join } from 'node:path';
import type { Component } from 'svelte';
import { render } from 'svelte/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { GameReport, ReportPlayer } from '../../src/protocol/results.js';
import { asInABrowser } from '../support/page-room.js';

const player = (slot: number): ReportPlayer => ({
  name: `P${slot}`,
  slot,
  rank: slot + 1,
  score: 100,
  played: 1,
  rights: 1,
  rightMs: 900,
  team: null,
});

async function rankingOf(count: number): Promise<string> {
  asInABrowser();
  onTestFinished(() => void vi.unstubAllGlobals());
  const web = join(import.meta.dirname, '../../src/web');
  const { i18n } = (await import(join(web, 'i18n/language.svelte.ts'))) as {
    i18n: { load: () => Promise<void>; need: (...parts: string[]) => Promise<void> };
  };
  await i18n.load();
  await i18n.need('game', 'results');
  const { default: Ranking } = (await import(join(web, 'results/Ranking.svelte'))) as {
    default: Component<Record<string, unknown>>;
  };
  const report = {
    questions: [{}],
    players: Array.from({ length: count }, (_, slot) => player(slot)),
  };
  const props = {
    report: report as unknown as Partial<GameReport>,
    nameOf: (place: number) => `P${place}`,
    onchoose: () => undefined,
  };
  return render(Ranking, { props }).body;
}

it('R17.4 shows the first ten of a ranking, and the others on request', async () => {
  const ten = await rankingOf(10);
  expect(ten).not.toContain('ranking-all');
  expect(ten).not.toMatch(/<tr class="[^"]*rest/);
  const twelve = await rankingOf(12);
  expect(twelve).toContain('ranking-all');
  expect(twelve.match(/<tr class="[^"]*\brest\b/g)).toHaveLength(2);
});
