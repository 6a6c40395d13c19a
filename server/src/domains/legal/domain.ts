import { defineDomain, doer, none } from '../../domain.ts';
import { handlers } from './routes.ts';

export const domain = defineDomain({
  services: [],
  calls: { legal: handlers },
  tables: { legal_version: { author_id: doer } },
  sweep: {},
  storedFiles: none,
  jobs: none,
  names: {},
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  obligations: none,
  demo: () => import('./demo.ts'),
});
