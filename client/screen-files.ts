/**
 * Says which files each screen needs beyond those of every page, so that the server can name them in the page (`screen-files.json`; read by
 * server/src/http/pages/client-page.ts): otherwise the browser learns of them from the first script, when that has run.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

type Chunk = { file: string; isEntry?: true; imports?: string[]; css?: string[]; assets?: string[] };
export type Manifest = Record<string, Chunk>;

/** A line of `src/app/screen-map.ts`: the name of a screen and the file it is loaded from. */
const SCREEN = /^ {2}'?([\w-]+)'?: \(\) => import\('\.\.\/(.+)'\),$/gm;

/** The source of each screen by its name, from the text of the table of screens. */
export const screensIn = (screenMap: string): Record<string, string> =>
  Object.fromEntries([...screenMap.matchAll(SCREEN)].map(([, screen, source]) => [screen!, `src/${source}`]));

/** What every page begins with. */
export const entryOf = (manifest: Manifest): string => Object.keys(manifest).find((name) => manifest[name]!.isEntry) ?? '';

/** Files by the name of a screen, from Vite's manifest and the text of the table of screens. Throws where one of them is not built. */
export function filesOfScreens(manifest: Manifest, screenMap: string): Record<string, string[]> {
  const everywhere = filesOf(manifest, entryOf(manifest));
  return Object.fromEntries(
    Object.entries(screensIn(screenMap)).map(([screen, source]) => {
      const files = filesOf(manifest, source);
      if (files.size === 0) throw new Error(`${source} of the screen ${screen} is not among the built files`);
      return [screen, [...files].filter((file) => !everywhere.has(file))];
    }),
  );
}

/** Returns the files a chunk cannot do without: its own, and those of what it imports. `workers`: also workers, which run beside the page. */
export function filesOf(manifest: Manifest, name: string, { workers = false } = {}, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return new Set();
  seen.add(name);
  const beside = workers ? (chunk.assets ?? []).filter((file) => /\.m?js$/.test(file)) : [];
  const others = (chunk.imports ?? []).flatMap((other) => [...filesOf(manifest, other, { workers }, seen)]);
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
