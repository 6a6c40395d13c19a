import { MANUAL_TYPES } from '@fundus/contract/lending/models/manuals';
import { byAge, defineDomain, doer, named, own } from '../../domain.ts';
import { collectPoints, moveOpenSchools } from './points/point-repository.ts';
import { eraseBorrowers } from './orders/forget-repository.ts';
import { referencedLendingFiles } from './models/picture-repository.ts';
import { SIZES } from './models/pictures.ts';
import { RECEIPT_JOB, receiptWorker } from './mails/receipts.ts';
import { OFFERS_JOB, offersWorker } from './orders/decide-lines.ts';
import { remindBorrowers } from './mails/remind.ts';
import { listObligations } from './borrowers/obligation-repository.ts';
import { handlers } from './routes.ts';
import { movePeople } from './reports/statistics-repository.ts';
import { moveStops } from './allocation/tour-repository.ts';
import { sweepLending } from './sweep.ts';
import { ENDINGS } from './models/draw-photo.ts';

export const domain = defineDomain({
  services: ['pause', 'storage'],
  calls: { lending: handlers },
  tables: {
    lending_point: { school_id: 'moves' },
    lending_proposal: { proposed_by: doer, decided_by: doer },
    lending_open_school: { school_id: 'mergeSchools' },
    device_model: {},
    device_model_fit: {},
    device_picture: {},
    device_manual: {},
    device_item: {},
    private_borrower: { id_checked_by: doer, created_by: doer },
    lending_borrower_number: { person_id: own },
    lending_migrated: {},
    lending_payment: { taken_by: doer },
    rental_order: { person_id: named, responsible_id: doer, school_id: 'moves' },
    rental_line: {},
    lending_signature: { person_id: own },
    lending_scan: {},
    lending_briefing: { person_id: own, given_by: doer },
    lending_template: {},
    lending_template_model: {},
    lending_tour: {},
    lending_tour_stop: { school_id: 'mergeSchools' },
    lending_inventory: {},
    inventory_scan: {},
    lending_people: { school_id: 'mergeSchools' },
    lending_people_dedup: {},
    device_record: { person_id: doer },
    damage_report: { reported_by: doer },
    lending_photo: { added_by: doer },
    lending_note: { person_id: own, created_by: doer },
    lending_suspension: { person_id: own, created_by: doer },
    lending_kiosk: { created_by: doer },
    lending_card: { person_id: { ...own, without: ['hash', 'sealed'] } },
    lending_feed: { person_id: { ...own, without: ['hash'] } },
    lending_favourite: { person_id: own },
    school_holiday: {},
    rental_wait: { person_id: own, school_id: 'moves' },
  },
  sweep: { orders: byAge(sweepLending), mails: async (portal, { now, remind }) => remind && remindBorrowers(portal, now) },
  storedFiles: { folder: 'lending/', named: referencedLendingFiles({ photos: ENDINGS, manuals: MANUAL_TYPES }, SIZES) },
  jobs: (portal) => ({ [RECEIPT_JOB]: receiptWorker(portal), [OFFERS_JOB]: offersWorker(portal) }),
  names: {},
  schoolData: { lending_points: (db, { schoolId }) => collectPoints(db, schoolId) },
  mergeSchools: async ({ db }, from, to) => {
    await movePeople(db, from, to);
    await moveStops(db, from, to);
    await moveOpenSchools(db, from, to);
  },
  erasePeople: eraseBorrowers,
  obligations: listObligations,
  demo: () => import('./demo/demo.ts'),
});
