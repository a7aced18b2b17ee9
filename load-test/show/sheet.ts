import { pathToFileURL } from 'node:url';
import { writeFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import type { Take } from './film.js';

/** A scene with more pictures shows its middle as well as its end. */
const MANY = 8;

const STYLE = `
  body { margin: 16px; font: 20px 'Noto Sans CJK KR', sans-serif; background: #fff; }
  h1 { margin: 0 0 16px; font-size: 28px; }
  main { display: grid; grid-template-columns: repeat(3, max-content); gap: 16px 24px; }
  figure { margin: 0; }
  div { display: flex; gap: 4px; }
  img { height: 360px; border: 1px solid #888; }
`;

/** One page with all scenes of a game: an HTML page beside its pictures, and a picture of that. */
export async function writeSheet(
  browser: Browser,
  title: string,
  takes: readonly Take[],
  path: string,
): Promise<void> {
  const figures = forSheet(takes).map(({ scene, files }) => {
    const pictures = Object.values(files).map((file) => `<img src="${pathToFileURL(file).href}">`);
    return `<figure><figcaption>${scene}</figcaption><div>${pictures.join('')}</div></figure>`;
  });
  const html = `<!doctype html><meta charset="utf-8"><style>${STYLE}</style><h1>${title}</h1><main>${figures.join('')}</main>`;
  await writeFile(`${path}.html`, html);
  const page = await browser.newPage({ viewport: { width: 3_180, height: 1_000 } });
  await page.goto(pathToFileURL(`${path}.html`).href);
  await page.screenshot({ path: `${path}.png`, fullPage: true });
  await page.close();
}

/** The last picture of each scene, when all of it is there, and of long ones the middle. */
function forSheet(takes: readonly Take[]): Take[] {
  const scenes: Take[][] = [];
  for (const take of takes) (scenes[take.nth - 1] ??= []).push(take);
  return scenes.flatMap((scene) => {
    const middle = scene.length > MANY ? scene[Math.floor(scene.length / 2)] : undefined;
    const last = scene.at(-1);
    return [middle, last].filter((take) => take !== undefined);
  });
}
