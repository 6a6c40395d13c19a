/**
 * `npm run bench -- [NAME …] [--large]`: measures, prints its tables and keeps them in `bench/results`.
 * Names: `assignments` (`--minutes 5`), `backup`, `bundle`, `class-work`, `external-sources` (in Chromium), `files`, `http` (beside a real OpenSearch where BENCH_OPENSEARCH_URL names one; BENCH_RECORDS: real records), `lending`, `load` (`--minutes 10`: again and again, for the memory), `marketplace`, `numbers`, `other-systems` (`other-systems 100000`), `people` (with their schools), `portal`, `relevance` (`--set FOLDER`, `--records FILE`; by the cluster too where BENCH_OPENSEARCH_URL names one), `search`, `sign-in`; without one all are run. `--large` adds 100,000 records to `portal` and a million to `search`;
 * `portal 5000` takes that many instead.
 */
import { assignmentBench } from './assignments.ts';
import { backupBench } from './backup.ts';
import { browserSearchBench } from './browser-search.ts';
import { bundleBench } from './bundle.ts';
import { classWorkBench } from './class-work.ts';
import { externalSourcesBench } from './external-sources.ts';
import { lendingBench } from './lending.ts';
import { uploadBench } from './files.ts';
import { loadBench } from './load.ts';
import { marketplaceBench } from './marketplace.ts';
import { numbersBench } from './numbers.ts';
import { otherSystemsBench } from './other-systems.ts';
import { peopleBench } from './people.ts';
import { portalBench } from './portal.ts';
import { signInBench } from './sign-in.ts';
import { streamBench } from './streams.ts';
import { keep } from './table.ts';

const large = process.argv.includes('--large');
const minutesAt = process.argv.indexOf('--minutes') + 1;
const minutes = minutesAt > 0 ? Number(process.argv.splice(minutesAt, 1)[0]) : 1;
if (!Number.isInteger(minutes) || minutes < 1) throw new Error('--minutes takes a number');
/** The values given to an option, which may be named several times; they are taken off the command line. */
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

const benches: Record<string, () => Promise<void>> = {
  assignments: async () => {
    const url = process.env.BENCH_DATABASE_URL;
    if (url) await assignmentBench(url, minutes);
    else process.stderr.write('assignments: left out, there is no PostgreSQL here.\n');
  },
  backup: async () => {
    for (const size of sizes ?? [30_000]) await backupBench(size);
  },
  bundle: async () => keep(bundleBench()),
  'class-work': classWorkBench,
  'external-sources': externalSourcesBench,
  http: () => browserSearchBench(process.env.BENCH_OPENSEARCH_URL),
  lending: lendingBench,
  files: async () => {
    for (const size of sizes ?? (large ? [200, 2_000] : [200])) keep(await uploadBench(size));
    keep(await streamBench(200));
  },
  load: () => loadBench(process.env.BENCH_DATABASE_URL, minutes),
  marketplace: marketplaceBench,
  numbers: numbersBench,
  'other-systems': async () => {
    for (const size of sizes ?? (large ? [100_000] : [20_000])) await otherSystemsBench(size);
  },
  people: async () => {
    const url = process.env.BENCH_DATABASE_URL;
    if (url) await peopleBench(url);
    else process.stderr.write('people: left out, there is no PostgreSQL here.\n');
  },
  portal: async () => {
    for (const size of sizes ?? (large ? [30_000, 100_000] : [30_000])) await portalBench(size);
  },
  relevance: async () => {
    const { relevanceBench } = await import('./relevance.ts');
    await relevanceBench({ folders, cluster: process.env.BENCH_OPENSEARCH_URL, ...(records !== undefined && { records }) });
  },
  search: async () => {
    const { searchBench } = await import('./search.ts');
    await searchBench();
  },
  'sign-in': signInBench,
};

const wished = process.argv.slice(2).filter((argument) => !/^(--.*|\d+)$/.test(argument));
const unknown = wished.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  process.stderr.write(`There is no bench ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.\n`);
  process.exit(1);
}
for (const [name, run] of Object.entries(benches)) if (wished.length === 0 || wished.includes(name)) await run();
