/**
 * Measures a marketplace of 10,000 products with three media and three offers each (docs/behaviour/marketplace.md). The school has a thousand
 * licences and as many wishes. Also measures the expiry report of that school and of a district with 200 schools. The portal runs in this process, on
 * PostgreSQL if `TEST_DATABASE_URL` is set; calls are sequential.
 */
import { marketplace } from '@fundus/contract/marketplace/marketplace';
import { schools } from '@fundus/contract/schools/schools';
import type { Db } from '@fundus/server/db/open';
import { districtAdmin, schoolAdmin, teacher, testPortal } from '@fundus/server/testing';
import { sql } from 'kysely';
import { describeLoad } from '../measure/commands.ts';
import { timesToUsable } from './paying.ts';
import { storeTable, percentile } from '../measure/table.ts';
import { REPETITIONS, timesOf } from '../measure/times.ts';

const [PRODUCTS, MEDIA, SCHOOLS, LICENCES] = [10_000, 3_000, 200, 100];

async function fill(db: Db, wisher: string): Promise<void> {
  await sql`insert into product (id, district_id, number, kind, state, title, publisher, about, subjects, grade_from, grade_to, created_at, changed_at)
    select gen_random_uuid(), 'district-a', 'P-' || n, (array['media', 'app', 'book', 'package'])[1 + n % 4], 'active', 'Produkt ' || n || ' Zellen',
      'Verlag ' || n % 40, 'Filme und Arbeitsblätter', array[(array['080', '120', '200', '380'])[1 + n % 4]], 5 + n % 6, 7 + n % 6, now() - n * interval '1 hour', now()
    from generate_series(1, ${PRODUCTS}::int) as n`.execute(db);
  await sql`insert into product_medium (product_id, identifier, rank)
    select product.id, 'm-' || (1 + (substr(product.number, 3)::int * 3 + n) % ${MEDIA}::int), n from product, generate_series(1, 3) as n`.execute(
    db,
  );
  await sql`insert into product_offer (id, product_id, rank, scope, seats, runtime, price, vat)
    select gen_random_uuid(), product.id, n, (array['single', 'volume', 'school'])[n], (array[1, 30, 0])[n], 'school_year', 1000 * n, 7
    from product, generate_series(1, 3) as n`.execute(db);
  await sql`insert into school (id, name, number, district_id, state_since, created_at)
    select 'school-' || n, 'Schule ' || n, (10000 + n)::text, 'district-a', now(), now() from generate_series(1, ${SCHOOLS}::int) as n`.execute(
    db,
  );
  const licence = sql`insert into licence (id, identifier, scope, school_id, seats, origin, rights, valid_to, price, created_at)`;
  await sql`${licence} select gen_random_uuid(), 'm-' || n, 'school', 'school-a', 0, 'hand', '{}', current_date + n % 700, 100 * n, now() - interval '1 year'
    from generate_series(1, 1000) as n`.execute(db);
  await sql`${licence} select gen_random_uuid(), 'm-' || n, 'school', 'school-' || s, 0, 'hand', '{}', current_date + (n * s) % 700, 100 * n, now() - interval '1 year'
    from generate_series(1, ${SCHOOLS}::int) as s, generate_series(1, ${LICENCES}::int) as n`.execute(db);
  await sql`insert into wish (id, identifier, title, person_id, school_id, at, changed_at)
    select gen_random_uuid(), 'm-' || n, 'Medium', ${wisher}::uuid, 'school-a', now(), now() from generate_series(1001, 2000) as n`.execute(
    db,
  );
  await sql`analyze`.execute(db);
}

export async function marketplaceBench(): Promise<void> {
  const portal = await testPortal({ LinkToMP: true });
  const load = describeLoad();
  try {
    const { db } = portal.portal;
    await portal.store(
      ...Array.from({ length: MEDIA }, (_, i) => ({
        identifier: `m-${i + 1}`,
        fn_titel: `Medium ${i + 1}`,
        fn_typ: '49',
        fn_geb: ['08001'],
      })),
    );
    const [kim, admin, kreis] = [
      await portal.as(teacher({ email: 'kim@x.example' })),
      await portal.as(schoolAdmin()),
      await portal.as(districtAdmin()),
    ];
    const kimIs = await db.selectFrom('person').select('person.id').where('person.email', '=', 'kim@x.example').executeTakeFirstOrThrow();
    await fill(db, kimIs.id);
    const ids = await db
      .selectFrom('product')
      .select('product.id')
      .orderBy('product.number')
      .limit(REPETITIONS + 5)
      .execute();
    const rows: (string | number)[][] = [];
    const measure = async (what: string, aim: number, work: (nth: number) => Promise<unknown>) => {
      const found = await timesOf(work, REPETITIONS);
      rows.push([what, aim, percentile(found, 0.5), percentile(found, 0.95)]);
    };
    const product = (nth: number) => ({ params: { id: ids[nth]!.id } });
    const list = (query: object) => () => kim.call(marketplace.products, { query: { ...query } });
    await measure('page of a product, teacher', 30, (nth) => kim.call(marketplace.product, product(nth)));
    await measure('page of a product, guest', 30, (nth) => portal.guest().call(marketplace.product, product(nth)));
    await measure('products, by title', 100, list({}));
    await measure('products, by words', 100, list({ q: 'Produkt 77' }));
    await measure('products of a subject and a class', 100, list({ subject: '080', grade: '7' }));
    await measure('products, most wished', 200, list({ sort: 'wished' }));
    await measure('products, the last page', 100, list({ offset: PRODUCTS - 20 }));
    await measure('what ends at a school, 1,000 licences', 200, () => admin.call(schools.ends, { query: {} }));
    await measure(`what ends in a district, ${(SCHOOLS * LICENCES).toLocaleString('en')} licences`, 500, () =>
      kreis.call(schools.ends, { query: {} }),
    );
    const usable = await timesToUsable();
    rows.push(['paid online, until it opens for a teacher and is found', 2_000, percentile(usable, 0.5), percentile(usable, 0.95)]);
    storeTable({
      name: 'marketplace',
      title: 'Server time for a marketplace',
      head: ['what', 'goal, ms', 'p50, ms', 'p95, ms'],
      rows,
      notes: [
        `${PRODUCTS.toLocaleString('en')} products with three media and three offers each, 1,000 wishes, ${process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'the embedded database'}.`,
        `Portal and client share a process. ${load}`,
      ],
    });
  } finally {
    await portal.close();
  }
}
