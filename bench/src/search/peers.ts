/** Comparison engines that run the same queries on the same records: MiniSearch, PGlite, and PostgreSQL if `BENCH_DATABASE_URL` is set. */
import type { SearchRecord } from '@fundus/search/api';
import { openDatabase, type Database } from '@fundus/server/db/open';
import { sql } from 'kysely';
import MiniSearch from 'minisearch';

/** Queries sent to every engine. `visible` and the filters apply to each of them. */
export type Queries = {
  common: string;
  pair: (i: number) => readonly [string, string];
  prefix: (i: number) => string;
  typo: (i: number) => string;
  visible: readonly string[];
  /** Filters: a subject with its descendants, languages and grades. */
  filters: { fn_geb: string; fn_sprache: readonly string[]; fn_adressat: readonly string[] };
  facets: readonly string[];
};

/** Names of the queries in table order. An engine omits the queries it does not support. */
export const QUERIES = [
  'one common word, top 24 + total',
  'two words',
  'prefix',
  'typo',
  'query + 3 filters',
  '4 facet fields, common word',
] as const;
type Question = (typeof QUERIES)[number];
type Asked = Partial<Record<Question, (i: number) => unknown>>;

type Peer = { name: string; built: number; asked: Asked; close: () => Promise<void> };

const TOP = 24;
const seconds = (since: number): number => (performance.now() - since) / 1000;

const textOf = ({ text }: SearchRecord): string =>
  [text.fn_kurztext, text.fn_prodname, text.fn_schlag, text.subjects].flat().filter(Boolean).join(' ');

/** Opens MiniSearch with case folding only, without German stemming or compound splitting. */
function openMiniSearch(records: readonly SearchRecord[], questions: Queries): Peer {
  const started = performance.now();
  const index = new MiniSearch({ fields: ['title', 'rest'], storeFields: ['id'] });
  const byId = new Map(records.map((record) => [record.id, record]));
  index.addAll(records.map((record) => ({ id: record.id, title: record.text.fn_titel, rest: textOf(record) })));
  const built = seconds(started);
  const { visible, filters } = questions;
  const seen = ({ id }: { id: string }): boolean => byId.get(id)!.visible.some((token) => visible.includes(token));
  const narrowed = (hit: { id: string }): boolean => {
    const { values } = byId.get(hit.id)!;
    return (
      seen(hit) &&
      values.fn_geb!.some((code) => code.startsWith(filters.fn_geb)) &&
      values.fn_sprache!.some((code) => filters.fn_sprache.includes(code)) &&
      values.fn_adressat!.some((code) => filters.fn_adressat.includes(code))
    );
  };
  const search = (q: string, more: object = {}, filter: (hit: { id: string }) => boolean = seen) =>
    index.search(q, { boost: { title: 4 }, combineWith: 'AND', filter: filter as never, ...more });
  const facets = (): Map<string, number>[] => {
    const hits = search(questions.common);
    return questions.facets.map((field) => {
      const counts = new Map<string, number>();
      for (const { id } of hits)
        for (const value of byId.get(id as string)!.values[field] ?? []) counts.set(value, (counts.get(value) ?? 0) + 1);
      return counts;
    });
  };
  const asked: Asked = {
    'one common word, top 24 + total': () => search(questions.common).slice(0, TOP),
    'two words': (i) => search(questions.pair(i).join(' ')).slice(0, TOP),
    prefix: (i) => search(questions.prefix(i), { prefix: true }).slice(0, TOP),
    typo: (i) => search(questions.typo(i), { fuzzy: 2, maxFuzzy: 2 }).slice(0, TOP),
    'query + 3 filters': () => search(questions.common, {}, narrowed).slice(0, TOP),
    '4 facet fields, common word': facets,
  };
  return { name: 'MiniSearch 7', built, asked, close: async () => {} };
}

/** Opens PostgreSQL's full-text search with German stemming and indexes the records. */
async function openSql(name: string, database: Database, records: readonly SearchRecord[], questions: Queries): Promise<Peer> {
  const started = performance.now();
  const { db } = database;
  await sql`create table peer (id text primary key, words tsvector not null, visible text[] not null, fn_geb text[] not null,
    fn_sprache text[] not null, fn_adressat text[] not null, fn_typ text[] not null)`.execute(db);
  for (let from = 0; from < records.length; from += 2_000) {
    const rows = records.slice(from, from + 2_000).map((record) => ({
      id: record.id,
      title: record.text.fn_titel,
      rest: textOf(record),
      visible: record.visible,
      ...record.values,
    }));
    await sql`insert into peer select id, setweight(to_tsvector('german', title), 'A') || setweight(to_tsvector('german', rest), 'C'),
      visible, fn_geb, fn_sprache, fn_adressat, fn_typ from json_to_recordset(${JSON.stringify(rows)}::json) as
      row (id text, title text, rest text, visible text[], fn_geb text[], fn_sprache text[], fn_adressat text[], fn_typ text[])`.execute(
      db,
    );
  }
  await sql`create index peer_words on peer using gin (words)`.execute(db);
  await sql`analyze peer`.execute(db);
  const built = seconds(started);
  const visible = sql`visible && ${sql.val([...questions.visible])}::text[]`;
  const { fn_geb, fn_sprache, fn_adressat } = questions.filters;
  const narrowed = sql`exists (select from unnest(fn_geb) as code where code like ${`${fn_geb}%`})
    and fn_sprache && ${sql.val([...fn_sprache])}::text[] and fn_adressat && ${sql.val([...fn_adressat])}::text[]`;
  const search = (query: string, more = sql`true`) =>
    sql`select id, count(*) over () as total from peer, to_tsquery('german', ${query}) as query
      where words @@ query and ${visible} and ${more} order by ts_rank(words, query) desc, id limit ${sql.lit(TOP)}`.execute(db);
  const facets = async (): Promise<void> => {
    for (const field of questions.facets)
      await sql`select value, count(*) from peer, to_tsquery('german', ${questions.common}) as query, unnest(${sql.ref(field)}) as value
        where words @@ query and ${visible} group by value`.execute(db);
  };
  const asked: Asked = {
    'one common word, top 24 + total': () => search(questions.common),
    'two words': (i) => search(questions.pair(i).join(' & ')),
    prefix: (i) => search(`${questions.prefix(i)}:*`),
    'query + 3 filters': () => search(questions.common, narrowed),
    '4 facet fields, common word': facets,
  };
  return { name, built, asked, close: () => database.close() };
}

/** Returns functions that open the available engines. Each engine is closed before the next is opened. */
export function listComparisonEngines(records: readonly SearchRecord[], questions: Queries): (() => Promise<Peer>)[] {
  const list = [
    async () => openMiniSearch(records, questions),
    async () => openSql('PGlite', await openDatabase({ databaseUrl: undefined, dataDir: 'memory://' }), records, questions),
  ];
  const databaseUrl = process.env.BENCH_DATABASE_URL;
  if (!databaseUrl) return list;
  return [...list, async () => openSql('PostgreSQL', await openDatabase({ databaseUrl, dataDir: '' }), records, questions)];
}
