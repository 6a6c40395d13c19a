import { defineDomain, none } from '../../domain.ts';
import { handlers } from './routes.ts';

export const domain = defineDomain({
  services: ['mailServer', 'oidc', 'pause'],
  calls: { firstStart: handlers },
  tables: { first_start: {}, district_checklist: {} },
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
