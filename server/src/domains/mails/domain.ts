/** Mails as one object; those that wait are jobs. */
import { defineDomain, none } from '../../domain.ts';
import { handlers } from './routes.ts';

export const domain = defineDomain({
  calls: { mails: handlers },
  tables: {},
  sweep: {},
  storedFiles: none,
  jobs: none,
  names: {},
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  demo: none,
});
