import { expect, it } from 'vitest';

const { physicalSides } = (await import(
  new URL('../../scripts/lib/physical-sides.mjs', import.meta.url).href
)) as {
  physicalSides: (files: string[], own: string[], read: (path: string) => string) => string[];
};

const told = (texts: Record<string, string>, own: string[] = []) =>
  physicalSides(Object.keys(texts), own, (path) => texts[path] ?? '').map((line) =>
    line.replace(/ does not turn .*/, ''),
  );
const PHYSICAL = `/* left: 0; */
.a { margin-left: 1px; text-align: right }
.b {
  left: calc(1px + env(safe-area-inset-left));
  border-right-color: red;
  border-top-left-radius: 4px;
}
@media (min-width: 1px) { .c { padding: 1px calc(2px + (1px * 2)) 3px 4px; right: auto; } }
.d { inset: 0 auto 0 0; border-radius: 4px 0 0 4px; float: left; box-shadow: inset 4px 0 0 red; }
`;
const LOGICAL = `
.left:hover { margin-inline-start: 1px; text-align: start; }
.a { left: 50%; padding: 1px 2px 3px 2px; inset: 0 0 auto; border-radius: 4px 4px 0 0; }
.b { box-shadow: 0 1px 3px red, inset 0 -4px 0 red; margin: 0 auto; border-top: 1px solid; }
`;

it('finds styles that name a side, in sheets, components and their tags', () => {
  const page = `<script>\nconst a = { left: 1, right: 2 };\n</script>
<p style:left={x} style="top: 0; right: 2px">left: 1px;</p>
<!-- style:right={x} -->
<style>\n  p {\n    padding-right: 2px;\n  }\n</style>\n`;
  expect(told({ 'src/web/a.css': PHYSICAL, 'src/web/ui/B.svelte': page })).toEqual([
    'src/web/a.css:2: margin-left: 1px',
    'src/web/a.css:2: text-align: right',
    'src/web/a.css:4: left: calc(1px + env(safe-area-inset-left))',
    'src/web/a.css:5: border-right-color: red',
    'src/web/a.css:6: border-top-left-radius: 4px',
    'src/web/a.css:8: padding: 1px calc(2px + (1px * 2)) 3px 4px',
    'src/web/a.css:8: right: auto',
    'src/web/a.css:9: inset: 0 auto 0 0',
    'src/web/a.css:9: border-radius: 4px 0 0 4px',
    'src/web/a.css:9: float: left',
    'src/web/a.css:9: box-shadow: inset 4px 0 0 red',
    'src/web/ui/B.svelte:4: style:left=',
    'src/web/ui/B.svelte:4: right: 2px',
    'src/web/ui/B.svelte:8: padding-right: 2px',
  ]);
});

it('lets pass what looks alike from both sides, and what is listed as long as it names one', () => {
  const page = `<style>\n  p {\n    left: 1px;\n  }\n</style>\n`;
  const files = {
    'src/web/a.css': LOGICAL,
    'src/web/B.svelte': page,
    'src/server/c.css': PHYSICAL,
  };
  expect(told(files, ['src/web/B.svelte'])).toEqual([]);
  expect(told(files, ['src/web/a.css', 'src/web/B.svelte', 'src/web/gone.css'])).toEqual([
    'src/web/a.css: scripts/lib/physical-sides.mjs lists it, and it names no side',
    'src/web/gone.css: scripts/lib/physical-sides.mjs lists it, and it names no side',
  ]);
});
