/** Returns parts of paths for the import rules. */
import { posix } from 'node:path';

/** Returns whether a file is only used by tests. */
export const isTest = (path) => /\.test\.tsx?$|\/testing\//.test(path);

/**
 * Returns the path to which a specifier refers, for example `contract/src/config` for `@fundus/contract/config`; undefined for a package. Relative
 * specifiers are resolved.
 */
export function target(from, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const own = /^@fundus\/([^/]+)\/?(.*)$/.exec(specifier);
  return own ? posix.join(own[1], 'src', own[2]) : undefined;
}

/** Returns the workspace that contains a path. */
export const workspaceOf = (path) => path.split('/')[0];
/** Returns the folder or file directly in `src` that contains a path. */
export const layerOf = (path) => path.split('/')[2]?.replace(/\.tsx?$/, '');
/** Returns the subfolder of `outer` that contains a file, or the name of a file directly in `outer`. */
export const placeIn = (path, outer) => new RegExp(`^${outer}/([^/]+?)(/|\\.\\w+$)`).exec(path)?.[1];
/** Returns the subfolder of a folder that contains a file. */
export const subfolderOf = (path, folder) => new RegExp(`^${folder}/([^/]+)/`).exec(path)?.[1];
