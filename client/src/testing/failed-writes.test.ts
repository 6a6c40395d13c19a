/** Checks that every write with `useCall` reports its failure: with `onError`, or with its error on the screen. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

/** Writes that may fail unnoticed: the file, the call, and the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'screens/home/rows.tsx mark': 'marks a share as opened while its medium opens',
  'screens/imports/use-sending.ts cancel': 'cleans up after an upload whose failure is shown',
  'screens/library/SearchesTab.tsx change': 'marks hits as seen while the search opens',
};

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? sourcesIn(join(folder, entry.name))
      : /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.')
        ? [join(folder, entry.name)]
        : [],
  );
}

function argumentsAt(code: string, start: number): string {
  let depth = 1;
  for (let i = start; i < code.length; i++) {
    const sign = code[i]!;
    if ('([{'.includes(sign)) depth++;
    if (')]}'.includes(sign) && --depth === 0) return code.slice(start, i);
  }
  return code.slice(start);
}

/** Length of code after the name of a constant or function in which its callbacks are looked for. */
const DEFINITION = 700;

/** Returns whether the code defines a name together with an `onError`. */
const definesHandler = (code: string, name: string): boolean =>
  [...code.matchAll(new RegExp(`\\b(?:const|function) ${name}\\b`, 'g'))].some(({ index }) =>
    code.slice(index, index + DEFINITION).includes('onError'),
  );

/** Returns whether the screen shows the error of a call, or passes the call to a component that does. */
const showsError = (code: string, call: string): boolean =>
  new RegExp(
    `\\b${call}\\.(?:error|isError)\\b|=\\{${call}\\}|[[(,] ?${call}[,\\])]|\\bconst \\{[^}]*error[^}]*\\} = [^;]*\\b${call}\\b`,
  ).test(code);

/** Returns the writes of a file whose failure is not reported. */
export function findSilentWrites(code: string): string[] {
  return [...code.matchAll(/\b(\w+)\.mutate\(/g)].flatMap(({ 0: text, 1: call = '', index }) => {
    const given = argumentsAt(code, index + text.length);
    const reported =
      given.includes('onError') ||
      showsError(code, call) ||
      (given.match(/\b[a-z]\w+\b/g) ?? []).some((name) => definesHandler(code, name));
    return reported ? [] : [call];
  });
}

const files = sourcesIn(SOURCES).map((path) => ({ path: relative(SOURCES, path), code: readFileSync(path, 'utf8') }));
const silent = files.flatMap(({ path, code }) => findSilentWrites(code).map((call) => `${path} ${call}`));

test('finds a write without a handler, and accepts a callback, a named callback and a displayed error', () => {
  expect(findSilentWrites('const a = useCall(x); a.mutate({});')).toEqual(['a']);
  expect(findSilentWrites('a.mutate({}, { onSuccess: () => b({}) });')).toEqual(['a']);
  expect(findSilentWrites('a.mutate({}, { onError: showError });')).toEqual([]);
  expect(findSilentWrites('const failed = { onError: showError }; a.mutate({}, failed);')).toEqual([]);
  expect(findSilentWrites('a.mutate({}); return <Dialog problem={a.error} />;')).toEqual([]);
  expect(findSilentWrites('a.mutate({}); return <DecideDialog call={a} />;')).toEqual([]);
});

test('finds the writes of the screens', () => {
  expect(files.flatMap(({ code }) => [...code.matchAll(/\.mutate\(/g)]).length).toBeGreaterThan(200);
});

test('reports the failure of every write that is not an exception', () => {
  expect(silent.filter((write) => !Object.hasOwn(EXCEPTIONS, write))).toEqual([]);
});

test('names no exception that reports its failure', () => {
  expect(Object.keys(EXCEPTIONS).filter((write) => !silent.includes(write))).toEqual([]);
});
