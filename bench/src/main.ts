/**
 * `npm run bench -- [NAME …] [--large]` runs benchmarks, prints their tables and stores them in `bench/results`.
 *
 * Names: `assignments` (`--minutes 5`), `backup`, `bundle`, `class-work`, `district` (in Chromium), `external-sources` (in Chromium), `files`, `heavy-calls`, `http` (compares
 * with OpenSearch if BENCH_OPENSEARCH_URL is set; BENCH_RECORDS: real records), `hostile-uploads`, `lending`, `load` (`--minutes 10` repeats it and
 * reads the memory), `marketplace`, `numbers`, `other-systems` (`other-systems 100000`), `people` (with their schools), `portal`, `relevance` (`--set
 * FOLDER`, `--records FILE`; also on the cluster if BENCH_OPENSEARCH_URL is set), `search`, `sign-in`. Without a name all run. `--large` adds 100,000
 * records to `portal` and a million to `search`; `portal 5000` uses that number instead.
 */
import { storeTable } from './measure/table.ts';

const large = process.argv.includes('--large');
const minutesAt = process.argv.indexOf('--minutes') + 1;
const minutes = minutesAt > 0 ? Number(process.argv.splice(minutesAt, 1)[0]) : 1;
if (!Number.isInteger(minutes) || minutes < 1) throw new Error('--minutes takes a number');
/** Returns the values of an option, which may be repeated, and removes them from the arguments. */
const valuesOf = (option: string): string[] => {
  const values: string[] = [];
  for (let at = process.argv.indexOf(option); at > 0; at = process.argv.indexOf(option)) {
    const [, value] = process.argv.splice(at, 2);
    if (value === undefined) throw new Error(`${option} takes a path`);
    values.push(value);
  }
  return values;
};
const folders = valuesOf('--set');
const [records] = valuesOf('--records');
const numbers = process.argv.slice(2).map(Number).filter(Number.isInteger);
const sizes = numbers.length > 0 ? numbers : null;

/** Benchmarks by name. Each is imported lazily, so that its modules do not increase the memory of the others. */
const benches: Record<string, () => Promise<void>> = {
  assignments: async () => {
    const url = process.env.BENCH_DATABASE_URL;
    if (url) await (await import('./teaching/assignments.ts')).assignmentBench(url, minutes);
    else process.stderr.write('assignments: skipped, PostgreSQL is not available.\n');
  },
  backup: async () => {
    const { backupBench } = await import('./portal/backup.ts');
    for (const size of sizes ?? [30_000]) await backupBench(size);
  },
  bundle: async () => storeTable((await import('./portal/bundle.ts')).bundleBench()),
  'class-work': async () => (await import('./teaching/class-work.ts')).classWorkBench(),
  district: async () => {
    const { districtSetupBench } = await import('./people/district-walk.ts');
    for (const size of sizes ?? [120]) await districtSetupBench(size);
  },
  'external-sources': async () => (await import('./systems/external-sources.ts')).externalSourcesBench(),
  'heavy-calls': async () => (await import('./portal/heavy-calls.ts')).heavyCallsBench(),
  http: async () => (await import('./search/browser-search.ts')).browserSearchBench(process.env.BENCH_OPENSEARCH_URL),
  'hostile-uploads': async () => (await import('./files/hostile-uploads.ts')).hostileUploadsBench(),
  lending: async () => {
    const { lendingBench } = await import('./lending/lending.ts');
    const { BENCH_DATABASE_URL: url, TEST_DATABASE_URL: before } = process.env;
    // The test portal creates a database on the server of TEST_DATABASE_URL.
    delete process.env.TEST_DATABASE_URL;
    await lendingBench();
    if (!url) return void process.stderr.write('lending: skipped on PostgreSQL, which is not available.\n');
    process.env.TEST_DATABASE_URL = url;
    await lendingBench();
    if (before) process.env.TEST_DATABASE_URL = before;
    else delete process.env.TEST_DATABASE_URL;
  },
  files: async () => {
    const { uploadBench } = await import('./files/files.ts');
    for (const size of sizes ?? (large ? [200, 2_000] : [200])) storeTable(await uploadBench(size));
    storeTable(await (await import('./files/streams.ts')).streamBench(200));
  },
  load: async () => (await import('./teaching/load.ts')).loadBench(process.env.BENCH_DATABASE_URL, minutes),
  marketplace: async () => (await import('./marketplace/marketplace.ts')).marketplaceBench(),
  numbers: async () => (await import('./people/numbers.ts')).numbersBench(),
  'other-systems': async () => {
    const { otherSystemsBench } = await import('./systems/other-systems.ts');
    for (const size of sizes ?? (large ? [100_000] : [20_000])) await otherSystemsBench(size);
  },
  people: async () => {
    const url = process.env.BENCH_DATABASE_URL;
    if (url) await (await import('./people/people.ts')).peopleBench(url);
    else process.stderr.write('people: skipped, PostgreSQL is not available.\n');
  },
  portal: async () => {
    const { portalBench } = await import('./portal/portal.ts');
    for (const size of sizes ?? (large ? [30_000, 100_000] : [30_000])) await portalBench(size);
  },
  relevance: async () => {
    const { relevanceBench } = await import('./search/relevance.ts');
    await relevanceBench({ folders, cluster: process.env.BENCH_OPENSEARCH_URL, ...(records !== undefined && { records }) });
  },
  search: async () => (await import('./search/search.ts')).searchBench(),
  'sign-in': async () => (await import('./people/sign-in.ts')).signInBench(),
};

const wished = process.argv.slice(2).filter((argument) => !/^(--.*|\d+)$/.test(argument));
const unknown = wished.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown benchmark: ${unknown.join(', ')}. Benchmarks: ${Object.keys(benches).join(', ')}.\n`);
  process.exit(1);
}
for (const [name, run] of Object.entries(benches)) if (wished.length === 0 || wished.includes(name)) await run();
