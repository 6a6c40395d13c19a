import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEVICE_STORAGE } from './device-storage.ts';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        /\.tsx?$/.test(entry.name) &&
        !/\.test\./.test(entry.name) &&
        // The runtime of packages stores data only in its frame.
        !/testing|package-runtime/.test(entry.parentPath),
    )
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

const constantsOf = (code: string): Map<string, string> =>
  new Map(
    [...code.matchAll(/const (\w+)(?:: string)? = (?:'([^']+)'|`([^`$]+)\$\{)/g)].map(([, name, value, head]) => [
      name!,
      value ?? `${head}…`,
    ]),
  );
const shared = constantsOf(
  sources('client/src/stores')
    .filter((code) => !/\b(local|session)Storage\.getItem/.test(code))
    .join('\n'),
);

/** Returns the storage keys that a file uses: literals, constants, and the beginnings of template strings. */
function keysOf(code: string): string[] {
  const constants = constantsOf(code);
  const calls = code.matchAll(/(?:Storage\.(?:get|set)Item|\bread|\bwrite|\breadKept|\bkeep)\(\s*(?:'([^']+)'|`([^`$]+)\$\{|(\w+))/g);
  return [...calls].flatMap(
    ([, literal, template, name]) => literal ?? (template ? `${template}…` : (constants.get(name!) ?? shared.get(name!) ?? [])),
  );
}

// The privacy page promises that the table is complete, so new keys must be added to contract/src/device-storage.ts.
it('lists every storage key of the client on the privacy page', () => {
  const kept = sources('client/src')
    .filter((code) => /\b(local|session)Storage\b/.test(code))
    .flatMap(keysOf);
  const listed = DEVICE_STORAGE.filter(({ kind }) => kind === 'local' || kind === 'session').map(({ key }) => key);
  expect([...new Set(kept)].sort()).toEqual([...listed].sort());
});

it('detects the keys in every file that uses browser storage', () => {
  const unread = sources('client/src').filter((code) => /\b(local|session)Storage\.(get|set)Item/.test(code) && keysOf(code).length === 0);
  expect(unread).toEqual([]);
  expect(sources('client/src').filter((code) => /document\.cookie|indexedDB/.test(code))).toEqual([]);
});

it('lists every cache of the client on the privacy page', () => {
  const all = sources('client/src').join('\n');
  const names = [...all.matchAll(/caches\.open\((?:'([^']+)'|(\w+))/g)].map(
    ([, literal, name]) => literal ?? new RegExp(`const ${name} = ['\`]([^'\`$]+)`).exec(all)?.[1],
  );
  const listed = DEVICE_STORAGE.filter(({ kind }) => kind === 'cache').map(({ key }) => key.replace('…', ''));
  expect([...new Set(names)].sort()).toEqual(listed.sort());
});

it('sets only the cookies listed on the privacy page', () => {
  expect(sources('server/src').filter((code) => /\.setCookie\(/.test(code))).toHaveLength(1);
  const cookies = sources('server/src').flatMap((code) =>
    /writeCookie\(/.test(code) ? [...code.matchAll(/const COOKIE = '([^']+)'/g)].map(([, name]) => name) : [],
  );
  expect(cookies.sort()).toEqual(
    DEVICE_STORAGE.filter(({ kind }) => kind === 'cookie')
      .map(({ key }) => key)
      .sort(),
  );
});
