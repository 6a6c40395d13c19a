import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { playerFiles } from './vite-player-files.ts';

const portal = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), playerFiles()],
  server: { host: '127.0.0.1', proxy: { '/api': portal, '/content': portal } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Pictures and fonts stay files: data addresses cost more than a request, and the policy of the page stays narrow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Read by the size report: which files a route needs.
    manifest: true,
    cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
  },
});
