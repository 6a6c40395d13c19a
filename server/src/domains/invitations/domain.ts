import { byAge, defineDomain, doer, none, own } from '../../domain.ts';
import { invitationWorkers } from './applications.ts';
import { removeInvitationsTo } from './repository.ts';
import { handlers } from './routes.ts';
import { collectInvitations } from './school-repository.ts';
import { sweepInvitations } from './sweep.ts';

export const domain = defineDomain({
  services: [],
  calls: { invitations: handlers },
  tables: {
    invitation: { created_by: doer, school_id: 'moves' },
    // The id of an invitation is its link.
    invitation_use: { decided_by: doer, person_id: { ...own, without: ['invitation_id'] }, from_school_id: 'moves' },
  },
  sweep: { ended: byAge(sweepInvitations) },
  storedFiles: none,
  jobs: invitationWorkers,
  names: {},
  schoolData: { invitations: (db, { schoolId }) => collectInvitations(db, schoolId) },
  mergeSchools: none,
  erasePeople: removeInvitationsTo,
  obligations: none,
  demo: none,
});
