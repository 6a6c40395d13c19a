/** `npm run bench` runs the benchmarks, with a private PostgreSQL, if installed, for user lists, lending, classroom load and the comparison of engines. */
import { join } from 'node:path';
import { findPostgres, startPostgres } from './postgres.mjs';
import { environment, main, root, runNode } from './run.mjs';

await main(async () => {
  const wishes = process.argv.slice(2);
  const names = wishes.filter((wish) => /^[a-z]/.test(wish));
  const bin =
    names.length === 0 || names.some((name) => ['lending', 'load', 'people', 'search'].includes(name)) ? findPostgres() : undefined;
  const postgres = bin && (await startPostgres(bin));
  try {
    const env = { ...environment(), ...(postgres && { BENCH_DATABASE_URL: postgres.url }) };
    return await runNode([join(root, 'bench', 'src', 'main.ts'), ...wishes], { env });
  } finally {
    await postgres?.stop();
  }
});
