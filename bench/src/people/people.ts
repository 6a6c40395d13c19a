/** Measures lists and searches of 100,000 people in the 2,000 schools of one district, on PostgreSQL. */
import { sql } from 'kysely';
import { openDatabase, type Db } from '@fundus/server/db/open';
import { countPeople, countWaitingPeople, listPeople, type PeopleQuery } from '@fundus/server/domains/people/repository';
import { countSchools, listSchools, sumSchools, type SchoolFilter } from '@fundus/server/domains/schools/repository';
import { describeLoad } from '../measure/commands.ts';
import { storeTable, percentile } from '../measure/table.ts';

const PEOPLE = 100_000;
const SCHOOLS = 2_000;
const ROUNDS = 60;
const PAGE = 25;
const FIRST = 'Anna Lukas Mia Leon Emma Paul Hannah Finn Sofia Elias Marie Jonas Lina Ben Clara Noah Lea Max Ida Felix'.split(' ');
const LAST =
  'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann'.split(
    ' ',
  );

const KINDS = 'Grundschule Realschule Gymnasium Gesamtschule Förderschule'.split(' ');
const AFTER =
  'Otto-Hahn Geschwister-Scholl Anne-Frank Am-Lindenhof Goethe Schiller Käthe-Kollwitz Albert-Schweitzer Sophie-Scholl Erich-Kästner Pestalozzi Montessori Astrid-Lindgren Humboldt Lessing Droste-Hülshoff Freiherr-vom-Stein Wilhelm-Busch Hildegard-von-Bingen Janusz-Korczak'.split(
    ' ',
  );
const PLACES = 'Lindenau Köln Münster Lübeck Göttingen Halle Jena Ulm Bad-Orb Aachen Öhringen Zwickau'.split(' ');

/** Creates people with a realistic distribution of names: a few names belong to one in ten people, most are rare. */
async function fill(db: Db): Promise<void> {
  await sql`insert into district (id, name) values ('d', 'Kreis')`.execute(db);
  await sql`insert into school (id, district_id, name, number, postcode, city, kind, state)
    select 's' || i, 'd', (${sql.val(KINDS)}::text[])[1 + i % 5] || ' ' || (${sql.val(AFTER)}::text[])[1 + (i / 5) % 20] || ' ' || (i / 100),
      (10000 + i)::text, (20000 + i % 400)::text, (${sql.val(PLACES)}::text[])[1 + (i / 7) % 12], (${sql.val(KINDS)}::text[])[1 + i % 5],
      case when i % 97 = 0 then 'suspended' else 'active' end
    from generate_series(1, ${SCHOOLS}::int) i`.execute(db);
  await sql`insert into person (id, email, vorname, name, role, school_id, school_admin, last_sign_in_at)
    select gen_random_uuid(), 'p' || i || '@schule-' || (i % ${SCHOOLS}::int) || '.example',
      (${sql.val(FIRST)}::text[])[1 + i % 20] || ' ' || chr(65 + i % 26),
      (${sql.val(LAST)}::text[])[1 + (i / 20) % 20] || '-' || chr(97 + (i / 400) % 26) || chr(97 + (i / 10400) % 26) || 'berg',
      case when i % 50 = 1 then 'P' when i % 3 = 0 then 'S' else 'L' end, 's' || (1 + i % ${SCHOOLS}::int), case when i <= ${SCHOOLS} then '1' else '0' end, now() - (i % 700) * interval '1 day'
    from generate_series(1, ${PEOPLE}::int) i`.execute(db);
  // Autovacuum would run soon afterwards anyway.
  await sql`vacuum analyze person, school`.execute(db);
}

const asked = (more: Partial<PeopleQuery> = {}): PeopleQuery => ({
  scope: { district: 'd' },
  words: [],
  school: '',
  state: 'all',
  kind: 'all',
  inClass: null,
  ...more,
});
const CASES: readonly [name: string, asked: PeopleQuery, sort?: Parameters<typeof listPeople>[2], offset?: number][] = [
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

const schools = (more: Partial<SchoolFilter> = {}): SchoolFilter => ({ q: '', state: 'all', ...more });
const SCHOOL_CASES: readonly [name: string, asked: SchoolFilter, sort?: Parameters<typeof listSchools>[3], offset?: number][] = [
  ['all, by name, first page', schools()],
  ['all, by name backwards', schools(), '-name'],
  ['all, by name, last page', schools(), 'name', SCHOOLS - PAGE],
  ['all, by number', schools(), 'number'],
  ['all, by place', schools(), 'city'],
  ['all, most people first', schools(), '-people'],
  ['all, fewest people first, last page', schools(), 'people', SCHOOLS - PAGE],
  ['suspended', schools({ state: 'suspended' })],
  ['g', schools({ q: 'g' })],
  ['gym', schools({ q: 'gym' })],
  ['hahn', schools({ q: 'hahn' })],
  ['kastner (Kästner)', schools({ q: 'kastner' })],
  ['gym lindenau, most people first', schools({ q: 'gym lindenau' }), '-people'],
  ['117 (numbers)', schools({ q: '117' })],
  ['nothing', schools({ q: 'xyzzy' })],
];

/** Repeats `work` after a warm-up. Returns its result, and the median and 95th percentile of the times in milliseconds. */
async function measure(work: () => Promise<number>): Promise<[found: number | string, p50: number, p95: number]> {
  const times: number[] = [];
  let found = 0;
  for (let i = -5; i < ROUNDS; i++) {
    const start = performance.now();
    found = await work();
    if (i >= 0) times.push(performance.now() - start);
  }
  return [found > 10_000 ? '> 10,000' : found, percentile(times, 0.5), percentile(times, 0.95)];
}

const HEAD = ['looked for', 'found', 'p50', 'p95'];

async function measurePeople(db: Db, load: string): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const [name, what, sort = 'name', offset = 0] of CASES)
    rows.push([
      name,
      ...(await measure(async () => {
        const found = await countPeople(db, what);
        await listPeople(db, what, sort, offset, PAGE);
        await countWaitingPeople(db, what.scope);
        return found;
      })),
    ]);
  storeTable({
    name: 'people',
    title: `${PEOPLE.toLocaleString('en')} people in ${SCHOOLS.toLocaleString('en')} schools of one district, ms`,
    head: HEAD,
    rows,
    notes: [
      `Goal: p95 ≤ 50 ms. All queries of the list in sequence, ${ROUNDS} times: total (up to 10,000), a page of ${PAGE}, number of waiting people.`,
      load,
      'Words match the start of names, user names and addresses, each with its own index. A trigram index for parts of words took 70 to 110 ms for frequent words, because every candidate is rechecked.',
      'Names are sorted by columns without diacritics, compared by bytes. With a collation, sorting the hits of `sch` (three in ten people) took 95 ms.',
    ],
  });
}

async function measureSchools(db: Db, load: string): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const [name, what, sort = 'name', offset = 0] of SCHOOL_CASES)
    rows.push([
      name,
      ...(await measure(async () => {
        await listSchools(db, 'd', what, sort, offset, PAGE);
        await sumSchools(db, 'd');
        return countSchools(db, 'd', what);
      })),
    ]);
  storeTable({
    name: 'schools',
    title: `${SCHOOLS.toLocaleString('en')} schools of one district with ${PEOPLE.toLocaleString('en')} people, ms`,
    head: HEAD,
    rows,
    notes: [
      `Goal: p95 ≤ 50 ms. All queries of the list in sequence, ${ROUNDS} times: total, a page of ${PAGE} with the numbers of people and waiting people, and the totals of the district.`,
      load,
      'Words are searched in a separate column, and people are counted only for the rows of the page. Folding each name in the query took 50 ms, and counting for skipped rows 240 ms on the last page.',
    ],
  });
}

/** Runs the benchmark on a temporary database of a PostgreSQL server. */
export async function peopleBench(url: string): Promise<void> {
  const load = describeLoad();
  const own = new URL(url);
  own.pathname = '/bench_people';
  const admin = await openDatabase({ dataDir: '', databaseUrl: url });
  await sql`drop database if exists bench_people`.execute(admin.db);
  await sql`create database bench_people`.execute(admin.db);
  const { db, close } = await openDatabase({ dataDir: '', databaseUrl: own.href });
  try {
    await fill(db);
    await measureSchools(db, load);
    await measurePeople(db, load);
  } finally {
    await close();
    await sql`drop database bench_people`.execute(admin.db);
    await admin.close();
  }
}
