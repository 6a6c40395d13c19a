/**
 * Finds the tests that a change can affect (`npm test -- --changed`): unit tests by the import graph, end-to-end tests by the screens they open. The
 * accessibility tests of all screens only run in the full run. The graph stops at files that import everything (`ENDS`), because they would connect
 * each change with each test.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { valueSpecifiers } from './imports/import-graph.mjs';
import { root } from './run.mjs';

/** Files that import everything. Changes do not propagate through them. */
const ENDS = [
  /^server\/src\/(all-domains|testing|control|crash)\//,
  /^demo\/src\//,
  /^server\/src\/(portal|app|main|cli|run-portal|sweep)\.ts$/,
  /^client\/src\/app\/(screen-map|frame\/setup-files|screen-texts|App|start\/start)\.tsx?$/,
  /^client\/src\/(main\.tsx|testing\/)/,
  /^contract\/src\/(endpoints|messages|screens|access|setup\/setup)\.ts$/,
  /^e2e\/src\//,
];

/** Files whose change can affect every test of the given projects. */
const WHOLE = [
  [/^(package-lock\.json|package\.json|vitest\.config\.ts|scripts\/(test|run|install)\.mjs)$/, ['rules', 'server', 'client', 'journeys']],
  [/^server\/(migrations\/|src\/(testing|db|http|portal\.ts|domain\.ts|app\.ts))/, ['server']],
  [/^contract\/src\/(endpoint|fields|errors|paging|access|screens)\.ts$/, ['rules', 'server', 'client']],
  [/^client\/src\/(testing|ui\/router|api|i18n)\//, ['client']],
  [/^e2e\/(src|vitest)/, ['journeys']],
];

/** Journeys that cover all areas, selected if shared code changes. */
const SMOKE = ['first-visit', 'search', 'medium', 'classes', 'keyboard', 'lending', 'sign-out'];

/** Number of affected screens above which all screens count as affected. */
const MANY_SCREENS = 6;

/** Tests that cover all calls: their rights, and hostile input. */
const CALLS = ['server/src/rights.test.ts', 'server/src/hostile-input.test.ts'];

const isCode = (path) => /\.(ts|tsx|mjs)$/.test(path);
const isTest = (path) => /\.test\.(ts|tsx|mjs)$/.test(path);
const isJourney = (path) => path.endsWith('.e2e.ts');
const ends = (path) => ENDS.some((end) => end.test(path));

/** Returns the path to which an import specifier refers, or undefined for a package. */
function fileOf(from, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const own = /^@fundus\/([^/]+)\/(.+)$/.exec(specifier);
  return own ? `${own[1]}/src/${own[2]}.ts` : undefined;
}

/** Returns the files that a file loads with static imports, dynamic imports, or `new URL(…, import.meta.url)`. */
function listLoadedFiles(path, text) {
  const later = [...text.matchAll(/(?:import\(|new URL\()\s*'(\.[^']+)'/g)].map(([, specifier]) => specifier);
  return [...valueSpecifiers(path, text), ...later].flatMap((specifier) => fileOf(path, specifier) ?? []);
}

/** Returns a map from each file to the files that import it. `files` are all paths of the repository; `read` returns the text of a file. */
export function graphOf(files, read) {
  const loaders = new Map();
  for (const path of files.filter((each) => isCode(each) && !each.startsWith('scripts/regexp')))
    for (const loaded of listLoadedFiles(path, read(path))) loaders.set(loaded, [...(loaders.get(loaded) ?? []), path]);
  return loaders;
}

/** Returns the files that depend on the changed files, including those. */
function listDependents(changed, loaders) {
  const reached = new Set(changed);
  for (const path of reached) if (!ends(path) || changed.includes(path)) for (const loader of loaders.get(path) ?? []) reached.add(loader);
  return reached;
}

/** Returns the folders of the screens, with the name and the first path segment of each screen. */
function screenFolders(read) {
  const sources = [...read('client/src/app/screen-map.ts').matchAll(/^ {2}'?([\w-]+)'?: \(\) => import\('\.\.\/(.+)'\),$/gm)];
  const sourceOf = Object.fromEntries(sources.map(([, name, source]) => [name, `client/src/${source}`]));
  const rows = [...read('contract/src/screens.ts').matchAll(/^ {2}'?([\w-]+)'?: \{\s*path: '([^']+)'/gm)];
  return rows
    .filter(([, name]) => sourceOf[name])
    .map(([, name, path]) => ({ name, source: sourceOf[name], address: path.replace(/\/\{.*$/, '') }));
}

/** Returns whether a journey opens a screen. */
const visits = (text, { name, address }) =>
  text.includes(`href('${name}'`) || (address.length > 1 && new RegExp(`['"\`(]${address}(?![\\w-])`).test(text));

/** Returns the text of a journey together with the steps it imports from `e2e/src`. */
function textOfJourney(path, read) {
  const seen = new Set([path]);
  for (const file of seen)
    for (const loaded of listLoadedFiles(file, read(file))) if (/^e2e\/src\/(steps\/)?[\w-]*steps\.ts$/.test(loaded)) seen.add(loaded);
  return [...seen].map(read).join('\n');
}

/**
 * Returns `{ projects, files, journeys }`: projects whose tests all run, test files, and names of journeys (or `'all'`). `changed` are paths from the
 * root; `files` and `read` are explained in `graphOf`.
 */
export function affectedBy(changed, files, read) {
  const projects = new Set(WHOLE.flatMap(([pattern, names]) => (changed.some((path) => pattern.test(path)) ? names : [])));
  const reached = [...listDependents(changed, graphOf(files, read))];
  const domains = new Set(
    reached
      .flatMap((path) => /^(?:server\/src\/domains|contract\/src)\/([\w-]+)\//.exec(path)?.[1] ?? [])
      .filter((domain) => domain !== 'testing'),
  );
  const tests = files.filter(
    (path) => isTest(path) && (reached.includes(path) || domains.has(/^server\/src\/domains\/([\w-]+)\//.exec(path)?.[1])),
  );
  if (changed.some((path) => /^(contract\/src\/[\w-]+\/.+|server\/src\/domains\/.*routes)\.ts$/.test(path) && !isTest(path)))
    tests.push(...CALLS);
  return { projects: [...projects], files: [...new Set(tests)].sort(), journeys: journeysOf(changed, reached, projects, files, read) };
}

function journeysOf(changed, reached, projects, files, read) {
  if (projects.has('journeys')) return 'all';
  const journeys = files.filter((path) => isJourney(path) && !path.includes('accessibility'));
  // A change in a domain affects the screens and journeys of the same name.
  const folders = changed.flatMap(
    (path) => /^(?:server\/src\/domains|contract\/src|client\/src\/screens)\/([\w-]+)\//.exec(path)?.[1] ?? [],
  );
  const screens = screenFolders(read).filter(
    ({ source }) => reached.includes(source) || folders.some((folder) => source.startsWith(`client/src/screens/${folder}/`)),
  );
  const named = (name) => folders.some((folder) => name === folder || name.startsWith(`${folder}-`));
  const own = journeys.filter((path) => changed.includes(path) || named(nameOf(path)));
  const isApp = changed.some((path) => /^(client\/(?!.*\.test\.)|server\/src\/(http|portal))/.test(path));
  const sources = new Set(screens.map(({ source }) => source));
  if (sources.size > MANY_SCREENS || (isApp && sources.size === 0)) return [...new Set([...SMOKE, ...own.map(nameOf)])];
  const found = journeys.filter((path) => screens.some((screen) => visits(textOfJourney(path, read), screen)));
  return [...new Set([...own, ...found].map(nameOf))].sort();
}

const nameOf = (path) => posix.basename(path, '.e2e.ts');

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\n')
    .filter(Boolean);

/** Returns the paths of all files that differ from a commit, including uncommitted and deleted files. */
export const changedSince = (base) => [
  ...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]),
];

/** Returns what the changes since a commit can affect, as `affectedBy` does, and the changed paths. */
export function affectedSince(base) {
  const files = git('ls-files', '--cached', '--others', '--exclude-standard');
  const changed = changedSince(base);
  const texts = new Map();
  const read = (path) => {
    if (!texts.has(path)) {
      let text = '';
      try {
        text = readFileSync(join(root, path), 'utf8');
      } catch {
        // A deleted file has no text.
      }
      texts.set(path, text);
    }
    return texts.get(path);
  };
  return { changed, ...affectedBy(changed, files, read) };
}
