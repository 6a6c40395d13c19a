/**
 * Measures the statistics of a school and a district over a million usage rows (docs/behaviour/uses.md#figures). Each row counts one medium at one
 * school in one month. The portal runs in this process, on PostgreSQL if `TEST_DATABASE_URL` is set; calls are sequential.
 */
import { shiftMonths, today } from '@fundus/contract/days';
import { schools } from '@fundus/contract/schools/schools';
import { districtAdmin, testPortal } from '@fundus/server/testing';
import type { Db } from '@fundus/server/db/open';
import { sql } from 'kysely';
import { describeLoad } from '../measure/commands.ts';
import { storeTable, percentile } from '../measure/table.ts';
import { REPETITIONS, timesOf } from '../measure/times.ts';

const [SCHOOLS, MONTHS, MEDIA] = [200, 12, 417];

async function fill(db: Db, day: string): Promise<void> {
  const first = `${day.slice(0, 7)}-01`;
  const months = Array.from({ length: MONTHS }, (_, back) => shiftMonths(first, -back).slice(0, 7));
  await sql`insert into school (id, name, number, district_id, state_since, created_at)
    select 'school-' || n, 'Schule ' || n, (10000 + n)::text, 'district-a', now(), now() from generate_series(1, ${SCHOOLS}::int) as n`.execute(
    db,
  );
  await sql`insert into media_use (school_id, month, identifier, uses, people)
    select 'school-' || n, month, 'm-' || medium, 1 + (n * medium) % 40, 1 + (n + medium) % 20
    from generate_series(1, ${SCHOOLS}::int) as n, unnest(${sql.val(months)}::text[]) as month, generate_series(1, ${MEDIA}::int) as medium`.execute(
    db,
  );
  await sql`insert into media_use_month (school_id, month, people)
    select 'school-' || n, month, 3 + n % 400 from generate_series(1, ${SCHOOLS}::int) as n, unnest(${sql.val(months)}::text[]) as month`.execute(
    db,
  );
  await sql`insert into search_miss (school_id, month, hash, people, words)
    select 'school-' || n, month, 'hash-' || miss || month, 1 + (n + miss) % 9, 'suche ' || miss
    from generate_series(1, ${SCHOOLS}::int) as n, unnest(${sql.val(months)}::text[]) as month, generate_series(1, 40) as miss`.execute(db);
  for (const owner of ['school_id', 'district_id'] as const)
    await sql`insert into licence (id, identifier, scope, ${sql.ref(owner)}, seats, origin, rights, valid_from, valid_to, price, created_at)
      select gen_random_uuid(), 'm-' || medium, ${owner === 'school_id' ? 'school' : 'district'}, ${owner === 'school_id' ? 'school-7' : 'district-a'}, 0, 'hand', '{}',
        ${first}::date - 200, ${first}::date + 200, 1000 * medium, now() from generate_series(1, ${MEDIA}::int) as medium`.execute(db);
  await sql`analyze`.execute(db);
}

export async function numbersBench(): Promise<void> {
  const portal = await testPortal({ ShowAnalytics: true });
  const load = describeLoad();
  try {
    const { db } = portal.portal;
    await portal.store(
      ...Array.from({ length: MEDIA }, (_, i) => ({ identifier: `m-${i + 1}`, fn_titel: `Medium ${i + 1}`, fn_typ: '49' })),
    );
    await fill(db, today(portal.portal.now()));
    const kreis = await portal.as(districtAdmin());
    const rows: (string | number)[][] = [];
    const measure = async (what: string, work: () => Promise<unknown>) => {
      const found = await timesOf(work, REPETITIONS);
      rows.push([what, 2_000, percentile(found, 0.5), percentile(found, 0.95)]);
    };
    await measure(`numbers of a district of ${SCHOOLS} schools`, () => kreis.call(schools.districtNumbers));
    await measure('numbers of one school', () => kreis.call(schools.numbers, { params: { id: 'school-7' } }));
    storeTable({
      name: 'numbers',
      title: 'Server time for statistics',
      head: ['what', 'goal, ms', 'p50, ms', 'p95, ms'],
      rows,
      notes: [
        `${(SCHOOLS * MONTHS * MEDIA).toLocaleString('en')} rows of uses, a priced licence for each medium, and ${(SCHOOLS * MONTHS * 40).toLocaleString('en')} rows of searches, ${process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'the embedded database'}.`,
        `Portal and client share a process. ${load}`,
      ],
    });
  } finally {
    await portal.close();
  }
}
