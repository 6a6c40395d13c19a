import { createReadStream, existsSync, statSync } from 'node:fs';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join, normalize, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { appWorker } from './app-worker.ts';
import { leanContract } from './lean-contract.ts';
import { packageRuntime } from './package-runtime.ts';
import { preloadFont } from './preload-font.ts';
import { screenFiles } from './screen-files.ts';
import { screenTexts } from './screen-texts.ts';

const portal = 'http://127.0.0.1:8080';

const require = createRequire(import.meta.url);
const h5p = dirname(require.resolve('h5p-standalone'));
const pdfjs = dirname(dirname(require.resolve('pdfjs-dist')));

/** Package folders by the URL path under which they are served. */
const FOLDERS: Record<string, string> = {
  '/h5p/standalone': h5p,
  ...Object.fromEntries(['cmaps', 'standard_fonts', 'wasm', 'iccs'].map((name) => [`/pdfjs/${name}`, join(pdfjs, name)])),
};

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.gif': 'image/gif',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
};

/** Serves files that viewers load by URL from their packages: the H5P player, and fonts and decoders of pdf.js. Copies them into the build. */
function playerFiles(): Plugin {
  let outDir = 'dist';
  return {
    name: 'player-files',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle: async () => {
      for (const [address, folder] of Object.entries(FOLDERS)) {
        await cp(folder, join(outDir, address), { recursive: true, filter: (file) => !/\.d\.ts$|quickjs/.test(file) });
      }
    },
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        const path = decodeURIComponent((request.url ?? '').split('?')[0]!);
        const [address, folder] = Object.entries(FOLDERS).find(([one]) => path.startsWith(`${one}/`)) ?? [];
        const file = address && folder ? normalize(join(folder, path.slice(address.length))) : '';
        if (!folder || !file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) return next();
        response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
        response.setHeader('access-control-allow-origin', '*');
        createReadStream(file).pipe(response);
      });
    },
  };
}

const PACKABLE = /\.(js|mjs|css|svg|html)$/;
/** Minimum file size in bytes for a compressed copy. */
const PACK_FROM = 1024;

/** Writes `.br` and `.gz` copies of the built files, so that the server need not compress them on request. */
function packedFiles(): Plugin {
  return {
    name: 'packed-files',
    apply: 'build',
    writeBundle: async ({ dir = 'dist' }) => {
      const folder = join(dir, 'assets');
      const pack = async (name: string) => {
        const content = await readFile(join(folder, name));
        if (content.length < PACK_FROM) return;
        await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(content));
        await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }));
      };
      await Promise.all((await readdir(folder)).filter((name) => PACKABLE.test(name)).map(pack));
    },
  };
}

/** Schema library and the contract modules that need it. No page needs them to start, so they are bundled with the screens that use them. */
const SCHEMAS = /node_modules[\\/]zod|contract[\\/]src[\\/](fields|setup[\\/]theme|own-material[\\/]rights)\.ts$/;
const isOfEveryPage = (id: string): boolean => !SCHEMAS.test(id);

/** Source files that many screens share. */
const PARTS = /client[\\/]src[\\/](ui|components|stores|api|i18n|theme)[\\/]|contract[\\/]src[\\/]|lucide-react[\\/]dist[\\/]esm/;
/** Code that many screens use but no first visit needs: the HTML sanitizer and the list of common passwords. Each gets its own chunk. */
const RICH_TEXT = /node_modules[\\/]dompurify[\\/]|client[\\/]src[\\/]components[\\/]rich-text[\\/](rich-text|RichText)\.tsx?$/;
const OF_RICH_TEXT = /components[\\/]rich-text[\\/](?!Later)/;
const PASSWORDS = /contract[\\/]src[\\/]accounts[\\/](bad-passwords|password-rules)\.ts$/;
const isShared = (id: string): boolean => PARTS.test(id) && !SCHEMAS.test(id) && !OF_RICH_TEXT.test(id);

export default defineConfig({
  plugins: [
    leanContract(),
    react(),
    playerFiles(),
    packageRuntime(),
    packedFiles(),
    preloadFont(),
    screenFiles(),
    screenTexts(),
    appWorker(),
  ],
  server: { host: '127.0.0.1', proxy: { '/api': portal, '/content': portal, '/manifest.webmanifest': portal, '/app-icons': portal } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Images and fonts stay separate files. Data URLs are slower and would require a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The size report uses the manifest to find the files that a route needs.
    manifest: true,
    rolldownOptions: {
      output: {
        // Groups modules into larger chunks, because each chunk costs a request and compresses better the larger it is.
        codeSplitting: {
          groups: [
            // One chunk for the libraries of every page, instead of one for each combination of screens.
            { name: 'libraries', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|@fontsource-variable)[\\/]/, priority: 3 },
            // One chunk for our own modules that every page uses, except for the schemas.
            { name: 'shell', tags: ['$initial'], test: isOfEveryPage, includeDependenciesRecursively: false, priority: 2 },
            { name: 'rich-text', test: RICH_TEXT, includeDependenciesRecursively: false, priority: 2 },
            { name: 'passwords', test: PASSWORDS, includeDependenciesRecursively: false, priority: 2 },
            // One chunk for code that many screens share. Without it, a search would load forty files, most of them smaller than 1 kB.
            { name: 'shared', test: isShared, minShareCount: 5, includeDependenciesRecursively: false, priority: 1 },
          ],
        },
      },
    },
    cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
  },
});
