/** Installs and builds the portal if necessary and runs it (`npm start`). Only the portal writes to standard output. */
import { buildClient } from './build-client.mjs';
import { install } from './install.mjs';
import { main, portalNode, run } from './run.mjs';

await main(async () => {
  await install();
  await buildClient();
  process.exitCode = await run(portalNode, ['server/src/main.ts', ...process.argv.slice(2)], { stdio: 'inherit' });
});
