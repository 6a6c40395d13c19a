import { byAge, defineDomain, named, none } from '../../domain.ts';
import { writeErasuresFile } from './erasures.ts';
import { clearAuditEntriesAbout } from './repository.ts';
import { applyRetention } from './retention.ts';
import { handlers, routineHandlers } from './routes.ts';

export const domain = defineDomain({
  services: ['domains', 'erasuresFile', 'jobs', 'routines', 'search'],
  calls: { audit: handlers, routines: routineHandlers },
  tables: {
    // Users can export their actions, but not the contents of the entries, which may be about others.
    erasure: {},
    routine: {},
    sweep_clock: {},
    audit_log: { person_id: { ...named, without: ['before', 'after'] }, subject_id: named, school_id: 'moves' },
  },
  sweep: { retention: byAge(applyRetention), erasures: byAge(writeErasuresFile) },
  storedFiles: none,
  jobs: none,
  names: {},
  schoolData: {},
  mergeSchools: none,
  erasePeople: clearAuditEntriesAbout,
  obligations: none,
  demo: none,
});
