import { byAge, defineDomain, doer, none, ofMember } from '../../domain.ts';
import { titleOfAssignment, titleOfStep } from './work-repository.ts';
import { notifyOfAssignments, openedWorker, OPENED_JOB } from './notify.ts';
import { handlers } from './routes.ts';
import { sweepResults } from './sweep.ts';

export const domain = defineDomain({
  services: ['live', 'search'],
  calls: { assignments: handlers },
  tables: {
    assignment: { created_by: doer },
    assignment_step: {},
    assignment_target: { member_id: ofMember },
    // References the classes, media lists, shares and steps that give access to a draft. The catalogue reads and writes this table.
    own_material_grant: {},
    assignment_work: { member_id: { ...ofMember, without: ['commented_by'] }, commented_by: doer },
  },
  sweep: { results: byAge(sweepResults), notices: notifyOfAssignments },
  storedFiles: none,
  jobs: (portal) => ({ [OPENED_JOB]: openedWorker(portal) }),
  names: { assignment: titleOfAssignment, step: titleOfStep },
  // Empty, because results of learners are visible to the class only.
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  obligations: none,
  demo: () => import('./demo.ts'),
});
