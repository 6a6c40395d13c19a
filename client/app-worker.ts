/** Builds the service worker (`/app-worker.js`) with the names of the files that are needed to start the portal offline. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { FONT } from './preload-font.ts';
import { findEntryPoint, listChunkFiles, parseScreenMap, type Manifest } from './screen-files.ts';

/** Screens whose scripts are stored for offline use: the start page, the media on this device, and the error page. */
const SCREENS = ['homepage', 'library', 'error'];
const ALSO = [
  'src/screens/library/OfflineTab.tsx',
  'src/stores/offline/offline.ts',
  '../contract/src/reference/english-names.ts',
  // Lazily loaded parts of the navigation bar.
  'src/app/navigation/AdminIcon.tsx',
  'src/app/navigation/Bell.tsx',
  'src/app/navigation/UnreadNews.tsx',
];
/** Scripts that play stored media. They are stored together with the first medium. */
const VIEWERS = [
  'src/screens/library/OfflinePlayer.tsx',
  'src/player/captions/webvtt.ts',
  'src/player/viewers/PictureViewer.tsx',
  'src/player/viewers/pdf/PdfViewer.tsx',
  'src/player/viewers/epub/EpubViewer.tsx',
];
/** Decoders and fonts that pdf.js loads by URL. */
const PDF_PARTS = /^pdfjs\/(wasm\/.+\.wasm|standard_fonts\/.+\.(pfb|ttf))$/;

type WorkerFiles = { entry: string; shell: string[]; viewers: string[] };

/** Returns the URLs of the files to store. Throws if one of the sources is not built. */
export function workerFiles(manifest: Manifest, screenMap: string, names: readonly string[]): WorkerFiles {
  const screens = parseScreenMap(screenMap);
  const of = (source: string): string[] => {
    const files = listChunkFiles(manifest, source, { workers: true });
    if (files.size === 0) throw new Error(`the build does not contain ${source}`);
    return [...files];
  };
  const entry = findEntryPoint(manifest);
  const fonts = names.filter((name) => FONT.test(name));
  const shell = new Set([
    ...of(entry),
    ...SCREENS.flatMap((name) => of(screens[name]!)),
    ...ALSO.flatMap((source) => of(source)),
    ...fonts,
  ]);
  const viewers = new Set([...VIEWERS.flatMap((source) => of(source)), ...names.filter((name) => PDF_PARTS.test(name))]);
  const asAddresses = (files: Iterable<string>): string[] => [...files].map((file) => `/${file}`).sort();
  return {
    entry: `/${manifest[entry]!.file}`,
    shell: asAddresses(shell),
    viewers: asAddresses([...viewers].filter((file) => !shell.has(file))),
  };
}

async function bundle(root: string, { entry, shell, viewers }: WorkerFiles): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { SHELL: JSON.stringify(shell), VIEWERS: JSON.stringify(viewers), ENTRY: JSON.stringify(entry) },
    build: {
      write: false,
      target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
      lib: { entry: join(root, 'src/app-worker/worker.ts'), formats: ['iife'], name: 'fundusWorker' },
    },
  })) as Rolldown.RolldownOutput[];
  return result[0]!.output[0].code;
}

export function appWorker(): Plugin {
  let root = '';
  let outDir = '';
  return {
    name: 'app-worker',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
      outDir = resolve(root, config.build.outDir);
    },
    // Runs after the other plugins have copied their files.
    closeBundle: async () => {
      const manifest = JSON.parse(await readFile(join(outDir, '.vite', 'manifest.json'), 'utf8')) as Manifest;
      const screenMap = await readFile(join(root, 'src', 'app', 'screen-map.ts'), 'utf8');
      await writeFile(
        join(outDir, 'app-worker.js'),
        await bundle(root, workerFiles(manifest, screenMap, await readdir(outDir, { recursive: true }))),
      );
    },
  };
}
