import { byAge, defineDomain, doer, none, ofMember, ownPrivate } from '../../domain.ts';
import { codeHandlers } from './codes/code-routes.ts';
import { sweepCodes } from './codes/codes.ts';
import { learnerHandlers } from './members/learner-routes.ts';
import { nameOfClass } from './repository.ts';
import { notifyRequests } from './members/requests.ts';
import { sweepQuestions } from './media/questions.ts';
import { handlers } from './routes.ts';
import { collectClasses, collectCodes, renameSameClasses } from './school/school-repository.ts';
import { sweepClasses } from './sweep.ts';

export const domain = defineDomain({
  services: ['oidc', 'pause', 'search', 'storage'],
  calls: { classes: handlers, learners: { ...learnerHandlers, ...codeHandlers } },
  tables: {
    class: { school_id: 'moves' },
    class_group: {},
    class_group_member: { member_id: ofMember },
    class_media: { shared_by: doer },
    class_question: { answered_by: doer },
    class_question_asker: { member_id: ofMember },
    class_member: { person_id: ownPrivate },
    code_batch: { created_by: doer, school_id: 'moves' },
    learner_code: { created_by: doer, school_id: 'moves' },
  },
  sweep: { codes: byAge(sweepCodes), classes: byAge(sweepClasses), requests: notifyRequests, questions: byAge(sweepQuestions) },
  storedFiles: none,
  jobs: none,
  names: { class: nameOfClass },
  // Not exported for the district, which does not see classes. The export of a closing school is complete.
  schoolData: {
    classes: (db, { schoolId, whole }) => (whole ? collectClasses(db, schoolId) : undefined),
    learner_codes: (db, { schoolId, whole }) => (whole ? collectCodes(db, schoolId) : undefined),
  },
  mergeSchools: ({ db }, from, to) => renameSameClasses(db, from, to),
  erasePeople: none,
  obligations: none,
  demo: () => import('./demo.ts'),
});
