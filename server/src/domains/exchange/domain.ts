/** Exchange with other systems as one object; they ask at addresses of their own, not by calls. */
import { defineDomain, none } from '../../domain.ts';
import { removeOldTickets } from './arix-repository.ts';

export const domain = defineDomain({
  calls: {},
  tables: {
    exported_medium: {},
    arix_consumer: { school_id: 'moves' },
    arix_ticket: { school_id: 'moves' },
  },
  sweep: { tickets: (portal, { now }) => removeOldTickets(portal.db, now) },
  storedFiles: none,
  jobs: none,
  names: {},
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  demo: none,
});
