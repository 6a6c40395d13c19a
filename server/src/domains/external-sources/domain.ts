import { defineDomain, doer, none } from '../../domain.ts';
import { checkSources } from './health.ts';
import { handlers } from './routes.ts';

export const domain = defineDomain({
  services: ['remote'],
  calls: { externalSources: handlers },
  tables: { external_source: { changed_by: doer }, source_check: {} },
  sweep: { health: checkSources },
  storedFiles: none,
  jobs: none,
  names: {},
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  obligations: none,
  demo: () => import('./demo.ts'),
});
