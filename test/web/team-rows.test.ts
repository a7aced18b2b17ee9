import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contrast, luminance } from '../../src/server/platform/theme/colour.js';

/** The blocks of a selector in the styles of a component, as one text. */
function styleOf(component: string, selector: string): string {
  const [, style = ''] = component.split('<style>');
  return style
    .split(`\n  ${selector} {`)
    .slice(1)
    .map((block) => block.split('}')[0])
    .join();
}

it('R19.1 has team rows in the dark ranking that can be read', () => {
  const file = join(import.meta.dirname, '../../src/web/show/RankingRows.svelte');
  const component = readFileSync(file, 'utf8');
  const [, ground = ''] = /--card: (#\w{6})/.exec(styleOf(component, '.teams')) ?? [];
  const [, text = ''] = /\n    color: (#\w{6})/.exec(styleOf(component, '.ranking')) ?? [];
  expect(contrast(luminance(text), luminance(ground))).toBeGreaterThan(7);
});
