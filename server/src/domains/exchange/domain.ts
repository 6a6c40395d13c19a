import { byAge, defineDomain, none } from '../../domain.ts';
import { removeOldTickets } from './arix-repository.ts';
import { handlers } from './routes.ts';
import { exportWorkers } from './withheld.ts';

export const domain = defineDomain({
  services: ['contentUrl', 'oaiEmail', 'search'],
  calls: { exchange: handlers },
  tables: {
    exported_medium: {},
    withheld_district: {},
    arix_consumer: { school_id: 'moves' },
    arix_ticket: { school_id: 'moves' },
  },
  sweep: { tickets: byAge((portal, { now }) => removeOldTickets(portal.db, now)) },
  storedFiles: none,
  jobs: exportWorkers,
  names: {},
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  obligations: none,
  demo: none,
});
