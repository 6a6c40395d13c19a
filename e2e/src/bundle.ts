/** Measures the compressed scripts and styles that the built client loads for each route. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

type Chunk = { file: string; src?: string; isEntry?: true; imports?: string[]; css?: string[]; assets?: string[] };

const dist = resolve(import.meta.dirname, '../../client/dist');

/** Compressed sizes in kB (1000 bytes). `after` is the part of `script` that is not in the shell. */
type RouteSize = { route: string; script: number; styles: number; after: number };

/** Returns the sizes of the app shell and of each screen. Reads `client/dist/.vite/manifest.json`; throws if the client is not built. */
export function routeSizes(): RouteSize[] {
  const manifest = JSON.parse(readFileSync(resolve(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? '';
  const shell = needs(manifest, entry);
  const screens = Object.keys(manifest).filter((name) => /^src\/screens\/.*Screen\.tsx$/.test(name) && manifest[name]?.src);
  return [
    { route: 'shell (every route)', script: sizeOf(shell, SCRIPT), styles: sizeOf(shell, STYLES), after: 0 },
    ...screens.map((name) => {
      const all = new Set([...shell, ...needs(manifest, name)]);
      const later = new Set([...all].filter((file) => !shell.has(file)));
      const route = name.replace(/^src\/screens\//, '').replace(/\.tsx$/, '');
      return { route, script: sizeOf(all, SCRIPT), styles: sizeOf(all, STYLES), after: sizeOf(later, SCRIPT) };
    }),
  ];
}

/** Returns the size in kB of a lazily loaded script without the shell, and the routes that load it immediately. */
export function laterSize(source: string): { script: number; begunWith: string[] } {
  const manifest = JSON.parse(readFileSync(resolve(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const { file } = manifest[source]!;
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? '';
  const shell = needs(manifest, entry);
  const own = new Set([...needs(manifest, source)].filter((each) => !shell.has(each)));
  const routes = [entry, ...Object.keys(manifest).filter((name) => /^src\/screens\/.*Screen\.tsx$/.test(name))];
  return { script: sizeOf(own, SCRIPT), begunWith: routes.filter((name) => needs(manifest, name).has(file)) };
}

/** Returns the size in kB of the fonts for the Latin script. */
export const fontSize = (): number => {
  const manifest = JSON.parse(readFileSync(resolve(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const files = new Set(Object.values(manifest).flatMap(({ file, assets = [] }) => [file, ...assets]));
  const latin = [...files].filter((file) => /latin-wght-normal.*\.woff2$/.test(file) && !file.includes('latin-ext'));
  if (latin.length === 0) throw new Error('no font found');
  return latin.reduce((sum, file) => sum + readFileSync(resolve(dist, file)).length, 0) / 1000;
};

const SCRIPT = /\.m?js$/;
const STYLES = /\.css$/;

const sizeOf = (files: Set<string>, end: RegExp): number =>
  [...files].filter((file) => end.test(file)).reduce((sum, file) => sum + gzipSync(readFileSync(resolve(dist, file))).length, 0) / 1000;

/** Returns the files that a chunk needs, including those of its imports. */
function needs(manifest: Record<string, Chunk>, name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return new Set();
  seen.add(name);
  return new Set([chunk.file, ...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap((other) => [...needs(manifest, other, seen)])]);
}
