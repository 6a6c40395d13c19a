/**
 * Vite plugin that writes to `screen-files.json` which files each screen needs in addition to those of every page. The server
 * (server/src/http/pages/client-page.ts) preloads these files; otherwise the browser would discover them only after running the first script.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

type Chunk = { file: string; isEntry?: true; imports?: string[]; css?: string[]; assets?: string[] };
export type Manifest = Record<string, Chunk>;

/** Matches a line of `src/app/screen-map.ts`: the name of a screen and its source file. */
const SCREEN = /^ {2}'?([\w-]+)'?: \(\) => import\('\.\.\/(.+)'\),$/gm;

/** Returns the source file of each screen by screen name, read from the text of `screen-map.ts`. */
export const parseScreenMap = (screenMap: string): Record<string, string> =>
  Object.fromEntries([...screenMap.matchAll(SCREEN)].map(([, screen, source]) => [screen!, `src/${source}`]));

/** Returns the name of the entry point that every page loads. */
export const findEntryPoint = (manifest: Manifest): string => Object.keys(manifest).find((name) => manifest[name]!.isEntry) ?? '';

/** Returns the files of each screen by screen name. Reads Vite's manifest and the text of `screen-map.ts`. Throws if a screen is not built. */
export function filesOfScreens(manifest: Manifest, screenMap: string): Record<string, string[]> {
  const everywhere = listChunkFiles(manifest, findEntryPoint(manifest));
  return Object.fromEntries(
    Object.entries(parseScreenMap(screenMap)).map(([screen, source]) => {
      const files = listChunkFiles(manifest, source);
      if (files.size === 0) throw new Error(`the build does not contain ${source} of the screen ${screen}`);
      return [screen, [...files].filter((file) => !everywhere.has(file))];
    }),
  );
}

/** Returns the files that a chunk needs, including its static imports. With `workers` the files of its workers are included. */
export function listChunkFiles(manifest: Manifest, name: string, { workers = false } = {}, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return new Set();
  seen.add(name);
  const beside = workers ? (chunk.assets ?? []).filter((file) => /\.m?js$/.test(file)) : [];
  const others = (chunk.imports ?? []).flatMap((other) => [...listChunkFiles(manifest, other, { workers }, seen)]);
  return new Set([chunk.file, ...(chunk.css ?? []), ...beside, ...others]);
}

export function screenFiles(): Plugin {
  let root = '';
  return {
    name: 'screen-files',
    apply: 'build',
    configResolved: (config) => void (root = config.root),
    writeBundle: async ({ dir = 'dist' }) => {
      const manifest = JSON.parse(await readFile(join(dir, '.vite', 'manifest.json'), 'utf8')) as Manifest;
      const screenMap = await readFile(join(root, 'src', 'app', 'screen-map.ts'), 'utf8');
      await writeFile(join(dir, 'screen-files.json'), JSON.stringify(filesOfScreens(manifest, screenMap)));
    },
  };
}
