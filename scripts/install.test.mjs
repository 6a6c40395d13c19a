import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { relativeTo, valueSpecifiers } from './imports/import-graph.mjs';
import { missing } from './install.mjs';
import { root } from './run.mjs';

const folder = mkdtempSync(join(tmpdir(), 'fundus-install-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (path, packages) => writeFileSync(join(folder, path), JSON.stringify({ packages }));
const wanted = {
  '': { name: 'portal' },
  'node_modules/a': { version: '1.0.0', integrity: 'x' },
  'node_modules/only-on-mac': { version: '1.0.0', optional: true },
  server: { name: '@fundus/server', dependencies: { a: '1.0.0' } },
};

describe('missing', () => {
  test('returns null if nothing is installed', () => {
    write('package-lock.json', wanted);
    expect(missing(folder)).toBeNull();
  });

  test('ignores packages of other platforms', () => {
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    const { 'node_modules/only-on-mac': _, ...installed } = wanted;
    write('node_modules/.package-lock.json', installed);
    expect(missing(folder)).toEqual([]);
  });

  test('returns new and changed packages', () => {
    const changed = {
      ...wanted,
      'node_modules/a': { version: '1.0.1', integrity: 'y' },
      'node_modules/b': { version: '1.0.0' },
      importer: { name: '@fundus/importer' },
    };
    write('package-lock.json', changed);
    expect(missing(folder)).toEqual(['node_modules/a', 'node_modules/b', 'importer']);
  });
});

/**
 * `npm ci` rejects a lock file that lacks an optional package of any platform. npm omits a package that the registry does not offer; this is only
 * noticed in a fresh checkout.
 */
test('requires every optional package in the lock file', () => {
  const { packages } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package-lock.json'), 'utf8'));
  const absent = [];
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages))
    for (const name of Object.keys(optionalDependencies)) {
      const places = [`${path}/node_modules/${name}`, ...parents(path).map((parent) => `${parent}node_modules/${name}`)];
      if (!places.some((place) => packages[place])) absent.push(`${name}, wanted by ${path}`);
    }
  expect(absent).toEqual([]);
});

/** Returns the folders in which npm searches for a dependency of a path: `a/` and the root for `a/node_modules/b`. */
function parents(path) {
  const found = [''];
  for (let at = path.indexOf('node_modules/'); at >= 0; at = path.indexOf('node_modules/', at + 1)) found.push(path.slice(0, at));
  return found;
}

test.each(['start', 'test', 'journeys', 'screens', 'bench'])('loads no package before the installation in npm run %s', (name) => {
  const loaded = new Set([`scripts/${name}.mjs`]);
  const packages = [];
  for (const path of loaded)
    for (const specifier of valueSpecifiers(path, readFileSync(join(root, path), 'utf8'))) {
      const file = relativeTo(path, specifier);
      if (file) loaded.add(file);
      else if (!specifier.startsWith('node:')) packages.push(`${specifier} by ${path}`);
    }
  expect(packages).toEqual([]);
});
