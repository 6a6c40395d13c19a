/** Measures the speed of the search engine against its goals. `npm run bench -- search [records …]` */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { Change, Engine } from '@fundus/search/api';
import { openEngine } from '@fundus/search/engine';
import { openPool } from '@fundus/search/pool';
import { recordSource, schema } from './search-records.ts';
import type { Source } from './search-records.ts';
import type { Queries } from './peers.ts';
import { storeTable, percentile } from '../measure/table.ts';
import { timeRepeatedly } from '../measure/times.ts';

const SEED = 42;
/** Batch size that a portal uses for indexing. */
const BATCH = 20_000;
/** Number of records generated before the thread yields to other work. */
const PIECE = 100;
const VISIBLE = ['all'];
/** Maximum number of records for comparison engines, which are too slow with more. */
const MAX_WITH_PEERS = 100_000;
const FACETS = ['fn_geb', 'fn_typ', 'fn_adressat', 'fn_sprache'];

/** Time in milliseconds after which a query is aborted. */
const CUT_OFF: Row['goal'] = [2000, 2000];

/** Returns how many milliseconds an index must stay unchanged to count as idle. Merging a million records takes a while. */
const quietFor = (size: number): number => 4_000 + size / 20;

type Row = {
  name: string;
  /** Times in milliseconds in ascending order. */
  times: number[];
  /** Mean CPU time in milliseconds. */
  processor: number;
  goal: [hundredThousand: number, million: number] | null;
};

/** Measures 100,000 records, and also a million with `--large`. Sizes given as arguments replace both. */
export async function searchBench(): Promise<void> {
  const sizes = process.argv
    .slice(2)
    .map(Number)
    .filter((size) => Number.isInteger(size) && size > 0);
  const usual = process.argv.includes('--large') ? [100_000, 1_000_000] : [100_000];
  for (const size of sizes.length > 0 ? sizes : usual) await measure(size);
}

async function measure(size: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fundus-bench-'));
  const snapshot = join(folder, 'index');
  try {
    const source = recordSource(SEED);
    const notes = await build(size, source, snapshot);
    notes.push(served(snapshot));
    const engine = await openEngine({ schema, snapshot });
    const list = await rows(engine, source, size);
    await engine.close();
    notes.push(
      `70 % of the records visible; the common word matches ${list.share} % of them; seed ${SEED}; a result past its goal is marked !`,
    );
    storeTable({
      name: `search-${size}`,
      title: `Search engine, ${size.toLocaleString('en')} records, engine time on one thread`,
      head: ['', 'p50 ms', 'p95 ms', 'processor ms', 'goal ms'],
      rows: list.rows.map(({ name, times, processor, goal }) => {
        const middle = times[times.length >> 1]!;
        const line = goal === null ? null : goal[size > 300_000 ? 1 : 0];
        return [
          name,
          middle,
          times[Math.floor(times.length * 0.95)]!,
          processor,
          line === null ? '–' : `${middle <= line ? '' : '! '}${line}`,
        ];
      }),
      notes,
    });
    if (size <= MAX_WITH_PEERS) await comparison(size, source, list.rows);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Serves the snapshot in a separate process. Returns a note on the opening time and the steady memory. */
function served(snapshot: string): string {
  const file = join(import.meta.dirname, 'steady.ts');
  const { bare, opened, steady } = JSON.parse(execFileSync(process.execPath, [file, snapshot], { encoding: 'utf8' })) as Served;
  const { size } = statSync(snapshot);
  const goal = 1.2 * size + 100e6;
  return `snapshot of ${megabytes(size)} opened in ${Math.round(opened)} ms; a process that serves it settles at ${steady > goal ? '! ' : ''}${megabytes(steady)} (${megabytes(bare)} of them before it opens), goal ${megabytes(goal)}`;
}

type Served = { bare: number; opened: number; steady: number };

/** Measures the same queries on the same records in other engines. */
async function comparison(size: number, source: Source, own: readonly Row[]): Promise<void> {
  // Imported lazily, so that the memory of other engines is not attributed to this one.
  const { listComparisonEngines, QUERIES } = await import('./peers.ts');
  const records = Array.from({ length: size }, (_, i) => source.record(i));
  const { common, words, rare, filters } = wordsOf(source);
  const questions: Queries = {
    common,
    pair: (i) => [words[i % 40]!, words[(i * 7 + 3) % 40]!],
    prefix: (i) => words[i % 40]!.slice(0, 4),
    typo: (i) => slip(rare[i % 40]!),
    visible: VISIBLE,
    filters: { ...filters, fn_geb: '080' },
    facets: FACETS,
  };
  const columns = new Map<string, Map<string, string | number>>();
  const notes: string[] = [];
  for (const open of listComparisonEngines(records, questions)) {
    const peer = await open();
    notes.push(`${peer.name}: built in ${peer.built.toFixed(1)} s.`);
    const column = new Map<string, string | number>();
    for (const question of QUERIES) {
      const ask = peer.asked[question];
      if (!ask) continue;
      const taken: number[] = [];
      for (let i = 0; i < 12; i++) {
        const start = performance.now();
        await ask(i);
        taken.push(performance.now() - start);
      }
      column.set(question, percentile(taken.slice(2), 0.5));
    }
    columns.set(peer.name, column);
    await peer.close();
  }
  storeTable({
    name: `peers-${size}`,
    title: `The same records and queries in other engines, ${size.toLocaleString('en')} records, p50 in ms`,
    head: ['', 'Fundus', ...columns.keys()],
    rows: QUERIES.map((question) => {
      const row = own.find(({ name }) => name === question)!;
      return [question, row.times[row.times.length >> 1]!, ...[...columns.values()].map((column) => column.get(question) ?? '–')];
    }),
    notes: [...notes, 'Every query respects visibility. The other engines have no phrases across fields, no compounds and no facets.'],
  });
}

/** Builds the index through the pool, as a portal does, and writes a snapshot. Returns notes on time and memory. */
async function build(size: number, source: Source, snapshot: string): Promise<string[]> {
  const pool = await openPool({ schema, snapshot });
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50);
  let generating = 0;
  const make = async function* (from: number, end: number, made: () => void): AsyncGenerator<Change[]> {
    for (let i = from; i < end; i += PIECE) {
      const begun = performance.now();
      const records = Array.from({ length: Math.min(PIECE, end - i) }, (_, n) => source.record(i + n));
      generating += performance.now() - begun;
      yield records.map((record, n) => ({ seq: i + n + 1, id: record.id, record }));
      await turn();
    }
    made();
  };
  const asking = timeRepeatedly(() => pool.search({ q: source.word(0), visible: VISIBLE }));
  const start = performance.now();
  const usedBefore = process.cpuUsage();
  let before: Promise<void> = Promise.resolve();
  let applied = before;
  for (let from = 0; from < size; from += BATCH) {
    // Sends two batches at a time, as a portal does.
    await before;
    before = applied;
    await new Promise<void>((resolve, reject) => {
      applied = pool.apply(make(from, Math.min(size, from + BATCH), resolve));
      applied.catch(reject);
    });
  }
  await applied;
  const building = performance.now() - start;
  const used = process.cpuUsage(usedBefore);
  const asked = await asking.end();
  const resting = await waitUntilIdle(pool, quietFor(size));
  clearInterval(watch);
  const saving = performance.now();
  await pool.save();
  const notes = [
    `built in ${(building / 1000).toFixed(1)} s (${((used.user + used.system) / 1e6).toFixed(1)} s of processor; making the records took ${(generating / 1000).toFixed(1)} s of it), goal 90 s a million; at rest, all segments united and meaning learned, ${(resting / 1000).toFixed(0)} s later`,
    `a common word asked of it meanwhile, ten times a second: p50 ${percentile(asked, 0.5).toFixed(1)} ms, p95 ${percentile(asked, 0.95).toFixed(1)} ms`,
    `peak ${megabytes(peak)}, goal 2 GB a million; index ${megabytes(pool.status().bytes)}, snapshot written in ${Math.round(performance.now() - saving)} ms`,
  ];
  await pool.close();
  return notes;
}

/** Waits until the index has not changed for `quiet` milliseconds. Returns the milliseconds until its last change. */
async function waitUntilIdle(pool: Engine, quiet: number): Promise<number> {
  const start = performance.now();
  let state = pool.status();
  for (let last = start; ;) {
    await pause(500);
    const now = pool.status();
    if (now.bytes !== state.bytes || now.meaning !== state.meaning) last = performance.now();
    else if (performance.now() - last > quiet) return last - start;
    state = now;
  }
}

/** Returns the query words for this engine and the comparison engines. */
const wordsOf = (source: Source) => ({
  common: source.word(0),
  words: Array.from({ length: 40 }, (_, i) => source.word(20 + i * 25)),
  rare: Array.from({ length: 40 }, (_, i) => source.word(400 + i * 60)),
  filters: { fn_geb: ['080*'], fn_sprache: ['de'], fn_adressat: ['A(7)', 'A(8)'] },
});

async function rows(engine: Engine, source: Source, size: number): Promise<{ rows: Row[]; share: number }> {
  const { common, words, rare, filters } = wordsOf(source);
  // Searches as a different user each time, so that no answer comes from the cache.
  const facets = async (q: string, i: number): Promise<void> => {
    for (const field of FACETS) await engine.facets({ q, visible: [...VISIBLE, `school:${i % 50}`], field });
  };
  const list: Row[] = [];
  const row = async (name: string, goal: Row['goal'], question: (i: number) => Promise<unknown>, times = 200): Promise<void> => {
    for (let i = 0; i < times / 4; i++) await question(i);
    const taken: number[] = [];
    const before = process.cpuUsage();
    for (let i = 0; i < times; i++) {
      const start = performance.now();
      await question(i);
      taken.push(performance.now() - start);
    }
    const { user, system } = process.cpuUsage(before);
    list.push({ name, goal, processor: (user + system) / 1000 / times, times: taken.sort((a, b) => a - b) });
  };
  const search = (q: string, more: object = {}): Promise<unknown> => engine.search({ q, visible: VISIBLE, ...more });

  await row('one common word, top 24 + total', [0.2, 1.5], () => search(common));
  await row('one word of forty', null, (i) => search(words[i % 40]!));
  await row('two words', null, (i) => search(`${words[i % 40]!} ${words[(i * 7 + 3) % 40]!}`));
  await row('prefix', null, (i) => search(`${words[i % 40]!.slice(0, 4)}*`));
  await row('typo', null, (i) => search(slip(rare[i % 40]!)));
  await row('query + 3 filters', [0.3, 2], () => search(common, { filters }));
  const boosts = [
    { field: 'fn_adressat', value: 'A(7)', factor: 1.2 },
    { token: 'school:1', factor: 1.3 },
    { number: 'published', min: 19_800, factor: 1.1 },
  ];
  await row('query + 3 filters, three boosts', null, () => search(common, { filters, boosts }));
  await row('4 facet fields, common word', [1, 8], (i) => facets(common, i));
  await row('4 facet fields, everything', [1, 8], (i) => facets('', i));
  await row('suggestion', [0.3, 1], (i) =>
    engine.suggest({ q: words[i % 40]!.slice(0, 3), visible: VISIBLE, fields: ['fn_titel', 'fn_schlag', 'subjects', 'fn_prodname'] }),
  );
  await row('no words, three boosts', null, () => search('', { boosts }));
  await row('no words, newest first', null, () => search('', { sort: { number: 'published', order: 'desc' } }));
  await row('phrase of two common words', null, (i) => search(`"${source.word(i % 5)} ${source.word((i + 1) % 5)}"`), 40);
  await row('one letter and a star', null, (i) => search(`${'abdefghiklmnoprstuvwz'.charAt(i % 21)}*`), 42);
  await row('sixty mistyped words', CUT_OFF, (i) => search(Array.from({ length: 60 }, (_, w) => slip(words[(i + w) % 40]!)).join(' ')), 8);
  await row('sixty common words', CUT_OFF, (i) => search(Array.from({ length: 60 }, (_, w) => source.word((i + w) % 70)).join(' ')), 8);
  await row(
    'sixty begun words, all excluded',
    CUT_OFF,
    () => search(Array.from({ length: 60 }, (_, w) => `-${words[w % 40]!.slice(0, 2)}*`).join(' ')),
    8,
  );
  const question = (i: number): string => [i % 40, (i * 7 + 3) % 40, (i * 11 + 5) % 40].map((w) => words[w]).join(' ');
  await row('by meaning and words', null, (i) => engine.semantic({ q: question(i), visible: VISIBLE }), 40);
  await row('by meaning and words + 3 filters', [6, 40], (i) => engine.semantic({ q: question(i), visible: VISIBLE, filters }), 80);
  await row('similar', null, (i) => engine.similar({ id: source.record(i).id, visible: VISIBLE }), 40);
  let seq = size;
  await row(
    'update → seen',
    [1000, 1000],
    async (i) => {
      const record = source.record(i * 37);
      await engine.apply([{ seq: ++seq, id: record.id, record }]);
      await search(record.text.fn_titel as string, { limit: 1 });
    },
    60,
  );
  const { total } = await engine.search({ q: common, visible: VISIBLE, limit: 0 });
  return { rows: list, share: Math.round((100 * total) / (size * 0.7)) };
}

/** Swaps two letters in the middle of a word, as a typing error. */
function slip(word: string): string {
  const at = word.length >> 1;
  return word.slice(0, at - 1) + word.charAt(at) + word.charAt(at - 1) + word.slice(at + 1);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
