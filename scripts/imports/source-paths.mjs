/** Parts of a path that the import rules are about. */
import { posix } from 'node:path';

/** Returns whether a file is for tests only. */
export const isTest = (path) => /\.test\.tsx?$|\/testing\//.test(path);

/**
 * Returns the workspace or path of a specifier: `@fundus/contract/config` → `contract`; `./a.ts` in `server/src/app.ts` → `server`; undefined for a
 * package.
 */
export function target(from, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const own = /^@fundus\/([^/]+)\/?(.*)$/.exec(specifier);
  return own ? posix.join(own[1], 'src', own[2]) : undefined;
}

/** Returns the workspace of a path. */
export const workspaceOf = (path) => path.split('/')[0];
/** Returns the folder or file directly in `src` that a path belongs to. */
export const layerOf = (path) => path.split('/')[2]?.replace(/\.tsx?$/, '');
/** Returns the folder of `outer` that holds a file, or the name of a file directly in it. */
export const placeIn = (path, outer) => new RegExp(`^${outer}/([^/]+?)(/|\\.\\w+$)`).exec(path)?.[1];
/** Returns the folder of `outer` that holds a file. */
export const under = (path, folder) => new RegExp(`^${folder}/([^/]+)/`).exec(path)?.[1];
