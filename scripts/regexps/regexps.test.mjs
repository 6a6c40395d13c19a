/** Checks that every regular expression of the product takes linear time, because otherwise a short text could block the server. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { regexpsIn } from './regexps.mjs';

/**
 * Expressions that may be superlinear because their input is constant or short, as `{ source, bound, where }`. `bound` is the maximum length of the
 * input, and `where` is the file that enforces it. Prefer rewriting the expression to adding an entry.
 */
const BOUNDED = [];

const root = resolve(import.meta.dirname, '../..');
const SOURCES = '{server,contract,search,importer,demo,client}/src/**/*.{ts,tsx}';
const isTest = (path) => /\.test\.tsx?$|\/testing\//.test(path);

/** Time in milliseconds after which an expression counts as hanging. A linear expression takes tens of milliseconds on an idle CPU. */
const PATIENCE = 30_000;

/** Finds inputs on which expressions take superlinear time, in a worker that can be terminated. */
async function attack(expressions) {
  const found = [];
  let worker;
  for (const { source, flags, where } of expressions) {
    worker ??= new Worker(new URL('regexp-growth.mjs', import.meta.url));
    const answer = await new Promise((done, fail) => {
      const timer = setTimeout(() => done('no answer'), PATIENCE);
      worker.removeAllListeners();
      worker.once('error', fail);
      worker.once('message', (slow) => {
        clearTimeout(timer);
        done(slow);
      });
      worker.postMessage({ source, flags });
    });
    if (answer === null) continue;
    found.push(`${where}: /${source}/${flags} on ${answer}`);
    if (answer !== 'no answer') continue;
    await worker.terminate();
    worker = undefined;
  }
  await worker?.terminate();
  return found;
}

/** Returns all distinct expressions with their locations. */
function collect() {
  const all = new Map();
  for (const path of globSync(SOURCES, { cwd: root })) {
    if (isTest(path)) continue;
    for (const { line, source, flags } of regexpsIn(path, readFileSync(join(root, path), 'utf8'))) {
      const key = `/${source}/${flags}`;
      const where = `${path}:${line}`;
      all.set(key, { source, flags, where: all.has(key) ? `${all.get(key).where}, ${where}` : where });
    }
  }
  return [...all.values()];
}

test('finds the regular expressions in a file', () => {
  const file = `
    const NAME = 'a+';
    const A = /[/]b/gi;
    const B = new RegExp(\`^\${NAME}$\`, 'u');
    const C = RegExp(String.raw\`\\d\${A.source}\` + "x");
    const D = new RegExp(unknown);
    const E = (value: number) => value / 2 / 3;`;
  expect(regexpsIn('a.ts', file)).toEqual([
    { line: 3, source: '[/]b', flags: 'gi' },
    { line: 4, source: '^a+$', flags: 'u' },
    { line: 5, source: '\\d[/]bx', flags: '' },
  ]);
});

const SLOW = [
  /^\s*(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*)*(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i,
  /<(?!\/?[biu]>)[^>]*>/gi,
  /\{\\[^}]*\}/g,
  /<[^>]*>/g,
  /<[a-z][\s\S]*>/i,
  /<br\b[^>]*>/gi,
  /^\s*(\d{1,2}:)?\d{1,2}:\d{2}/m,
  /<result[\s>][\s\S]*?<r\s/,
  /\s+$/,
  /^(?:pt)?\s*(?:\d+\s*h)?\s*(?:\d+\s*m)?\s*(?:\d+\s*s)?$/,
  /\{\{-?\s*(\w+)\s*(,\s*number\s*)?[^{}]*\}\}/g,
  /^([A-Za-z-]+)([^:]*):(.*)$/,
  /(?:\w+\s?)*$(?=x)/,
  /^(?:a+)+$/,
  /^(?:a|a)*$/,
  /^(?:a|ab|b)*$/,
  /^(?:[a-z]+\.?)+@/i,
  /^(?:"[^"]*"|[^,])*;/,
  /^(?:.*,){5}P/,
  /(?<year>\d+)-?\d+x/,
  /\/\*[\s\S]*?\*\//g,
  /\[\[[^\]]*\]\]/g,
  /(?:[^']|'')*'x/,
  /^[\p{L}\d]+[\p{L}-]+$/u,
  /([.!?…]+)["')\]]*\s+(?=\p{Lu})/gu,
];

const LINEAR = [
  /<[^<>]*>/g,
  /^\s*\d+\s*$/,
  /\s+/g,
  /(?<!\s)\s+$/,
  /"(?:\\.|[^"\\])*"/y,
  /^(?:[a-z]+\.)*[a-z]+$/,
  /^[^@:/]+@[^@:/.]+(?:\.[^@:/.]+)+$/,
  /\/{1,8}$/,
  /(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/gy,
  /[\p{Cc}\p{Cf}\s]+/gu,
];

const entry = (expression) => ({ source: expression.source, flags: expression.flags, where: 'example' });

test.each(SLOW)('finds a slow input for %s', async (expression) => {
  // Other load can hide growth, so this fails only if it does so twenty times. Load cannot simulate growth.
  let found = [];
  for (let i = 0; i < 20 && found.length === 0; i++) found = await attack([entry(expression)]);
  expect(found).toHaveLength(1);
});

test('finds no slow input for linear expressions', async () => {
  expect(await attack(LINEAR.map(entry))).toEqual([]);
});

/** Built-in functions that take quadratic time, with the files that limit their input. */
const LIMITED = { '.normalize(': ['contract/src/unicode.ts', 'search/src/analysis/fold.ts'] };

test.each(Object.entries(LIMITED))('allows %s only in files that limit its input', (call, files) => {
  const callers = globSync(SOURCES, { cwd: root }).filter((path) => !isTest(path) && readFileSync(join(root, path), 'utf8').includes(call));
  expect(callers.sort()).toEqual(files);
});

test('finds only linear regular expressions in the product', { timeout: 600_000 }, async () => {
  const expressions = collect();
  expect(expressions.length).toBeGreaterThan(500);
  const bounded = new Set(BOUNDED.map(({ source }) => source));
  expect(await attack(expressions.filter(({ source }) => !bounded.has(source)))).toEqual([]);
  // All exceptions must still be in use.
  expect(BOUNDED.filter(({ source }) => !expressions.some((each) => each.source === source))).toEqual([]);
});
