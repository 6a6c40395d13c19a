/** Runs the end-to-end tests (`npm run journeys`). Arguments are passed to vitest, such as a file name or `-t name`. */
import { join } from 'node:path';
import { buildClient } from './build-client.mjs';
import { ensureChromium } from './ensure-chromium.mjs';
import { install } from './install.mjs';
import { environment, isProgram, main, root, runNode } from './run.mjs';

/** Runs the end-to-end tests and resolves with the exit code. `e2e/src/portal.ts` starts and stops portals. */
export async function runJourneys(args = []) {
  await install();
  const env = { ...environment(), CHROMIUM_PATH: await ensureChromium() };
  await buildClient();
  return runNode([join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', 'e2e/vitest.config.ts', ...args], { env });
}

if (isProgram(import.meta)) await main(() => runJourneys(process.argv.slice(2)));
