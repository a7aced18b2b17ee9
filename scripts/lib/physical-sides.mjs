/**
 * Finds styles that name the left or the right side. A page in a language that is written from right to left is
 * mirrored, and only logical properties (`margin-inline-start`, `inset-inline-end`, `text-align: start`) turn with it.
 */
import { readFileSync } from 'node:fs';

/** The pages whose drawing never turns: floor, O and X, rulers and pictures look to everybody as the server knows them. */
const DO_NOT_TURN = [
  'src/web/arena/Zones.svelte',
  'src/web/cockpit/RulerRow.svelte',
  'src/web/desk/edit/kinds/SpotPicture.svelte',
  'src/web/kinds/PictureOverlay.svelte',
  'src/web/kinds/RulerAxis.svelte',
  'src/web/kinds/RulerOverlay.svelte',
  'src/web/kinds/ZonesOverlay.svelte',
  'src/web/kinds/writing/TextZones.svelte',
  'src/web/show/FinalStage.svelte',
  'src/web/show/ShowWords.svelte',
  'src/web/stage/Arena.svelte',
  'src/web/ui/Confetti.svelte',
];

const SIDE = /^(?:(?:scroll-)?(?:margin|padding)-(?:left|right)|left|right)$/;
const BORDER = /^border-(?:(?:left|right)(?:-|$)|(?:top|bottom)-(?:left|right)-radius$)/;
const ALIGNED = /^(?:text-align(?:-last)?|float|clear|justify-(?:content|items|self))$/;
const SHADOW = /^(?:box|text)-shadow$/;
/** Four values of these go around the box, from the top by the right. */
const AROUND = /^(?:(?:scroll-)?(?:margin|padding)|inset|border-(?:width|style|color))$/;

/** Blank in place of comments, so that lines keep their numbers. */
const blank = (text, pattern) => text.replace(pattern, (part) => part.replace(/[^\n]/g, ' '));

/** Splits at spaces that stand in no brackets. */
const values = (text) => text.trim().match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];

function isPhysical(property, value) {
  // A middle is a middle from either side.
  if (SIDE.test(property)) return value !== '50%';
  if (BORDER.test(property)) return true;
  if (ALIGNED.test(property)) return /^(?:left|right)\b/.test(value);
  // Sideways.
  if (SHADOW.test(property)) return /(?:^|,)\s*(?:inset\s+)?-?(?:[1-9]|0?\.\d)/.test(value);
  const parts = values(value);
  if (AROUND.test(property)) return parts.length === 4 && parts[1] !== parts[3];
  if (property !== 'border-radius') return false;
  // From the corner at the top left by the one at the top right.
  return parts.length === 4 && (parts[0] !== parts[1] || parts[2] !== parts[3]);
}

function inStyles(styles) {
  return [...styles.matchAll(/(?<=[{;]\s*)([a-z-]+)\s*:\s*([^;{}]+?)\s*(?=[;}])/g)]
    .filter(([, property, value]) => isPhysical(property, value))
    .map(({ 0: text, index }) => ({ text: text.trim().replace(/\s+/g, ' '), index }));
}

/** In the tags of a component: `style:left={x}`, `style="left: 2px"`. */
function inTags(component) {
  const directives = [...component.matchAll(/style:([a-z-]+)=/g)]
    .filter(([, property]) => isPhysical(property, ''))
    .map(({ 0: text, index }) => ({ text, index }));
  const attributes = [...component.matchAll(/(?<=\sstyle=")[^"]*/g)].flatMap(
    ({ 0: styles, index }) =>
      inStyles(`;${styles};`).map((found) => ({ ...found, index: found.index + index })),
  );
  return [...directives, ...attributes];
}

function inFile(path, text) {
  const bare = blank(text, /\/\*[^]*?\*\/|<!--[^]*?-->/g);
  if (path.endsWith('.css')) return inStyles(bare);
  const outside = blank(bare, /[^]*<style>|<\/style>[^]*/g);
  const found = [...inTags(blank(bare, /<style>[^]*<\/style>/g)), ...inStyles(outside)];
  return found.sort((a, b) => a.index - b.index);
}

/** `files` are paths of the project. A line for each style, and for each name in `own` that needs none. */
export function physicalSides(
  files,
  own = DO_NOT_TURN,
  read = (path) => readFileSync(path, 'utf8'),
) {
  const pages = files.filter((path) => /^src\/web\/.*\.(?:svelte|css)$/.test(path));
  const needless = new Set(own);
  const problems = pages.flatMap((path) => {
    const text = read(path);
    const found = inFile(path, text);
    if (found.length > 0) needless.delete(path);
    if (own.includes(path)) return [];
    return found.map(
      ({ text: style, index }) =>
        `${path}:${text.slice(0, index).split('\n').length}: ${style} does not turn in a language from right to left; use inline-start and inline-end (scripts/lib/physical-sides.mjs)`,
    );
  });
  const rest = [...needless].map(
    (path) => `${path}: scripts/lib/physical-sides.mjs lists it, and it names no side`,
  );
  return [...problems, ...rest];
}
