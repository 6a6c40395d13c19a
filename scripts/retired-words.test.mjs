/** Checks that retired words (`english/retired-words.mjs`) do not occur. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { RETIRED } from './english/retired-words.mjs';

/** Allowed uses of a retired word: path prefix (`where`) and reason. */
const ALLOWED = [
  { word: 'helper', where: 'server/src/search/cluster/', reason: 'a term of the OpenSearch client' },
  { word: 'helpers', where: 'server/src/search/cluster/', reason: 'a term of the OpenSearch client' },
];

const root = resolve(import.meta.dirname, '..');
const read = (path) => readFileSync(join(root, path), 'utf8');

const retiredWords = RETIRED.flatMap(({ identifiers = [] }) => identifiers);
const retiredPhrases = RETIRED.flatMap(({ phrases = [] }) => phrases);

/** Returns the pattern of a phrase in which `*` matches any ending: `look* after` also matches "looked after". */
const phrase = (words) => new RegExp(`\\b${words.split('*').join('\\w*').split(' ').join('\\s+')}\\b`, 'gi');

/** Matches identifiers, and as a whole comments, strings and templates, which contain no identifiers. */
const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|([\p{L}_$][\p{L}\p{N}_$]*)/gu;

const identifiersIn = (source) => new Set([...source.matchAll(TOKEN)].flatMap(([, name]) => name ?? []));

/** Returns the words of a name in lower case: find, `told` and at for `findTold_at`. */
const wordsOf = (name) =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .split(/[\s_$]+/)
    .map((word) => word.toLowerCase());

/** Returns the folder and the word of an entry: `server/` and `told` for `server:told`. */
function placed(entry) {
  const [word, folder] = entry.split(':').reverse();
  return { where: folder ? `${folder}/` : '', word };
}

const uses = (name, word) => (word.endsWith('()') ? name === word.slice(0, -2) : wordsOf(name).includes(word.toLowerCase()));

test('recognises retired words only in identifiers', () => {
  const source = "// held\nconst told_at = 'seen'; /* kept */ findTold(`way`, HELD);";
  expect([...identifiersIn(source)]).toEqual(['const', 'told_at', 'findTold', 'HELD']);
  expect(['told_at', 'findTold', 'HELD'].map((name) => [uses(name, 'told'), uses(name, 'held'), uses(name, 'held()')])).toEqual([
    [true, false, false],
    [true, false, false],
    [false, true, false],
  ]);
  expect('She looks\nafter it; a look afterwards'.match(phrase('look* after'))).toEqual(['looks\nafter']);
  expect([placed('server:seen'), placed('held()')]).toEqual([
    { where: 'server/', word: 'seen' },
    { where: '', word: 'held()' },
  ]);
});

test('finds no retired word in the identifiers of the product', () => {
  const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.tsx', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path && !path.startsWith('scripts/') && existsSync(join(root, path)));
  const used = new Set();
  const found = sources.flatMap((path) => {
    const names = [...identifiersIn(read(path))];
    const here = retiredWords.map(placed).filter(({ where }) => path.startsWith(where));
    return here.flatMap(({ word }) =>
      names
        .filter((name) => uses(name, word))
        .flatMap((name) => {
          const allowed = ALLOWED.find((each) => each.word === word && path.startsWith(each.where));
          if (allowed) used.add(allowed);
          return allowed ? [] : [`${path}: ${name} (${word})`];
        }),
    );
  });
  expect(found).toEqual([]);
  expect(ALLOWED.filter((each) => !used.has(each))).toEqual([]);
});

test('finds no retired phrase in comments, UI texts and documents', () => {
  const phrases = retiredPhrases.map(phrase);
  // Excludes released migrations, which are never changed, and the glossary, which lists words that the UI avoids.
  const elsewhere = (path) => !path.startsWith('scripts/') && !path.startsWith('server/migrations/') && path !== 'docs/GLOSSARY.md';
  const files = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.tsx', '*.mjs', '*.css', '*.md', 'contract/*.json'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((path) => path && elsewhere(path) && existsSync(join(root, path)));
  const found = files.flatMap((path) => phrases.flatMap((each) => (read(path).match(each) ?? []).map((words) => `${path}: ${words}`)));
  expect(found).toEqual([]);
});
