import { byAge, defineDomain, none, own } from '../../domain.ts';
import { removeOrphanedFeeds } from './calendar/calendar-repository.ts';
import { sendMonthlyReports } from './numbers/monthly-report.ts';
import { referencedLogos, nameOfSchool } from './repository.ts';
import { handlers } from './routes.ts';
import { sweepSchools } from './sweep.ts';
import { sendYearEnd } from './numbers/year-end.ts';

export const domain = defineDomain({
  services: ['domains', 'storage'],
  calls: { schools: handlers },
  tables: { district: {}, school: { merged_into: 'stays' }, school_feed: { person_id: { ...own, without: ['hash'] }, school_id: 'moves' } },
  sweep: {
    states: byAge(sweepSchools),
    calendars: (portal) => removeOrphanedFeeds(portal.db),
    monthlyReports: async (portal, { remind }) => remind && sendMonthlyReports(portal),
    yearEnd: async (portal, { remind }) => remind && sendYearEnd(portal),
  },
  storedFiles: { folder: 'schools/', named: referencedLogos },
  jobs: none,
  names: { school: nameOfSchool },
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  obligations: none,
  demo: none,
});
