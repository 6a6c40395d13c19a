import { endingYear } from '@fundus/contract/year-change/rules';
import { today } from '@fundus/contract/days';
import { byAge, defineDomain, doer, none } from '../../domain.ts';
import { collectWalks, removeWalks, removeWalksBefore } from './repository.ts';
import { handlers } from './routes.ts';

export const domain = defineDomain({
  services: ['storage'],
  calls: { yearChange: handlers },
  tables: {
    year_change: { school_id: 'mergeSchools', started_by: doer, finished_by: doer },
    year_change_class: {},
    year_change_step: { done_by: doer },
  },
  sweep: { walks: byAge(({ db, config }, { now }) => removeWalksBefore(db, endingYear(today(now), config.schoolYearEnd))) },
  storedFiles: none,
  jobs: none,
  names: {},
  schoolData: { year_changes: (db, { schoolId, whole }) => (whole ? collectWalks(db, schoolId) : undefined) },
  mergeSchools: ({ db }, from) => removeWalks(db, from),
  erasePeople: none,
  obligations: none,
  demo: none,
});
