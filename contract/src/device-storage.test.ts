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
        // The run-time of packages keeps everything in the frame.
        !/testing|package-runtime/.test(entry.parentPath),
    )
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

/** Names a file gives to a storage: literals, constants named in a call, and the head of template strings. */
function keysOf(code: string): string[] {
  const constants = new Map([...code.matchAll(/const (\w+)(?:: string)? = '([^']+)'/g)].map(([, name, value]) => [name!, value!]));
  const calls = code.matchAll(/(?:Storage\.(?:get|set)Item|\bread|\bwrite|\breadKept|\bkeep)\(\s*(?:'([^']+)'|`([^`$]+)\$\{|(\w+))/g);
  return [...calls].flatMap(([, literal, template, name]) => literal ?? (template ? `${template}…` : (constants.get(name!) ?? [])));
}

// The privacy page promises that this is all. Whoever keeps something new writes it into contract/src/device-storage.ts.
it('everything the client keeps in the browser is in the table of the privacy page', () => {
  const kept = sources('client/src')
    .filter((code) => /\b(local|session)Storage\b/.test(code))
    .flatMap(keysOf);
  const listed = DEVICE_STORAGE.filter(({ kind }) => kind !== 'cookie').map(({ key }) => key);
  expect([...new Set(kept)].sort()).toEqual([...listed].sort());
});

it('every file that keeps something is understood by this test', () => {
  const unread = sources('client/src').filter((code) => /\b(local|session)Storage\.(get|set)Item/.test(code) && keysOf(code).length === 0);
  expect(unread).toEqual([]);
  expect(sources('client/src').filter((code) => /document\.cookie|indexedDB|caches\.open/.test(code))).toEqual([]);
});

it('session and device are the only cookies, and one file writes them', () => {
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
