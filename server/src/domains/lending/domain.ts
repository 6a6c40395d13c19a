/** Lending as one object. */
import { defineDomain, named, none } from '../../domain.ts';
import { collectPoints } from './point-repository.ts';
import { forgetBorrowers } from './order-repository.ts';
import { handlers } from './routes.ts';
import { sweepLending } from './sweep.ts';

export const domain = defineDomain({
  calls: { lending: handlers },
  tables: {
    lending_point: { school_id: 'moves' },
    device_model: {},
    device_item: {},
    rental_order: { person_id: named, school_id: 'moves' },
    rental_line: {},
  },
  sweep: { orders: sweepLending },
  storedFiles: none,
  jobs: none,
  names: {},
  schoolData: { lending_points: (db, { schoolId }) => collectPoints(db, schoolId) },
  mergeSchools: none,
  erasePeople: forgetBorrowers,
  demo: () => import('./demo.ts'),
});
