/** Sources of the files that the service worker stores (client/app-worker.ts). */
import { expect, it } from 'vitest';
import { workerFiles } from '../../app-worker.ts';
import screenMap from './screen-map.ts?raw';

const SOURCES = [
  'src/screens/home/HomeScreen.tsx',
  'src/screens/library/LibraryScreen.tsx',
  'src/screens/errors/ErrorScreen.tsx',
  'src/screens/library/OfflineTab.tsx',
  'src/stores/offline/offline.ts',
  '../contract/src/reference/english-names.ts',
  'src/app/navigation/AdminIcon.tsx',
  'src/app/navigation/Bell.tsx',
  'src/app/navigation/UnreadNews.tsx',
  'src/screens/library/OfflinePlayer.tsx',
  'src/player/captions/webvtt.ts',
  'src/player/viewers/PictureViewer.tsx',
  'src/player/viewers/epub/EpubViewer.tsx',
];
const manifest = {
  'src/main.tsx': { file: 'assets/main.js', isEntry: true as const, css: ['assets/main.css'] },
  ...Object.fromEntries(SOURCES.map((source) => [source, { file: `assets/${source.split('/').at(-1)}.js`, imports: ['src/main.tsx'] }])),
  'src/player/viewers/pdf/PdfViewer.tsx': { file: 'assets/pdf.js', assets: ['assets/pdf.worker.mjs', 'assets/page.svg'] },
};
const NAMES = [
  'assets/atkinson-hyperlegible-next-latin-wght-normal-1.woff2',
  'pdfjs/wasm/jbig2.wasm',
  'pdfjs/wasm/LICENSE',
  'pdfjs/cmaps/x.bcmap',
];

it('lists the player scripts separately from the files of the entry script', () => {
  const { entry, shell, viewers } = workerFiles(manifest, screenMap, NAMES);
  expect(entry).toBe('/assets/main.js');
  expect(shell).toEqual(expect.arrayContaining(['/assets/main.js', '/assets/main.css', `/${NAMES[0]}`, '/assets/HomeScreen.tsx.js']));
  expect(viewers).toEqual(expect.arrayContaining(['/assets/pdf.js', '/assets/pdf.worker.mjs', '/pdfjs/wasm/jbig2.wasm']));
  expect([...shell, ...viewers].filter((file) => /LICENSE|bcmap|svg/.test(file))).toEqual([]);
  expect(viewers.filter((file) => shell.includes(file))).toEqual([]);
});

it('throws if the build lacks a required source', () => {
  const { 'src/stores/offline/offline.ts': _, ...rest } = manifest as Record<string, { file: string }>;
  expect(() => workerFiles(rest, screenMap, NAMES)).toThrow('the build does not contain src/stores/offline/offline.ts');
});
