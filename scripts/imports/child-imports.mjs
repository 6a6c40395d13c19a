/** Checks that parsers of untrusted files run only in child processes (`server/src/child-process/`). */
import { relativeTo, valueSpecifiers } from './import-graph.mjs';

/** Entry points of the server. Their main thread responds to requests. */
const PROGRAMS = ['server/src/main.ts', 'server/src/cli.ts'];

const inFiles = (name) => `server/src/domains/files/${name}.ts`;

/** Packages and modules that parse files. Modules that are started with `inChild` or a similar function count as well. */
export const CHILD_ONLY = new Set([
  ...['@hyzyla/pdfium', 'sharp', 'yauzl', 'csv-parse', 'csv-parse/sync', 'saxes', 'ical.js'],
  ...[
    '@fundus/importer/tables/read-table',
    '@fundus/importer/tables/read-list',
    '@fundus/importer/detect',
    '@fundus/importer/import-records',
    '@fundus/importer/oai/read-page',
  ],
  // Modules that parse XML and JSON of other systems and map their fields.
  ...['xml/read-xml', 'xml/read-xml-records', 'xml/decode-xml', 'xml/repair-xml', 'formats/foreign/map'].map(
    (name) => `@fundus/importer/${name}`,
  ),
  ...['arix', 'dublin-core', 'elixier', 'lom', 'marcxml', 'onix'].map((name) => `@fundus/importer/foreign/${name}`),
  ...['server/src/domains/licences/packages/package-odrl.ts', 'server/src/pictures/svg-source.ts'],
  ...['sniff', 'package-kind', 'mp4-tracks', 'known-formats'].map((name) => inFiles(`inspect/${name}`)),
  ...['entry-name', 'book', 'find-book'].map((name) => inFiles(`archives/${name}`)),
  ...['captions/captions', 'captions/ttml', 'captions/ass'].map(inFiles),
  ...['decode', 'detect-encoding'].map((name) => `@fundus/importer/text-encoding/${name}`),
  ...['svg', 'svg-style', 'svg-expansion'].map((name) => `server/src/domains/setup/${name}.ts`),
]);

/** Allowed imports in the main process that parse no untrusted file, with the reason. */
export const TRUSTED = [
  [
    'server/src/domains/exchange/arix.ts',
    '@fundus/importer/xml/read-xml',
    'a statement of at most 64 KiB, answered at once; read in linear time',
  ],
  ['server/src/saml/read-metadata.ts', '@fundus/importer/xml/read-xml', 'metadata that an operator or a portal administrator names'],
  ['server/src/domains/files/cover-art/cover-art.ts', 'sharp', 'rasterises drawings made by the portal, in threads of the library'],
  ['server/src/domains/news/demo.ts', 'sharp', 'draws pictures of the demo school'],
  ['server/src/control/records/import-records.ts', '@fundus/importer/import-records', 'reads files of the operator from the command line'],
];

/** Returns the modules of CHILD_ONLY that do not exist. `files` contains all sources as pairs of path and text. */
export function missingChildModules(files, names = CHILD_ONLY) {
  const paths = new Set(files.map(([path]) => path));
  return [...names]
    .filter((name) => name.includes('/src/') || name.startsWith('@fundus/'))
    .filter((name) => !paths.has(name.replace(/^@fundus\/([^/]+)\/(.+)$/, '$1/src/$2.ts')))
    .map((name) => `${name} does not exist: correct CHILD_ONLY (scripts/imports/child-imports.mjs)`);
}

const IN_CHILD = /\b(?:inChild|readInChild|openChildSession)<[^>]*>\(\s*new URL\('([^']+)'/g;

/** Dynamic imports, but not type imports with `typeof import()`. */
const LOADED = /(?<!typeof )\bimport\('([^']+)'\)/g;
const loadedBy = (path, text) => [...valueSpecifiers(path, text), ...[...text.matchAll(LOADED)].map(([, specifier]) => specifier)];

/** Returns an error for each import that leads from a program to a module for child processes, and for each unnecessary exception. */
export function childOnlyImports(files, { programs = PROGRAMS, trusted = TRUSTED } = {}) {
  const texts = new Map(files);
  const childModules = new Set(
    files.flatMap(([path, text]) => [...text.matchAll(IN_CHILD)].map(([, specifier]) => relativeTo(path, specifier))),
  );
  const isChildOnly = (name) => CHILD_ONLY.has(name) || childModules.has(name);
  const unused = new Set(trusted.filter(([path]) => texts.has(path)));
  const errors = [];
  const seen = new Set(programs);
  for (const path of seen) {
    for (const specifier of texts.has(path) ? loadedBy(path, texts.get(path)) : []) {
      const target = relativeTo(path, specifier) ?? specifier;
      if (!isChildOnly(target)) {
        seen.add(target);
        continue;
      }
      const exception = trusted.find(([from, to]) => from === path && to === target);
      if (exception) unused.delete(exception);
      else errors.push(`${path} imports ${specifier}: it reads untrusted files and may run in a child process only (inChild)`);
    }
  }
  return [
    ...errors,
    ...[...unused].map(
      ([path, specifier]) => `${path} imports ${specifier} no longer: remove it from TRUSTED (scripts/imports/child-imports.mjs)`,
    ),
  ];
}
