import { byAge, defineDomain, none, own } from '../../domain.ts';
import { removeEndedSessions } from '../../visitors/session-repository.ts';
import { removePeople } from './repository.ts';
import { handlers, signOnHandlers } from './routes.ts';
import { collectPeople, movePeople } from './school-repository.ts';
import { notifyOfCertificates } from './providers/certificates.ts';
import { removeStaleClaims } from './providers/unnamed.ts';
import { syncPeopleLists } from './people-lists/follow-lists.ts';
import { sweepAccounts } from './sweep.ts';
import { accountWorkers } from './workers.ts';

export const domain = defineDomain({
  services: ['domains', 'oidc', 'pause', 'registrationInvitations', 'remote', 'schoolMembership'],
  calls: { accounts: handlers, signOn: signOnHandlers },
  tables: {
    certificate_notice: {},
    account_token: { person_id: { ...own, without: ['hash', 'request_id', 'invitation_id', 'challenge'] } },
    paused_school: { school_id: 'stays' },
    identity: { person_id: own },
    kept_answer: { person_id: { ...own, without: ['key_hash', 'request_hash', 'answer'] } },
    known_device: { person_id: own },
    oidc_logout: {},
    oidc_request: { person_id: { ...own, without: ['hash', 'browser', 'nonce', 'verifier'] } },
    people_list: {},
    person: { school_id: 'mergeSchools' },
    recovery_code: { person_id: { ...own, without: ['hash'] } },
    second_factor: { person_id: { ...own, without: ['secret', 'credential_id', 'public_key'] } },
    session: { person_id: { ...own, without: ['id_hash', 'oidc_token'] } },
    pending_sign_in: { person_id: { ...own, without: ['hash', 'challenge', 'secret'] } },
  },
  sweep: {
    ended: byAge(sweepAccounts),
    unnamed: byAge(removeStaleClaims),
    lists: syncPeopleLists,
    certificates: notifyOfCertificates,
    sessions: byAge((portal, { now }) => removeEndedSessions(portal.db, now)),
  },
  storedFiles: none,
  jobs: accountWorkers,
  names: {},
  schoolData: { people: (db, { schoolId }) => collectPeople(db, schoolId) },
  mergeSchools: ({ db }, from, to) => movePeople(db, from, to),
  erasePeople: removePeople,
  obligations: none,
  demo: () => import('./demo.ts'),
});
