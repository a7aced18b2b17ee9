import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'src/web',
  plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The polyfill only serves browsers that cannot run the bundle anyway.
    modulePreload: { polyfill: false },
    // Data URLs would need exceptions in the content security policy.
    assetsInlineLimit: 0,
    // What every visitor needs is one file: packed together it is smaller than in the parts that pages share.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', test: /src\/web\/main\.ts$/ },
            {
              name: 'text-rules',
              test: /src\/(?:web\/lib\/text-rules|protocol\/(?:text|name))\.ts$/,
            },
          ],
        },
      },
    },
  },
});
