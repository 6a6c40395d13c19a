import { expect, test } from 'vitest';
import { childOnlyImports, missingChildModules } from './child-imports.mjs';

const PROGRAM = 'server/src/main.ts';
const check = (files, trusted = []) => childOnlyImports(Object.entries(files), { programs: [PROGRAM], trusted });

test('rejects an indirect import of a module for child processes', () => {
  const files = {
    [PROGRAM]: "await import('./routes.ts');",
    'server/src/routes.ts':
      "import { read } from './read-here.ts';\nimport type * as child from './child.ts';\ninChild<typeof child>(new URL('./child.ts', import.meta.url), LIMITS);",
    'server/src/read-here.ts': "import { readNow } from './child.ts';",
    'server/src/child.ts': "import sharp from 'sharp';",
  };
  expect(check(files)).toEqual([expect.stringMatching(/^server\/src\/read-here\.ts imports \.\/child\.ts: it reads untrusted files/)]);
});

test('rejects value imports of modules that parse files', () => {
  const files = {
    [PROGRAM]:
      "import yauzl from 'yauzl';\nimport type { Kind } from './domains/files/inspect/sniff.ts';\nimport { sniff } from './domains/files/inspect/sniff.ts';",
    'server/src/domains/files/inspect/sniff.ts': 'export const sniff = () => null;',
  };
  expect(check(files)).toEqual([
    expect.stringContaining('main.ts imports yauzl'),
    expect.stringContaining('main.ts imports ./domains/files/inspect/sniff.ts'),
  ]);
});

test('allows imports that only a child process loads', () => {
  const files = {
    [PROGRAM]:
      "import type * as child from './child.ts';\nreadInChild<typeof child>(\n  new URL('./child.ts', import.meta.url),\n  LIMITS,\n  'file',\n);",
    'server/src/child.ts': "import sharp from 'sharp';\nimport { sniff } from './domains/files/inspect/sniff.ts';",
    'server/src/domains/files/inspect/sniff.ts': 'export const sniff = () => null;',
  };
  expect(check(files)).toEqual([]);
});

test('reports unnecessary exceptions', () => {
  const trusted = [[PROGRAM, 'sharp', 'draws']];
  expect(check({ [PROGRAM]: "import sharp from 'sharp';" }, trusted)).toEqual([]);
  expect(check({ [PROGRAM]: '' }, trusted)).toEqual([expect.stringContaining('imports sharp no longer')]);
});

test('reports a listed module that does not exist', () => {
  const names = ['sharp', '@fundus/importer/detect', 'server/src/pictures/svg-source.ts'];
  const files = [['importer/src/detect.ts', '']];
  expect(missingChildModules(files, names)).toEqual([expect.stringContaining('server/src/pictures/svg-source.ts does not exist')]);
});
