/** Exchange with other systems as one object; they ask at addresses of their own, not by calls. */
import { defineDomain, none } from '../../domain.ts';

export const domain = defineDomain({
  calls: {},
  tables: { exported_medium: {} },
  sweep: {},
  storedFiles: none,
  jobs: none,
  names: {},
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  demo: none,
});
