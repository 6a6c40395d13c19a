/** What the browser loads for each route of the built client, compressed as the server sends it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Table } from './table.ts';

type Chunk = {
  file: string;
  src?: string;
  isEntry?: true;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
};

const dist = resolve(import.meta.dirname, '../../client/dist');

/** Reads `client/dist/.vite/manifest.json`. Throws when the client is not built. */
export function bundleBench(): Table {
  const manifest = JSON.parse(readFileSync(resolve(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? '';
  const screens = Object.keys(manifest).filter((name) => name.startsWith('src/screens/') && manifest[name]?.src);
  const first = needs(manifest, entry);
  const row = (label: string, files: Set<string>, before = new Set<string>()) => {
    const size = (end: RegExp) =>
      [...files]
        .filter((file) => end.test(file) && !before.has(file))
        .reduce((sum, file) => sum + gzipSync(readFileSync(resolve(dist, file))).length, 0) / 1000;
    return [label, size(/\.m?js$/), size(/\.css$/)] as const;
  };
  return {
    name: 'bundle',
    title: 'Client bundle per route, kB gzip',
    head: ['route', 'JavaScript', 'styles', 'JavaScript after the shell'],
    rows: [
      [...row('shell (every route)', first), 0],
      ...screens.map((name) => {
        const all = new Set([...first, ...needs(manifest, name)]);
        return [...row(name.replace(/^src\/screens\//, '').replace(/\.tsx$/, ''), all), row('', all, first)[1]];
      }),
    ],
    notes: ['A route loads the shell and its screen; what a screen loads later, when it is needed (players, dialogs), is not counted.'],
  };
}

/** The files a chunk cannot do without: its own, and those of what it imports. */
function needs(manifest: Record<string, Chunk>, name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return new Set();
  seen.add(name);
  return new Set([chunk.file, ...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap((other) => [...needs(manifest, other, seen)])]);
}
