/** The page of `crowd`, which needs no server. */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type Rolldown } from 'vite';

/** In the sources, also where this runs as built. */
const ENTRY = 'load-test/show/crowd/page.ts';

/** What of a browser's page it takes; the laboratory may have another Playwright than the tests. */
interface EmptyPage {
  addStyleTag(tag: { content: string }): Promise<unknown>;
  addScriptTag(tag: { content: string }): Promise<unknown>;
  evaluate(script: string): Promise<unknown>;
}

interface CrowdBundle {
  script: string;
  style: string;
}

/** `root` is the folder of the project. */
export async function bundleCrowd(root: string): Promise<CrowdBundle> {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
    build: { write: false, lib: { entry: ENTRY, formats: ['iife'], name: 'crowd' } },
  })) as Rolldown.RolldownOutput[];
  const files = built[0]?.output ?? [];
  const script = files.flatMap((file) => (file.type === 'chunk' ? [file.code] : []));
  const style = files.flatMap((file) => (file.type === 'asset' ? [String(file.source)] : []));
  return { script: script.join('\n'), style: style.join('\n') };
}

/** Shows a room of so many people in an empty page. */
export async function openCrowd(
  page: EmptyPage,
  { script, style }: CrowdBundle,
  people: number,
  options: { isScreen: boolean; isStill: boolean; theme: string },
): Promise<void> {
  await page.addStyleTag({ content: style });
  await page.addScriptTag({ content: script });
  await page.evaluate(`crowd.show(${people}, ${JSON.stringify(options)})`);
}
