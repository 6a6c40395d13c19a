/** Runs the benchmarks (`npm run bench`). Some need PostgreSQL, of which a private instance is started if it is installed, or Chromium. */
import { join } from 'node:path';
import { ensureChromium } from './ensure-chromium.mjs';
import { findPostgres, startPostgres } from './postgres.mjs';
import { environment, main, root, runNode } from './run.mjs';

await main(async () => {
  const wishes = process.argv.slice(2);
  const names = wishes.filter((wish) => /^[a-z]/.test(wish));
  const isWanted = (...some) => names.length === 0 || some.some((name) => names.includes(name));
  const bin = isWanted('lending', 'load', 'people', 'search') ? findPostgres() : undefined;
  const chromium = isWanted('district', 'external-sources') ? await ensureChromium() : undefined;
  const postgres = bin && (await startPostgres(bin));
  try {
    const env = { ...environment(), ...(postgres && { BENCH_DATABASE_URL: postgres.url }), ...(chromium && { CHROMIUM_PATH: chromium }) };
    return await runNode([join(root, 'bench', 'src', 'main.ts'), ...wishes], { env });
  } finally {
    await postgres?.stop();
  }
});
