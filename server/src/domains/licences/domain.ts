import { today } from '@fundus/contract/days';
import { byAge, defineDomain, doer, named, none, own } from '../../domain.ts';
import { forgetOldBulks } from './bulk/bulk.ts';
import { removeEndedPackages } from './packages/package-repository.ts';
import { readPolicies } from './packages/policies.ts';
import { updateSeatsOfClasses } from './seats/settle-seats.ts';
import { sendLicenceAlerts } from './school/reminders.ts';
import { handlers } from './routes.ts';
import { prepareLicenceMerge } from './school/school-move.ts';
import { collectLicences } from './school/school-repository.ts';

export const domain = defineDomain({
  services: ['oidc', 'remote', 'search'],
  calls: { licences: handlers },
  tables: {
    licence: { school_id: 'moves' },
    licence_alert: {},
    licence_bulk: { person_id: own },
    licence_class: { assigned_by: doer },
    licence_code: { created_by: doer },
    licence_event: { person_id: named },
    licence_package: { deposited_by: doer, picked_up_by: doer, school_id: 'moves' },
    licence_seat: { assigned_by: doer, person_id: own, school_id: 'moves' },
    policy_list: {},
    licence_setting: { school_id: 'mergeSchools' },
  },
  sweep: {
    bulks: byAge((portal, { now }) => forgetOldBulks(portal.db, now)),
    packages: byAge((portal, { now }) => removeEndedPackages(portal.db, today(now))),
    seats: byAge(updateSeatsOfClasses),
    reminders: sendLicenceAlerts,
    policies: readPolicies,
  },
  storedFiles: none,
  jobs: none,
  names: {},
  schoolData: { licences: (db, { schoolId }) => collectLicences(db, schoolId) },
  mergeSchools: prepareLicenceMerge,
  erasePeople: none,
  obligations: none,
  demo: () => import('./demo.ts'),
});
