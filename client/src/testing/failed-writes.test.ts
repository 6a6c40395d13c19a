/** Checks that every `mutate` call reports its failure, either with `onError` or by showing its error. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

/** Writes that may fail silently: file, call and reason. */
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

/** Number of characters after a definition that are searched for `onError`. */
const DEFINITION = 700;

/** Returns whether the code defines the name together with an `onError` handler. */
const definesHandler = (code: string, name: string): boolean =>
  [...code.matchAll(new RegExp(`\\b(?:const|function) ${name}\\b`, 'g'))].some(({ index }) =>
    code.slice(index, index + DEFINITION).includes('onError'),
  );

/** Returns whether the code shows the error of a call or passes the call to a component that shows it. */
const showsError = (code: string, call: string): boolean =>
  new RegExp(
    `\\b${call}\\.(?:error|isError)\\b|=\\{${call}\\}|[[(,] ?${call}[,\\])]|\\bconst \\{[^}]*error[^}]*\\} = [^;]*\\b${call}\\b`,
  ).test(code);

/** Returns the writes in a file whose failure is not reported. */
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

test('detects writes that do not report a failure', () => {
  expect(findSilentWrites('const a = useCall(x); a.mutate({});')).toEqual(['a']);
  expect(findSilentWrites('a.mutate({}, { onSuccess: () => b({}) });')).toEqual(['a']);
  expect(findSilentWrites('a.mutate({}, { onError: showError });')).toEqual([]);
  expect(findSilentWrites('const failed = { onError: showError }; a.mutate({}, failed);')).toEqual([]);
  expect(findSilentWrites('a.mutate({}); return <Dialog problem={a.error} />;')).toEqual([]);
  expect(findSilentWrites('a.mutate({}); return <DecideDialog call={a} />;')).toEqual([]);
});

test('finds writes in the source files', () => {
  expect(files.flatMap(({ code }) => [...code.matchAll(/\.mutate\(/g)]).length).toBeGreaterThan(200);
});

test('finds no silent write except for the listed exceptions', () => {
  expect(silent.filter((write) => !Object.hasOwn(EXCEPTIONS, write))).toEqual([]);
});

test('contains no unnecessary exception', () => {
  expect(Object.keys(EXCEPTIONS).filter((write) => !silent.includes(write))).toEqual([]);
});
