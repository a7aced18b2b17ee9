import { createHash } from 'node:crypto';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { makeWords } from './scripts/lib/words.mjs';
import { LANGUAGES } from './src/i18n/made/languages.js';
import { serverWords } from './src/i18n/made/server/words.js';
import { directionOf } from './src/web/i18n/direction.js';
import { withPageTexts } from './src/web/i18n/page-texts.js';

const words = makeWords();
/** Of all words together, so that a page asks for those of its own build. */
const wordsHash = createHash('sha256')
  .update([...words.values()].join())
  .digest('base64url')
  .slice(0, 8);
const wordsPath = (tag: string, part: string): string =>
  `assets/words-${wordsHash}-${tag}-${part}.js`;

/**
 * The words, a file for each language and part, which pages load by their name (`load-words.ts`); and the page in each
 * language: its head names its first words, so that they are fetched along with the program.
 */
const wordsAndPages: Plugin = {
  name: 'words-and-pages',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const [name, source] of words) {
      const [, tag, part] = /^([^/]+)\/([^/]+)\.js$/.exec(name) ?? [];
      if (tag === undefined || part === undefined || tag === 'server') continue;
      this.emitFile({ type: 'asset', fileName: wordsPath(tag, part), source });
    }
    const page = bundle['index.html'];
    if (page?.type !== 'asset') throw new Error('there is no page');
    for (const tag of LANGUAGES) {
      const source = withPageTexts(String(page.source), serverWords[tag].server.page)
        .replace(
          /<html lang="\w+"/,
          `<html lang="${tag}"${directionOf(tag) === 'rtl' ? ' dir="rtl"' : ''}`,
        )
        .replace(
          '</head>',
          `<link rel="modulepreload" href="/${wordsPath(tag, 'player')}" /></head>`,
        )
        .replace(/<!-- .*? -->/g, '')
        .replace(/(?<=>)\s+(?=<)/g, '');
      this.emitFile({ type: 'asset', fileName: `index.${tag}.html`, source });
    }
    delete bundle['index.html'];
  },
};

/** Takes parts of a library's module out; a version of it that has them in another way fails the build. */
const without = (
  name: string,
  id: RegExp,
  changes: readonly (readonly [from: string, to: string])[],
): Plugin => ({
  name,
  transform: {
    filter: { id },
    handler(code) {
      for (const [from] of changes)
        if (!code.includes(from)) throw new Error(`${name}: ${id} has no ${from}`);
      return {
        code: changes.reduce((text, [from, to]) => text.replace(from, to), code),
        map: null,
      };
    },
  },
});

/** All of a module as one object needs a file of its own at run time, which each first visit would fetch: 0.4 kB. */
const parserInParts = without('parser-in-parts', /socket\.io-client\/build\/esm\/manager\.js$/, [
  [
    'import * as parser from "socket.io-parser";',
    'import { Decoder, Encoder } from "socket.io-parser"; const parser = { Decoder, Encoder };',
  ],
]);

/** Pages use WebSocket and polling (`src/web/room/connection.ts`); the third way would be 0.7 kB of each first visit. */
const noWebTransport = without(
  'no-web-transport',
  /engine\.io-client\/build\/esm\/transports\/index\.js$/,
  [
    ['import { WT } from "./webtransport.js";', ''],
    ['webtransport: WT,', ''],
  ],
);

/** Modules of Svelte that `first` would hold for other parts, though no first visit runs them: 0.7 kB of each. */
const LATER_BINDINGS =
  /svelte\/src\/internal\/client\/dom\/elements\/bindings\/(?:select|size)\.js$/;

export default defineConfig({
  root: 'src/web',
  define: { __WORDS__: JSON.stringify(`/${wordsPath('TAG', 'PART')}`) },
  plugins: [
    svelte({
      configFile: false,
      compilerOptions: {
        runes: true,
        // By default it is a hash of the file's path, so that moving a file would change the page.
        cssHash: ({ css, hash }) => `s${hash(css)}`,
      },
    }),
    wordsAndPages,
    parserInParts,
    noWebTransport,
  ],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The polyfill only serves browsers that cannot run the bundle anyway.
    modulePreload: {
      polyfill: false,
      // Names of what a part loads beside itself cost each first visit 1 kB; only its styles are named, which it waits for.
      resolveDependencies: (_file, parts) => parts.filter((part) => part.endsWith('.css')),
    },
    // Data URLs would need exceptions in the content security policy.
    assetsInlineLimit: 0,
    // What every visitor needs is one file: packed together it is smaller than in the parts that pages share.
    rolldownOptions: {
      // Without it `first` would fetch them, to run nothing.
      treeshake: { moduleSideEffects: [{ test: LATER_BINDINGS, sideEffects: false }] },
      // Limits and the like stand where they are used, which is 0.2 kB less of a first visit.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'bindings',
              test: LATER_BINDINGS,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: 'first', test: /src\/web\/main\.ts$/ },
          ],
        },
      },
    },
  },
});
