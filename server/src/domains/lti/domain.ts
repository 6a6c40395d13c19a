import { shiftMonths, today } from '@fundus/contract/days';
import { LTI_MONTHS } from '@fundus/contract/lti/rules';
import { byAge, defineDomain, doer, none } from '../../domain.ts';
import { gradeWorkers } from './grades.ts';
import { deleteEndedVisits } from './repository.ts';
import { readRosters, rosterWorkers } from './roster.ts';
import { handlers } from './routes.ts';

export const domain = defineDomain({
  services: ['contentUrl', 'intranetHosts', 'live', 'platformKeys', 'remote', 'search', 'storage'],
  calls: { lti: handlers },
  tables: {
    lti_platform: { created_by: doer },
    lti_deployment: { school_id: 'moves' },
    lti_registration: { created_by: doer, school_id: 'moves' },
    // Users of a platform have no account and are identified by a keyed hash.
    lti_user: { school_id: 'stays' },
    lti_visit: { school_id: 'stays' },
    lti_course: { connected_by: doer },
    lti_course_member: {},
    lti_link: {},
    lti_grade: {},
    lti_once: {},
    lti_key: {},
  },
  sweep: {
    ended: byAge((portal, { now }) => deleteEndedVisits(portal.db, now, shiftMonths(today(now), -LTI_MONTHS))),
    rosters: readRosters,
  },
  storedFiles: none,
  jobs: (portal) => ({ ...gradeWorkers(portal), ...rosterWorkers(portal) }),
  names: {},
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  obligations: none,
  demo: () => import('./demo.ts'),
});
