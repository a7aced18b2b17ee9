/** Runs in a browser: the picture of a big room whose people walk by themselves, and a draw among them. */
import { mount } from 'svelte';
import { i18n } from '../../../src/web/i18n/language.svelte.js';
import '../../../src/web/styles/tokens.css';
import '../../../src/web/styles/night.css';
import '../../../src/web/styles/contrast.css';
import '../../../src/web/styles/base.css';
import CrowdPage from './CrowdPage.svelte';
import DrawPage from './DrawPage.svelte';

export async function show(
  people: number,
  options: { isScreen: boolean; isStill: boolean; theme: string },
): Promise<void> {
  const { theme, ...rest } = options;
  document.documentElement.dataset['theme'] = theme;
  await i18n.load();
  await i18n.need('game');
  mount(CrowdPage, { target: document.body, props: { people, ...rest } });
}

export async function showDraw(
  people: number,
  options: { isScreen: boolean; leadMs: number; theme: string },
): Promise<void> {
  const { theme, ...rest } = options;
  document.documentElement.dataset['theme'] = theme;
  await i18n.load();
  await i18n.need('game');
  mount(DrawPage, { target: document.body, props: { people, ...rest } });
}
