/**
 * Measures a lending point with 5,000 devices of 250 models, 200,000 closed loans and more than 700 open orders. The portal runs in this process, on
 * PostgreSQL if `TEST_DATABASE_URL` is set. Calls are sequential, so that each is measured alone.
 */
import { shiftDay, today } from '@fundus/contract/days';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lendingBorrower } from '@fundus/contract/lending/desk/borrower-page';
import { lendingPaper } from '@fundus/contract/lending/desk/paper';
import { lendingTimeline } from '@fundus/contract/lending/desk/timeline';
import { lendingInventory } from '@fundus/contract/lending/inventory/inventory';
import { lending } from '@fundus/contract/lending/lending';
import { lendingStatistics } from '@fundus/contract/lending/reports/statistics';
import { newId } from '@fundus/server/db/new-id';
import { schoolAdmin, teacher, testPortal, type Caller, type TestPortal } from '@fundus/server/testing';
import type { Db } from '@fundus/server/db/open';
import { openPoint } from '@fundus/server/testing/lending';
import { sql } from 'kysely';
import { describeLoad } from '../measure/commands.ts';
import { storeTable, percentile } from '../measure/table.ts';
import { REPETITIONS, timesOf } from '../measure/times.ts';

const [MODELS, DEVICES, PAST] = [250, 20, 200_000];
/** Number of rounds in which ten devices are handed over. */
const PILES = 12;
/** Number of borrowers of the open orders. */
const BORROWERS = 40;

/** Creates 40 closed loans for every device. A sixth of the devices is on loan or booked within the next weeks. */
async function prepare({ portal }: TestPortal, admin: Caller, borrowers: readonly string[]) {
  const { db } = portal;
  const week = Array.from({ length: 7 }, () => ({ open: true, processed: true, words: '' }));
  const point = await openPoint(admin, { week, approval: 'auto', max_days: 14 });
  const models = Array.from({ length: MODELS }, () => newId());
  await db.transaction().execute((inside) => fill(inside, point.id, models, borrowers));
  await sql`analyze`.execute(db);
  return { point, model: models[7]! };
}

async function fill(db: Db, point: string, models: readonly string[], borrowers: readonly string[]): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`insert into device_model (id, point_id, name, category)
    select model.id, ${point}::uuid, 'Modell ' || model.nth, 'Art ' || model.nth % 12
    from unnest(${sql.val([...models])}::uuid[]) with ordinality as model (id, nth)`.execute(db);
  await sql`insert into device_item (id, point_id, model_id, code, shelf)
    select gen_random_uuid(), ${point}::uuid, model.id, 'G-' || model.nth || '-' || device.nth, 'R' || device.nth
    from unnest(${sql.val([...models])}::uuid[]) with ordinality as model (id, nth), generate_series(1, ${DEVICES}::int) as device (nth)`.execute(
    db,
  );
  const loans = PAST / (MODELS * DEVICES);
  // Creates an order for each past loan, the latest first.
  await sql`create temporary table past as select gen_random_uuid() as order_id, gen_random_uuid() as line_id, i.id as item_id, i.model_id,
      current_date - (n * 14 + (random() * 5)::int) as start_on from device_item as i, generate_series(1, ${loans}::int) as n where i.point_id = ${point}`.execute(
    db,
  );
  await sql`insert into rental_order (id, number, point_id, school_id, title, submitted_at, created_at)
    select past.order_id, past.order_id, ${point}::uuid, 'school-a', 'Film', past.start_on, past.start_on from past`.execute(db);
  await sql`insert into rental_line (id, order_id, model_id, item_id, start_on, end_on, state, handed_at, over_at, result)
    select past.line_id, past.order_id, past.model_id, past.item_id, past.start_on, past.start_on + 6, 'returned', past.start_on, past.start_on + 6, 'ok'
    from past`.execute(db);
  // Several dozen loans begin and end on each day.
  await sql`create temporary table ahead as select gen_random_uuid() as order_id, i.id as item_id, i.model_id, (random() * 60)::int as days, random() < 0.2 as out,
      row_number() over () as nth
    from device_item as i where i.point_id = ${point} and random() < 0.32`.execute(db);
  await sql`insert into rental_order (id, number, point_id, school_id, person_id, title, submitted_at, created_at)
    select ahead.order_id, ahead.order_id, ${point}::uuid, 'school-a',
      (${sql.val([...borrowers])}::uuid[])[1 + ahead.nth % ${sql.lit(BORROWERS)}], 'Film', now(), now() from ahead where ahead.days < 30`.execute(
    db,
  );
  await sql`insert into rental_line (id, order_id, model_id, item_id, start_on, end_on, busy_from, busy_until, state, handed_at, collect_until)
    select gen_random_uuid(), ahead.order_id, ahead.model_id, ahead.item_id, from_day.day, from_day.day + 6, from_day.day, from_day.day + 6,
      case when ahead.out then 'on_loan' else 'approved' end, case when ahead.out then now() end, case when not ahead.out then from_day.day + 2 end
    from ahead cross join lateral (select current_date + case when ahead.out then (ahead.days % 6) - 6 else ahead.days end as day) as from_day
    where ahead.days < 30`.execute(db);
}

export async function lendingBench(): Promise<void> {
  const portal = await testPortal({ GeraeteVerleih: true });
  const load = describeLoad();
  try {
    const { db } = portal.portal;
    const admin = await portal.as(schoolAdmin());
    const kim = await portal.as(teacher({ email: 'kim@x.example' }));
    for (let i = 1; i < BORROWERS; i++) await portal.as(teacher({ email: `teacher-${i}@x.example` }));
    const people = await db.selectFrom('person').select('person.id').where('person.role', '=', 'L').execute();
    const borrowers = people.map(({ id }) => id).slice(0, BORROWERS);
    const { point, model } = await prepare(portal, admin, borrowers);
    const day = today(portal.portal.now());
    const at = (days: number): string => shiftDay(day, days);
    const rows: (string | number)[][] = [];
    const measure = async (what: string, aim: number, work: (nth: number) => Promise<unknown>, times = REPETITIONS) => {
      const found = await timesOf(work, times);
      rows.push([what, aim, percentile(found, 0.5), percentile(found, 0.95)]);
    };
    await measure('calendar of 90 days of one model', 20, () =>
      kim.call(lending.calendar, { params: { id: model }, query: { from: day, until: at(89) } }),
    );
    await measure(`free from – until, ${(MODELS * DEVICES).toLocaleString('en')} devices`, 100, (nth) =>
      kim.call(lending.models, { query: { point: point.id, from: at(3 + (nth % 20)), until: at(6 + (nth % 20)) } }),
    );
    const board = { query: { point: point.id } };
    const { orders } = await admin.call(lendingDesk.desk, board);
    await measure('counts of the desk', 50, () => admin.call(lendingDesk.desk, board));
    await measure('counts of all desks of the user', 50, () => admin.call(lendingDesk.desks));
    await measure('a page of the list of orders', 50, (nth) =>
      admin.call(lendingDesk.deskOrders, { query: { point: point.id, offset: 20 * (nth % 30) } }),
    );
    await measure('the last page of the list of orders', 50, () =>
      admin.call(lendingDesk.deskOrders, { query: { point: point.id, offset: orders - 20 } }),
    );
    await measure('an order by a word', 50, (nth) =>
      admin.call(lendingDesk.deskOrders, { query: { point: point.id, q: `G-${nth + 1}-3` } }),
    );
    await measure('page of a borrower', 100, (nth) =>
      admin.call(lendingBorrower.borrowerPage, { params: { id: borrowers[nth % BORROWERS]! }, query: { point: point.id } }),
    );
    await measure('a week of the timeline, 20 models', 100, (nth) =>
      admin.call(lendingTimeline.timeline, { query: { point: point.id, from: day, until: at(6), limit: 20, offset: 20 * (nth % 12) } }),
    );
    await measure('a month of the timeline, 20 models', 150, (nth) =>
      admin.call(lendingTimeline.timeline, { query: { point: point.id, from: day, until: at(30), limit: 20, offset: 20 * (nth % 12) } }),
    );
    await measure('bookings that cannot be kept', 50, () => admin.call(lendingDesk.deskTasks, { query: { point: point.id } }));
    await measure(
      'orders affected by a closure',
      500,
      (nth) => {
        const closures = [{ from: at(3 + (nth % 5)), until: at(5 + (nth % 5)), name: 'Umbau', processed: false }];
        return admin.call(lendingDesk.pointEffects, { params: { id: point.id }, body: { closures } });
      },
      10,
    );
    const lent = await admin.call(lendingDesk.deskOrders, { query: { point: point.id, part: 'lent', limit: 60 } });
    const slips = lent.items.map(({ id }) => id).join(',');
    await measure(
      `slips of ${lent.items.length} orders as one PDF`,
      5_000,
      async () => {
        const { statusCode } = await admin.inject({ method: 'GET', url: `${lendingPaper.slips.path}?point=${point.id}&orders=${slips}` });
        if (statusCode !== 200) throw new Error(`slips: ${statusCode}`);
      },
      5,
    );
    const bytesOf = async (path: string): Promise<string> =>
      (await admin.inject({ method: 'GET', url: `${path}?point=${point.id}` })).rawPayload.length.toLocaleString('en');
    const [ofCounts, ofPage] = [await bytesOf(lendingDesk.desk.path), await bytesOf(lendingDesk.deskOrders.path)];
    const free = await sql<{ code: string }>`select i.code from device_item as i where i.point_id = ${point.id}
      and not exists (select from rental_line as l where l.item_id = i.id and l.busy_from is not null) order by i.id limit ${REPETITIONS + 5 + 10 * PILES}`.execute(
      db,
    );
    const order = await db
      .selectFrom('rental_line as l')
      .select('l.order_id')
      .where('l.state', '=', 'approved')
      .orderBy('l.end_on', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const code = (nth: number): string => free.rows[nth]!.code;
    await measure('scan that hands over', 100, (nth) =>
      admin.call(lendingDesk.handOver, {
        params: { id: order.order_id },
        body: { code: code(nth), until: at(2), key: crypto.randomUUID() },
      }),
    );
    // The desk sends each scan only after the previous one is answered.
    await measure(
      'ten scans that hand over, one after the other',
      1_000,
      async (nth) => {
        for (let i = 0; i < 10; i++)
          await admin.call(lendingDesk.handOver, {
            params: { id: order.order_id },
            body: { code: code(REPETITIONS + 5 + 10 * nth + i), until: at(2), key: crypto.randomUUID() },
          });
      },
      PILES - 5,
    );
    await measure('scan that takes back', 100, (nth) =>
      admin.call(lendingDesk.takeBack, { body: { point: point.id, code: code(nth), key: crypto.randomUUID() } }),
    );
    const inventory = await admin.call(lendingInventory.beginInventory, { body: { point: point.id } });
    const params = { id: inventory.id };
    await measure('scan of an inventory', 100, (nth) =>
      admin.call(lendingInventory.countItem, { params, body: { code: code(nth), shelf: 'R1', key: crypto.randomUUID() } }),
    );
    await measure('missing devices of an inventory', 200, () =>
      admin.call(lendingInventory.inventory, { params, query: { show: 'missing' } }),
    );
    await measure('numbers of a school year', 300, () => admin.call(lendingStatistics.statistics, { query: { point: point.id } }));
    storeTable({
      name: process.env.TEST_DATABASE_URL ? 'lending-postgres' : 'lending-embedded',
      title: `Lending point on ${process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'the embedded database'}`,
      head: ['call', 'goal, ms', 'p50, ms', 'p95, ms'],
      rows,
      notes: [
        `${MODELS} models with ${DEVICES} devices each, ${PAST.toLocaleString('en')} closed loans, ${orders} open orders of ${BORROWERS} borrowers.`,
        `The counts of the desk are ${ofCounts} bytes, the first page of the list of orders ${ofPage} bytes.`,
        `Portal and client share a process. ${load}`,
      ],
    });
  } finally {
    await portal.close();
  }
}
