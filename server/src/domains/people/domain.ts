import { defineDomain, none } from '../../domain.ts';
import { handlers } from './routes.ts';

export const domain = defineDomain({
  services: ['domains', 'oidc'],
  calls: { people: handlers },
  tables: {},
  sweep: {},
  storedFiles: none,
  jobs: none,
  names: {},
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  obligations: none,
  demo: none,
});
