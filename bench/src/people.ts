/** How long listing and finding people takes among 100,000 in one district, on PostgreSQL. */
import { availableParallelism, loadavg } from 'node:os';
import { sql } from 'kysely';
import { openDatabase, type Db } from '@fundus/server/db/open';
import { countPeople, countWaiting, listPeople, type PeopleAsked } from '@fundus/server/domains/schools/people-repository';
import { keep, percentile } from './table.ts';

const PEOPLE = 100_000;
const SCHOOLS = 2_000;
const ROUNDS = 60;
const PAGE = 25;
const FIRST = 'Anna Lukas Mia Leon Emma Paul Hannah Finn Sofia Elias Marie Jonas Lina Ben Clara Noah Lea Max Ida Felix'.split(' ');
const LAST =
  'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann'.split(
    ' ',
  );

/** People whose names repeat as names do: some are one in ten, most are rare. */
async function fill(db: Db): Promise<void> {
  await sql`insert into district (id, name) values ('d', 'Kreis')`.execute(db);
  await sql`insert into school (id, district_id, name, number)
    select 's' || i, 'd', 'Schule ' || i, i::text from generate_series(1, ${SCHOOLS}::int) i`.execute(db);
  await sql`insert into person (id, email, vorname, name, role, school_id, school_admin, last_sign_in_at)
    select gen_random_uuid(), 'p' || i || '@schule-' || (i % ${SCHOOLS}::int) || '.example',
      (${sql.val(FIRST)}::text[])[1 + i % 20] || ' ' || chr(65 + i % 26),
      (${sql.val(LAST)}::text[])[1 + (i / 20) % 20] || '-' || chr(97 + (i / 400) % 26) || chr(97 + (i / 10400) % 26) || 'berg',
      case when i % 50 = 1 then 'P' when i % 3 = 0 then 'S' else 'L' end, 's' || (1 + i % ${SCHOOLS}::int), case when i <= ${SCHOOLS} then '1' else '0' end, now() - (i % 700) * interval '1 day'
    from generate_series(1, ${PEOPLE}::int) i`.execute(db);
  await sql`analyze person, school`.execute(db);
}

const asked = (more: Partial<PeopleAsked> = {}): PeopleAsked => ({
  scope: { district: 'd' },
  words: [],
  school: '',
  state: 'all',
  kind: 'all',
  ...more,
});
const CASES: readonly [name: string, asked: PeopleAsked, sort?: Parameters<typeof listPeople>[2], offset?: number][] = [
  ['everybody, first page', asked()],
  ['everybody, last page that is shown', asked(), 'name', 9_975],
  ['everybody, last signed in', asked(), '-last'],
  ['teachers', asked({ kind: 'teachers' })],
  ['administrators', asked({ kind: 'administrators' })],
  ['other staff', asked({ kind: 'staff' })],
  ['waiting (none)', asked({ state: 'pending_approval' })],
  ['s', asked({ words: ['s'] })],
  ['sch', asked({ words: ['sch'] })],
  ['sch, by last sign-in', asked({ words: ['sch'] }), '-last'],
  ['ko', asked({ words: ['ko'] })],
  ['anna schm', asked({ words: ['anna', 'schm'] })],
  ['p77 (an address)', asked({ words: ['p77'] })],
  ['nobody', asked({ words: ['xyzzy'] })],
  ['one school', asked({ scope: { school: 's7' } })],
];

/** On a PostgreSQL that holds nothing of worth: a database is made on it and dropped again. */
export async function peopleBench(url: string): Promise<void> {
  const load = loadavg()[0] ?? 0;
  const own = new URL(url);
  own.pathname = '/bench_people';
  const admin = await openDatabase({ dataDir: '', databaseUrl: url });
  await sql`drop database if exists bench_people`.execute(admin.db);
  await sql`create database bench_people`.execute(admin.db);
  const { db, close } = await openDatabase({ dataDir: '', databaseUrl: own.href });
  try {
    await fill(db);
    const rows: (string | number)[][] = [];
    for (const [name, what, sort = 'name', offset = 0] of CASES) {
      const times: number[] = [];
      let found = 0;
      for (let i = -5; i < ROUNDS; i++) {
        const start = performance.now();
        found = await countPeople(db, what);
        await listPeople(db, what, sort, offset, PAGE);
        await countWaiting(db, what.scope);
        if (i >= 0) times.push(performance.now() - start);
      }
      rows.push([name, found > 10_000 ? '> 10,000' : found, percentile(times, 0.5), percentile(times, 0.95)]);
    }
    keep({
      name: 'people',
      title: `${PEOPLE.toLocaleString('en')} people in ${SCHOOLS.toLocaleString('en')} schools of one district, ms`,
      head: ['looked for', 'found', 'p50', 'p95'],
      rows,
      notes: [
        `Goal: p95 ≤ 50 ms. All that the list asks PostgreSQL, one after the other, ${ROUNDS} times: how many (counted up to 10,000), a page of ${PAGE}, how many wait.`,
        `Load of the machine before: ${load.toFixed(1)} on ${availableParallelism()} processors; beyond one each, other work is in the figures, most of all in p95.`,
        'Words are looked for at the beginning of names, user names and addresses, each on its own index. Parts of words with a trigram index took 70 to 110 ms where much is found, because every candidate is read again.',
        'Names are sorted by columns without marks, compared by bytes. In the order of a collation, sorting what `sch` finds (three in ten) took 95 ms.',
      ],
    });
  } finally {
    await close();
    await sql`drop database bench_people`.execute(admin.db);
    await admin.close();
  }
}
