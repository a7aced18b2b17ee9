import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'src/web',
  plugins: [svelte({ configFile: false })],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The polyfill only serves browsers that cannot run the bundle anyway.
    modulePreload: { polyfill: false },
    // Data URLs would need exceptions in the content security policy.
    assetsInlineLimit: 0,
  },
});
