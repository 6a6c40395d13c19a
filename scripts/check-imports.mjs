/** Checks the import rules of docs/ARCHITECTURE.md. Oxlint reports circular imports of files, knip unused files, exports and dependencies. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { childOnlyImports, missingChildModules } from './imports/child-imports.mjs';
import { circlesIn } from './imports/import-graph.mjs';
import { isProgram, root, printLine } from './run.mjs';
import { unusedExports } from './imports/unused-exports.mjs';

/** Allowed imports between workspaces. Every workspace may import `contract`; `contract` imports none. */
const WORKSPACES = {
  contract: [],
  search: [],
  importer: ['contract'],
  server: ['contract', 'search', 'importer'],
  demo: ['contract', 'search', 'server'],
  client: ['contract'],
  e2e: ['contract'],
  bench: ['contract', 'search', 'server', 'e2e'],
};

/** Layers of each workspace: imports must point down the list; folders of one line may import each other. `testing` is for tests only. */
const LAYERS = {
  server: [
    ['main', 'cli'],
    ['run-portal'],
    ['watchdog-thread'],
    ['watchdog'],
    ['app', 'control', 'sweep'],
    ['portal', 'installation'],
    ['demo-switch'],
    ['all-domains'],
    ['domains'],
    ['domain'],
    [
      'http',
      'calendar',
      'db',
      'search',
      'mail',
      'storage',
      'embedding',
      'jobs',
      'film',
      'lti',
      'oidc',
      'saml',
      'remote',
      'payment',
      'push',
      'limits',
      'live',
      'visitors',
      'pictures',
    ],
    [
      'log',
      'env',
      'env-schema',
      'operator-error',
      'escape-markup',
      'compile-cache',
      'secrets',
      'rich-text',
      'qr',
      'tables',
      'paper',
      'child-process',
    ],
    ['concurrency-limit'],
    ['in-transaction', 'caller'],
  ],
  search: [['engine', 'pool'], ['threads'], ['query'], ['writer'], ['vectors'], ['index'], ['analysis'], ['api']],
  client: [
    ['package-runtime', 'app-worker'],
    ['main'],
    ['app'],
    ['screens'],
    ['player'],
    ['components'],
    ['stores'],
    ['api'],
    ['i18n'],
    ['theme'],
    ['ui'],
  ],
};

/**
 * Folders inside a folder whose imports must point down a list as well. A file of the outer folder has a place if the list names it;
 * a file that is not named may import all of them, and none of them imports it.
 */
export const FOLDERS = {
  'client/src/player': ['viewers', 'controls', 'captions', 'playback'],
  'search/src/query': [
    'execute',
    'facets',
    'semantic',
    'suggest',
    'records',
    'search',
    'complete',
    'proximity',
    'related-stems',
    'meaning',
    'reason',
    'highlight',
    'score',
    'match',
    'relax',
    'impact-order',
    'filter',
    'titles',
    'postings',
    'plan',
    'synonyms',
    'parse',
    'typos',
    'top-hits',
    'scratch',
    'limits',
    'weights',
  ],
  'contract/src/lending': [
    'migration',
    'inventory',
    'courier',
    'kiosk',
    'desk',
    'private-borrowers',
    'reports',
    'stock',
    'cart',
    'orders',
    'allocation',
    'condition',
    'models',
    'points',
    'states',
    'calendar',
    'gate',
  ],
  'server/src/domains/lending': [
    'demo',
    'migration',
    'inventory',
    'courier',
    'kiosk',
    'desk',
    'private-borrowers',
    'reports',
    'condition',
    'stock',
    'cart',
    'orders',
    'mails',
    'allocation',
    'models',
    'borrowers',
    'points',
    'calendar',
  ],
  'client/src/screens/lending': [
    'migration',
    'reports',
    'inventory',
    'courier',
    'borrower-page',
    'desk',
    'stock',
    'kiosk',
    'private-borrowers',
    'scan',
    'orders',
    'cart',
    'condition',
    'models',
    'borrowers',
    'points',
    'calendar',
    'parts',
  ],
};

/** The list of all domains, the only file that imports them all. */
const LIST = 'server/src/all-domains/list.ts';

/** Folders whose subfolders must not form import cycles. */
const CIRCLE_FREE = ['server/src/domains', 'contract/src', 'importer/src', 'demo/src', 'e2e/src'];

/** Pairs of folders that must not import each other, although the layers would allow it. */
const APART = [['server/src/visitors', 'server/src/http']];

const LONG = 300;
const TOO_LONG = 500;

const isTest = (path) => /\.test\.tsx?$|\/testing\//.test(path);
const mayBeLong = (path) => isTest(path) || /\/reference\/|\/tables\.ts$/.test(path);
const mayReadEnvironment = (path) =>
  isTest(path) ||
  /^(e2e|bench|demo\/src\/make)\/|^server\/src\/(env|compile-cache|child-process\/run-in-child)\.ts$|\.config\.ts$/.test(path);

/**
 * Returns the workspace or path of a specifier: `@fundus/contract/config` → `contract`; `./a.ts` in `server/src/app.ts` → `server`; undefined for a
 * package.
 */
function target(from, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const own = /^@fundus\/([^/]+)\/?(.*)$/.exec(specifier);
  return own ? posix.join(own[1], 'src', own[2]) : undefined;
}

const workspaceOf = (path) => path.split('/')[0];
const layerOf = (path) => path.split('/')[2]?.replace(/\.tsx?$/, '');
/** Returns the folder of `outer` that holds a file, or the name of a file directly in it. */
const placeIn = (path, outer) => new RegExp(`^${outer}/([^/]+?)(/|\\.\\w+$)`).exec(path)?.[1];
const under = (path, folder) => new RegExp(`^${folder}/([^/]+)/`).exec(path)?.[1];

/** Parts of the server that the demo may use; its tests may use all. */
const PUBLIC_TO_DEMO = /^server\/src\/(all-domains\/[\w-]+|domains\/[\w-]+\/index|db\/[\w-]+|http\/context|domain)$/;

/** Returns why `from` must not import `specifier`, or undefined. */
export function problem(from, specifier, later = false) {
  const workspace = workspaceOf(from);
  const to = target(from, specifier);
  if (to === undefined) return packageProblem(from, workspace, specifier);
  const other = workspaceOf(to);
  if (other !== workspace) {
    // Test configurations of all workspaces use scripts.
    if (other === 'scripts' && from.endsWith('.config.ts')) return undefined;
    if (specifier.startsWith('.')) return `reaches into the workspace ${other} by a path; say @fundus/${other}`;
    if (workspace === 'server' && other === 'demo') return later || isTest(from) ? undefined : 'the demo is loaded by import() only';
    if (workspace === 'demo' && other === 'server' && !isTest(from) && !PUBLIC_TO_DEMO.test(to))
      return 'this part of the server is not public';
    return WORKSPACES[workspace]?.includes(other) ? undefined : `${workspace} must not know ${other}`;
  }
  if (isTest(from)) return undefined;
  if (isTest(to)) return 'only tests may import testing code';
  return layerProblem(workspace, from, to) ?? apartProblem(from, to) ?? folderProblem(from, to) ?? neighbourProblem(from, to);
}

function packageProblem(from, workspace, specifier) {
  if (isTest(from)) return undefined;
  if (/^(@fastify\/|fastify$|fastify\/)/.test(specifier) && !from.startsWith('server/src/http/'))
    return 'Fastify stays inside server/src/http';
  if (workspace === 'contract' && specifier !== 'zod') return 'the contract imports zod and nothing else';
  if (workspace === 'search' && !specifier.startsWith('node:')) return 'search imports nothing';
  return undefined;
}

function layerProblem(workspace, from, to) {
  const layers = LAYERS[workspace];
  // Build files of the workspace are beside its sources.
  if (!layers || !/^\w+\/src\//.test(from)) return undefined;
  const level = (path) => layers.findIndex((names) => names.includes(layerOf(path)));
  if (level(from) < 0) return `${layerOf(from)} has no place in the layers of ${workspace} (scripts/check-imports.mjs)`;
  if (level(to) < 0) return `${layerOf(to)} has no place in the layers of ${workspace} (scripts/check-imports.mjs)`;
  return level(to) < level(from) ? `${layerOf(from)} is below ${layerOf(to)}: imports must point down the list` : undefined;
}

function apartProblem(from, to) {
  const pair = APART.find(([own, other]) => from.startsWith(`${own}/`) && to.startsWith(`${other}/`));
  return pair && `${layerOf(from)} must not import ${layerOf(to)}`;
}

function folderProblem(from, to) {
  for (const [outer, places] of Object.entries(FOLDERS)) {
    const [own, other] = [placeIn(from, outer), placeIn(to, outer)];
    if (own === undefined || other === undefined || own === other) continue;
    if (under(from, outer) && !places.includes(own)) return `${own} has no place in ${outer} (scripts/check-imports.mjs)`;
    if (places.includes(own) && places.indexOf(other) < places.indexOf(own))
      return `${own} is below ${other}: imports must point down the list`;
  }
  return undefined;
}

/** Checks imports between neighbours: a domain only by its index.ts, a screen folder or a journey never. */
function neighbourProblem(from, to) {
  if (to.startsWith('e2e/journeys/')) return 'no file imports a journey: shared steps are in e2e/src';
  const domain = under(to, 'server/src/domains');
  if (domain && domain !== under(from, 'server/src/domains') && !to.endsWith('/index.ts') && !(from === LIST && to.endsWith('/domain.ts')))
    return `the domain ${domain} is entered through its index.ts`;
  const screen = under(to, 'client/src/screens');
  const own = under(from, 'client/src/screens');
  return screen && own && screen !== own
    ? `the screens ${own} must not enter the screens ${screen}: what both need is a component`
    : undefined;
}

/** Returns the problems of a file: `errors` break a rule, `warnings` soon will. */
export function checkFile(path, text) {
  const errors = [];
  const warnings = [];
  const { importedFiles } = ts.preProcessFile(text, true, true);
  for (const { fileName, pos } of importedFiles) {
    const wrong = problem(path, fileName, /\bimport\(\s*['"]?$/.test(text.slice(0, pos)));
    if (wrong) errors.push(`${path}:${lineAt(text, pos)} imports ${fileName}: ${wrong}`);
  }
  const environment = /\bprocess\s*\.\s*env\b|\bimport\s*\{[^}]*\benv\b[^}]*\}\s*from\s*'(node:)?process'/.exec(text);
  if (environment && !mayReadEnvironment(path))
    errors.push(`${path}:${lineAt(text, environment.index)} reads the environment: only server/src/env.ts may`);
  const lines = text.split('\n').length - 1;
  if (lines > LONG && !mayBeLong(path)) (lines > TOO_LONG ? errors : warnings).push(`${path} has ${lines} lines`);
  return { errors, warnings };
}

const lineAt = (text, index) => text.slice(0, index).split('\n').length;

const namesTables = (text) => /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(<[^`]*?>)?`/.test(text);

/** Files besides repositories that may contain SQL, with reasons; each entry is a path prefix. */
const SQL_ELSEWHERE = {
  'server/src/db/': 'is about the database itself: opening, migrating, expressions every repository uses',
  'server/src/all-domains/': 'iterates over the tables declared by the domains',
  'server/src/visitors/in-class.ts': 'who counts in a class, as an expression for the statements of several repositories',
};

/** Returns files of the server with SQL outside a repository, and exceptions that are not needed. */
export function strayQueries(files) {
  const naming = files
    .filter(([path, text]) => path.startsWith('server/src/') && !isTest(path) && !/[/-]repository\.ts$/.test(path) && namesTables(text))
    .map(([path]) => path);
  const reasons = Object.keys(SQL_ELSEWHERE);
  return [
    ...naming
      .filter((path) => !reasons.some((start) => path.startsWith(start)))
      .map((path) => `${path} contains SQL, which belongs in repository.ts or …-repository.ts`),
    ...reasons
      .filter((start) => files.some(([path]) => path.startsWith(start)) && !naming.some((path) => path.startsWith(start)))
      .map((start) => `${start} names no tables any more: take it out of SQL_ELSEWHERE (scripts/check-imports.mjs)`),
  ];
}

/** Returns tracked and new files, without ignored ones. */
function sources() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return listed.split('\n').filter((path) => Object.hasOwn(WORKSPACES, workspaceOf(path)) && existsSync(join(root, path)));
}

/** Returns the circles among the folders of `outer`, as `a → b → a`. `files` are pairs of path and text. */
export function folderCircles(files, outer) {
  const graph = new Map();
  for (const [path, text] of files) {
    const own = under(path, outer);
    if (!own || isTest(path)) continue;
    const others = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => under(target(path, fileName) ?? '', outer));
    graph.set(own, new Set([...(graph.get(own) ?? []), ...others.filter((other) => other && other !== own)]));
  }
  return circlesIn(graph).map((circle) => circle.join(' → '));
}

if (isProgram(import.meta)) {
  const files = sources().map((path) => [path, readFileSync(join(root, path), 'utf8')]);
  const found = files.map(([path, text]) => checkFile(path, text));
  const errors = [
    ...found.flatMap((file) => file.errors),
    ...CIRCLE_FREE.flatMap((outer) =>
      folderCircles(files, outer).map((circle) => `folders of ${outer} import each other in a circle: ${circle}`),
    ),
    ...strayQueries(files),
    ...childOnlyImports(files),
    ...missingChildModules(files),
    ...unusedExports(files).map((each) => `${each} is used only by tests`),
  ];
  for (const warning of found.flatMap((file) => file.warnings)) printLine(`warning: ${warning} (aim for ${LONG})`);
  for (const error of errors) printLine(error);
  if (errors.length > 0) process.exitCode = 1;
}
