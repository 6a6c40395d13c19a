/** Resolves references of pages and manifests to files of a package. */
import { normalizeText } from '@fundus/contract/unicode';

export type NameIndex = {
  /** Returns the archive entry with this path, ignoring case and Unicode normalisation, or `null` if there is none. */
  find: (path: string) => string | null;
  all: readonly string[];
};

/** Normalises a name so that Windows and macOS spellings of the same path match. */
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

/** Base URL for resolving references. No package refers to this host. */
const ROOT = 'http://package.invalid/';

export type Reference = { path: string; suffix: string } | { host: string } | null;

/** Resolves a reference relative to a folder. Returns a path in the package with query and fragment, another host, or `null` for an invalid URL. */
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

/** Percent-encodes a path for a URL. */
export const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
