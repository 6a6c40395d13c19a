import { describe, expect, it } from 'vitest';
import { affectedBy } from './affected.mjs';

const TEXTS = {
  'contract/src/lists/lists.ts': "import { endpoint } from '../endpoint.ts';",
  'contract/src/endpoint.ts': '',
  'contract/src/screens.ts':
    "export const screens = {\n  medialist: { path: '/medialists/{id}', access: 'user' },\n  news: {\n    path: '/news',\n  },\n};",
  'server/src/all-domains/list.ts': "import '../domains/lists/index.ts';",
  'server/src/domains/lists/index.ts': "export { share } from './share.ts';",
  'server/src/domains/lists/share.ts': "import type { News } from '../news/news.ts';",
  'server/src/domains/lists/share.test.ts': "import '../../testing/index.ts';",
  'server/src/domains/news/news.ts': "import '@fundus/contract/lists/lists';",
  'server/src/domains/news/news.test.ts': "import '../../testing/index.ts';",
  'server/src/domains/uses/uses.test.ts': "import '../../testing/index.ts';",
  'server/src/testing/index.ts': "import '../all-domains/list.ts';",
  'client/src/app/screen-map.ts':
    "const load = {\n  medialist: () => import('../screens/lists/ListScreen.tsx'),\n  news: () => import('../screens/news/NewsScreen.tsx'),\n};",
  'client/src/screens/lists/ListScreen.tsx': "import './Row.tsx';",
  'client/src/screens/lists/Row.tsx': '',
  'client/src/screens/lists/Row.test.tsx': "import { Row } from './Row.tsx';",
  'client/src/screens/news/NewsScreen.tsx': '',
  'client/src/screens/news/NewsScreen.test.tsx': "import './NewsScreen.tsx';",
  'e2e/journeys/lists.e2e.ts': "import { open } from '../src/list-steps.ts';",
  'e2e/src/steps/list-steps.ts': "await page.goto('/medialists/1');",
  'server/src/domains/uses/uses.ts': '',
  'e2e/journeys/uses-report.e2e.ts': '',
  'e2e/journeys/teaching/news.e2e.ts': "await page.goto('/news');",
};
const affected = (...changed) => affectedBy(changed, Object.keys(TEXTS), (path) => TEXTS[path] ?? '');

describe('affected tests', () => {
  it('include the journeys that open the screen of a changed component', () => {
    expect(affected('client/src/screens/lists/Row.tsx')).toEqual({
      projects: [],
      files: ['client/src/screens/lists/Row.test.tsx'],
      journeys: ['lists'],
    });
  });

  it("include the journeys of a changed domain's screens", () => {
    expect(affected('server/src/domains/lists/share.ts')).toEqual({
      projects: [],
      files: ['server/src/domains/lists/share.test.ts'],
      journeys: ['lists'],
    });
  });

  it('include the tests of all domains using a changed contract file', () => {
    expect(affected('contract/src/lists/lists.ts').files).toEqual([
      'server/src/domains/lists/share.test.ts',
      'server/src/domains/news/news.test.ts',
      'server/src/hostile-input.test.ts',
      'server/src/rights.test.ts',
    ]);
  });

  it('include the journeys of a changed domain without a screen', () => {
    expect(affected('server/src/domains/uses/uses.ts').journeys).toEqual(['uses-report']);
  });

  it('include a whole project if a shared test file changes', () => {
    expect(affected('server/migrations/0001_first.sql')).toMatchObject({ projects: ['server'] });
    expect(affected('e2e/src/steps/list-steps.ts')).toMatchObject({ projects: ['journeys'], journeys: 'all' });
    expect(affected('package-lock.json').projects).toEqual(['rules', 'server', 'client', 'journeys']);
  });

  it('include a changed journey but exclude changed documents', () => {
    expect(affected('e2e/journeys/teaching/news.e2e.ts').journeys).toEqual(['news']);
    expect(affected('docs/ARCHITECTURE.md')).toEqual({ projects: [], files: [], journeys: [] });
  });
});
