import { describe, expect, test } from 'vitest';
import { checkFile, problem } from './imports/check-file.mjs';
import { folderCycles } from './imports/folder-circles.mjs';
import { strayQueries } from './imports/stray-queries.mjs';

describe('import rules', () => {
  const cases = [
    // Columns: importing file, specifier, expected problem (null if allowed).
    ['contract/src/config.ts', 'zod', null],
    ['contract/src/config.ts', '@fundus/server/env', 'contract must not know server'],
    ['contract/src/config.ts', 'node:fs', 'zod and nothing else'],
    ['search/src/pool.ts', 'node:worker_threads', null],
    ['search/src/engine.ts', '@fundus/contract/catalogue/catalogue', 'search must not know contract'],
    ['search/src/engine.ts', 'zod', 'search imports nothing'],
    ['search/src/query/plan.ts', '../index/dictionary.ts', null],
    ['search/src/index/index-view.ts', '../vectors/train.ts', 'imports must point down'],
    ['search/src/analysis/compounds.ts', '../index/dictionary.ts', 'imports must point down'],
    ['client/src/api/call.ts', '@fundus/contract/endpoint', null],
    ['client/src/api/call.ts', '@fundus/server/app', 'client must not know server'],
    ['server/src/app.ts', '@fundus/client/main', 'server must not know client'],
    ['importer/src/report.ts', '../../contract/src/catalogue/catalogue.ts', 'by a path'],
    ['e2e/src/portal.ts', '../../scripts/run.mjs', 'by a path'],
    ['e2e/vitest.config.ts', '../scripts/longest-first.ts', null],
    ['server/src/http/serve.ts', 'fastify', null],
    ['server/src/domains/news/routes.ts', '@fastify/static', 'inside server/src/http'],
    ['demo/src/load.ts', '@fundus/server/domains/accounts/index', null],
    ['demo/src/load.ts', '@fundus/server/domains/accounts/repository', 'not public'],
    ['demo/src/load.test.ts', '@fundus/server/portal', null],
    ['server/src/portal.ts', '@fundus/demo/load', 'by import() only'],
    ['server/src/all-domains/list.ts', '../domains/news/domain.ts', null],
    ['server/src/all-domains/list.ts', '../domains/news/routes.ts', 'entered through its index.ts'],
    ['server/src/app.ts', './domains/news/domain.ts', 'entered through its index.ts'],
    ['server/src/domains/news/routes.ts', '../../http/implement.ts', null],
    ['server/src/http/implement.ts', '../domains/news/routes.ts', 'imports must point down'],
    ['server/src/db/open.ts', '../app.ts', 'imports must point down'],
    ['server/src/db/open.ts', '../attic/old.ts', 'has no place'],
    ['server/src/domains/news/service.ts', '../accounts/index.ts', null],
    ['server/src/domains/news/service.ts', '../accounts/repository.ts', 'through its index.ts'],
    ['server/src/domains/news/service.ts', './repository.ts', null],
    ['server/src/domains/news/news.test.ts', '../../testing/index.ts', null],
    ['server/src/domains/news/routes.ts', '../../testing/index.ts', 'only tests'],
    ['client/src/screens/news/NewsScreen.tsx', '../../components/media/MediaCard.tsx', null],
    ['client/src/screens/news/NewsScreen.tsx', '../home/HomeScreen.tsx', 'must not enter'],
    ['client/src/screens/news/NewsScreen.tsx', '../../app/router.tsx', 'imports must point down'],
    ['client/src/ui/Button.tsx', '../stores/snackbar.ts', 'imports must point down'],
    ['client/src/player/viewers/MediaPlayer.tsx', '../captions/Captions.tsx', null],
    ['client/src/player/captions/Captions.tsx', '../controls/Controls.tsx', 'imports must point down'],
    ['client/src/player/playback/playback.ts', '../controls/Controls.tsx', 'imports must point down'],
    ['client/src/player/speed/speed.ts', '../playback/playback.ts', 'has no place'],
    ['server/src/visitors/place.ts', '../http/context.ts', 'must not import http'],
    ['server/src/http/sessions/session.ts', '../../visitors/repository.ts', null],
    ['server/src/domains/lending/desk/desk.ts', '../orders/access.ts', null],
    ['server/src/domains/lending/orders/access.ts', '../desk/desk.ts', 'imports must point down'],
    ['server/src/domains/lending/routes.ts', './desk/desk.ts', null],
    ['server/src/domains/lending/desk/desk.ts', '../routes.ts', 'imports must point down'],
    ['server/src/domains/lending/attic/old.ts', '../desk/desk.ts', 'has no place'],
    ['contract/src/lending/points/points.ts', '../states.ts', null],
    ['contract/src/lending/states.ts', './points/points.ts', 'imports must point down'],
    ['contract/src/lending/lending.ts', './points/points.ts', null],
    ['client/src/screens/lending/parts/words.ts', '../desk/desk.css', 'imports must point down'],
    ['e2e/journeys/catalogue/search.e2e.ts', '../../src/portal.ts', null],
    ['e2e/src/steps/search-steps.ts', '../../journeys/catalogue/search.e2e.ts', 'no file imports a journey'],
    ['e2e/journeys/catalogue/search.e2e.ts', '../lending/cart.e2e.ts', 'no file imports a journey'],
    ['bench/src/search/search.ts', '@fundus/search/engine', null],
    ['e2e/src/browser.ts', '@fundus/search/engine', 'e2e must not know search'],
  ];

  test.each(cases)('checks whether %s may import %s', (from, specifier, refusal) => {
    if (refusal === null) expect(problem(from, specifier)).toBeUndefined();
    else expect(problem(from, specifier)).toContain(refusal);
  });
});

describe('checkFile', () => {
  test('allows the server to import the demo only dynamically', () => {
    const load = '@fundus/demo/load';
    expect(checkFile('server/src/portal.ts', `const { loadDemo } = await import('${load}');`).errors).toEqual([]);
    expect(checkFile('server/src/portal.ts', `import { loadDemo } from '${load}';`).errors).toHaveLength(1);
  });

  test('reports all forms of imports with their line', () => {
    const text = [
      "import type { A } from '../app.ts';",
      "export * from '../main.ts';",
      "const b = await import('../cli.ts');",
      "// import '../app.ts'",
    ].join('\n');
    expect(checkFile('server/src/db/open.ts', text).errors.map((error) => error.split(' ')[0])).toEqual([
      'server/src/db/open.ts:1',
      'server/src/db/open.ts:2',
      'server/src/db/open.ts:3',
    ]);
  });

  test('allows only env.ts to read the environment', () => {
    expect(checkFile('server/src/env.ts', 'process.env.PORT\n').errors).toEqual([]);
    expect(checkFile('server/src/mail/send.ts', '\nprocess.env.PORT\n').errors).toEqual([
      'server/src/mail/send.ts:2 reads the environment: only server/src/env.ts may',
    ]);
    expect(checkFile('server/src/mail/send.ts', "import { env } from 'node:process';\n").errors).toHaveLength(1);
  });

  test('reports long files except for tables and tests', () => {
    const lines = (n) => 'export {};\n'.repeat(n);
    expect(checkFile('server/src/app.ts', lines(300))).toEqual({ errors: [], warnings: [] });
    expect(checkFile('server/src/app.ts', lines(301)).warnings).toHaveLength(1);
    expect(checkFile('server/src/app.ts', lines(501)).errors).toHaveLength(1);
    for (const path of ['contract/src/reference/subjects.ts', 'server/src/db/tables.ts', 'server/src/app.test.ts'])
      expect(checkFile(path, lines(900))).toEqual({ errors: [], warnings: [] });
  });
});

test('reports circular imports between domains', () => {
  const domain = (name, other) => [`server/src/domains/${name}/service.ts`, `import { x } from '../${other}/index.ts';\n`];
  expect(
    folderCycles([domain('schools', 'library'), domain('library', 'catalogue'), domain('classes', 'schools')], 'server/src/domains'),
  ).toEqual([]);
  expect(
    folderCycles([domain('schools', 'library'), domain('library', 'shared'), domain('shared', 'schools')], 'server/src/domains'),
  ).toEqual(['schools → library → shared → schools']);
  expect(folderCycles([['server/src/domains/a/a.test.ts', "import '../b/index.ts';"], domain('b', 'a')], 'server/src/domains')).toEqual([]);
});

test.each(['contract/src', 'e2e/src'])('reports circular type imports between folders of %s', (outer) => {
  const file = (name, other) => [`${outer}/${name}/${name}.ts`, `import type { X } from '../${other}/${other}.ts';\n`];
  expect(folderCycles([file('catalogue', 'classes'), file('classes', 'licences')], outer)).toEqual([]);
  expect(folderCycles([file('catalogue', 'classes'), file('classes', 'catalogue')], outer)).toEqual(['catalogue → classes → catalogue']);
});

describe('strayQueries', () => {
  const file = (name, text) => [`server/src/domains/news/${name}.ts`, text];

  test.each(["db.selectFrom('news')", 'db.deleteFrom("news")', 'sql`select 1 from news`', 'sql<{ id: string }>`select news.id from news`'])(
    'allows %s only in a repository',
    (query) => {
      expect(strayQueries([file('repository', query), file('digest-repository', query), file('edit.test', query)])).toEqual([]);
      expect(strayQueries([file('edit', query)])).toEqual([
        'server/src/domains/news/edit.ts contains SQL, which belongs in repository.ts or …-repository.ts',
      ]);
    },
  );

  test('reports SQL outside domains and listed folders', () => {
    const query = "db.selectFrom('person')";
    expect(strayQueries([['server/src/portal.ts', query]])).toEqual([
      'server/src/portal.ts contains SQL, which belongs in repository.ts or …-repository.ts',
    ]);
    expect(strayQueries([['server/src/db/open.ts', query]])).toEqual([]);
    expect(strayQueries([['server/src/db/open.ts', '']])).toEqual([
      'server/src/db/ names no tables any more: take it out of SQL_ELSEWHERE (scripts/imports/stray-queries.mjs)',
    ]);
  });
});
