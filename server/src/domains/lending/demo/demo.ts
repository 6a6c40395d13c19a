/** The demo's lending point with devices, orders and loans around the day it is loaded. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shiftDay, today } from '@fundus/contract/days';
import { z } from 'zod';
import { newId } from '../../../db/new-id.ts';
import type { DemoContext, DemoRemovalContext } from '../../../domain.ts';
import { listManualsAt } from '../models/manual-repository.ts';
import { manualPath as pathOfManual } from '../models/manuals.ts';
import { listPicturesAt } from '../models/picture-repository.ts';
import { devicePicturePath, SIZES } from '../models/pictures.ts';
import { insertPoint } from '../points/point-repository.ts';
import { DemoCopies, makeCopies } from './copies.ts';
import { makeDamage } from './damage.ts';
import { DEMO_KEEP_DAYS, makeHistory } from './history.ts';
import { makeInventory } from './inventory.ts';
import { DemoManuals } from './manuals.ts';
import { DemoOrder, makeOrders } from './orders.ts';
import { DemoPictures } from './pictures.ts';
import { DemoPool, makePool, POOL_RULES } from './pool.ts';
import { DemoPrivate, makePrivate } from './private-borrowers.ts';
import { findDemoPoint, listSchoolIds, removePoint } from './repository.ts';
import { DemoBriefing, DemoTemplate, makeSets } from './sets.ts';
import { DemoModel, createDemoFits, createDemoStock } from './stock.ts';
import { DemoTour, makeTours } from './tours.ts';
import { DemoWait, createDemoWaits } from './waits.ts';

const DemoLending = z.strictObject({
  name: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  words: z.string(),
  terms: z.string(),
  /** Opening hours from Monday on. An empty text means closed. */
  week: z.array(z.string()).length(7),
  models: z.array(DemoModel),
  /** Lending point of the demo school. */
  pool: DemoPool,
  suppliers: z.array(z.string()).min(1),
  tours: z.array(DemoTour),
  waits: z.array(DemoWait),
  templates: z.array(DemoTemplate),
  copies: z.array(DemoCopies),
  briefings: z.array(DemoBriefing),
  private: DemoPrivate,
  manuals: DemoManuals,
  pictures: DemoPictures,
  /** Device code prefixes of compatible models, by device code prefix. */
  fitting: z.record(z.string(), z.array(z.string())),
  orders: z.array(DemoOrder),
});

const readDemo = () => DemoLending.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'demo.json'), 'utf8')));

/** Returns the fields of the lending point with the opening hours of `week` and the rules of the demo. */
const pointOf = <About extends object>(about: About, week: readonly string[], now: Date) => ({
  ...about,
  week: week.map((words) => ({ open: words !== '', processed: words !== '', words })),
  closures: [{ from: shiftDay(today(now), 32), until: shiftDay(today(now), 46), name: 'Schulferien', processed: false }],
  ...{
    mode: 'days' as const,
    max_lessons: 4,
    advance_days: 1,
    horizon_days: 365,
    max_days: 14,
    max_days_on: [],
    most_lines: 20,
    buffer_before: 0,
    buffer_after: 0,
    visits_max: null,
  },
  ...{
    pickup_grace: 2,
    renewals_max: 2,
    renewal_days: 7,
    remind_days: 1,
    overdue_days: [3, 8, 15],
    unavailable_step: 1,
    keep_days: DEMO_KEEP_DAYS,
    same_day_turnaround: true,
    approval: 'manual' as const,
    open_to: 'everyone' as const,
    open_schools: null,
    learners: false,
    guests: true,
    learner_lines: 3,
    by_post: false,
    private_borrowers: true,
    private_day_cents: 250,
    signature: true,
    purpose_required: false,
  },
});

export async function makeDemo(at: DemoContext): Promise<void> {
  const { db, storage, now, school_id, district_id, records, people, config } = at;
  const {
    week,
    models,
    orders,
    suppliers,
    tours,
    waits,
    templates,
    copies,
    briefings,
    fitting,
    pictures,
    pool,
    private: known,
    manuals,
    ...about
  } = readDemo();
  const point = pointOf(about, week, now);
  const point_id = newId(now);
  await insertPoint(db, point_id, { district_id }, point, now);
  const { devices, all } = await createDemoStock(at, point_id, models, { suppliers, pictures, manuals });
  await createDemoFits(db, fitting, devices);
  await makeCopies(db, copies, { point_id, records, now });
  await makeTours(db, tours, { point_id, district_id, now });
  const { schoolYearEnd } = config;
  await makeHistory(db, { point_id, point, devices: all, schools: await listSchoolIds(db, district_id), schoolYearEnd, now });
  await makeInventory(db, point_id, now);
  const idOf = await people();
  const modelOf = (code: string): string => devices.get(code)!.model_id;
  await makePool(db, pool, { school_id, rules: { ...point, ...POOL_RULES }, idOf, now, storage, pictures });
  await makeSets(db, { templates, briefings, modelOf, personOf: idOf, point_id, now });
  await makeDamage(db, { devices, reporter: idOf(orders[0]!.by), now });
  const lending = { point: { ...point, id: point_id }, devices, idOf, now };
  await makeOrders(db, orders, lending);
  await makePrivate(db, known, lending);
  await createDemoWaits(db, waits, lending);
}

/** Removes the demo's points with their devices unless other accounts have placed orders there. */
export async function removeDemo({ db, people, district_id, removed, kept, removeFiles }: DemoRemovalContext): Promise<void> {
  const { name, pool } = readDemo();
  for (const each of [name, pool.name]) {
    const point = await findDemoPoint(db, district_id, each, people);
    if (!point) continue;
    if (point.others) {
      kept(`the lending point ${each}`, 'somebody else has borrowed there');
      continue;
    }
    const pictures = await listPicturesAt(db, point.id);
    removeFiles(pictures.flatMap(({ id }) => SIZES.map((size) => devicePicturePath(id, size))));
    removeFiles((await listManualsAt(db, point.id)).map(pathOfManual));
    await removePoint(db, point.id);
    removed('lending points', 1);
  }
}
