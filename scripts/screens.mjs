/** Takes screenshots of all screens (`npm run screens`). `--only search` selects screens, `--base http://…` uses a running portal. */
import { buildClient } from './build-client.mjs';
import { ensureChromium } from './ensure-chromium.mjs';
import { install } from './install.mjs';
import { environment, main, runNode } from './run.mjs';

await main(async () => {
  const wishes = process.argv.slice(2);
  await install();
  const env = { ...environment(), CHROMIUM_PATH: await ensureChromium() };
  if (!wishes.includes('--base')) await buildClient();
  return runNode(['e2e/src/screens.ts', ...wishes], { env });
});
