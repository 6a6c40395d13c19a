import { defineDomain, none } from '../../domain.ts';
import { checkLinks } from './round.ts';
import { handlers } from './routes.ts';

export const domain = defineDomain({
  services: ['pause', 'remote'],
  calls: { linkChecks: handlers },
  tables: { link_check: {} },
  sweep: { round: checkLinks },
  storedFiles: none,
  jobs: none,
  names: {},
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  obligations: none,
  demo: none,
});
