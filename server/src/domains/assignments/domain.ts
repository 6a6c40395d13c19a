/** Assignments as one object. */
import { defineDomain, doer, none } from '../../domain.ts';
import { titleOfRow } from './work-repository.ts';
import { handlers } from './routes.ts';
import { sweepResults } from './sweep.ts';

export const domain = defineDomain({
  calls: { assignments: handlers },
  tables: {
    assignment: { created_by: doer },
    assignment_step: {},
    assignment_target: {},
    assignment_work: { commented_by: doer },
  },
  sweep: { results: sweepResults },
  storedFiles: none,
  jobs: none,
  names: { assignment: titleOfRow },
  // Nobody but the class looks at what its learners do.
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  demo: () => import('./demo.ts'),
});
