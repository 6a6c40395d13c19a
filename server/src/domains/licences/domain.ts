/** Licences as one object. */
import { defineDomain, doer, named, none, own } from '../../domain.ts';
import { settleAllSeats } from './settle-seats.ts';
import { sendLicenceAlerts } from './reminders.ts';
import { handlers } from './routes.ts';
import { joinSchoolLicences } from './school-move.ts';
import { collectLicences } from './school-repository.ts';

export const domain = defineDomain({
  calls: { licences: handlers },
  tables: {
    licence: { school_id: 'moves' },
    licence_alert: {},
    licence_class: { assigned_by: doer },
    licence_code: { created_by: doer },
    licence_event: { person_id: named },
    licence_seat: { assigned_by: doer, person_id: own, school_id: 'moves' },
    licence_setting: { school_id: 'mergeSchools' },
  },
  sweep: { seats: settleAllSeats, reminders: sendLicenceAlerts },
  storedFiles: none,
  jobs: none,
  names: {},
  schoolData: { licences: (db, { schoolId }) => collectLicences(db, schoolId) },
  mergeSchools: joinSchoolLicences,
  erasePeople: none,
  demo: () => import('./demo.ts'),
});
