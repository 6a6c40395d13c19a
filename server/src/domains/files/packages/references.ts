/** Finds files of a package by the references its pages and manifests make. */
import { normalizeText } from '@fundus/contract/unicode';

export type NameIndex = {
  /** Returns the name of the entry a path means, also if they differ in case or in the form of their accents; null if there is none. */
  find: (path: string) => string | null;
  all: readonly string[];
};

/** Names that are equal after this are one file to the operating systems on which packages are made. */
export const foldName = (name: string): string => normalizeText(name).toLowerCase();

export function indexNames(names: Iterable<string>): NameIndex {
  const all = [...names];
  const exact = new Set(all);
  const byFolded = new Map<string, string>();
  for (const name of all) {
    const folded = foldName(name);
    if (!byFolded.has(folded)) byFolded.set(folded, name);
  }
  return { all, find: (path) => (exact.has(path) ? path : (byFolded.get(foldName(path)) ?? null)) };
}

/** The address under which references are resolved; a package never contains it. */
const ROOT = 'http://package.invalid/';

export type Reference = { path: string; suffix: string } | { host: string } | null;

/** Resolves a reference from a folder: a path in the package with its query and fragment, or another host. Null if it is no address. */
export function resolveReference(reference: string, base = ''): Reference {
  const written = reference.trim();
  try {
    const url = new URL(written, new URL(base.replaceAll('\\', '/'), ROOT));
    if (!/^https?:$/.test(url.protocol)) return null;
    if (url.host !== new URL(ROOT).host) return { host: url.host };
    return { path: decodePath(url.pathname.slice(1)), suffix: url.search + url.hash };
  } catch {
    return null;
  }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns a path as it is written in an address. */
export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
