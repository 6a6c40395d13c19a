/** `npm start`: runs the portal with what the environment says. */
import { keepCompiled } from './compile-cache.ts';

// Data of pupils: what is written is for the portal's own user alone, also in a folder that was there before.
process.umask(0o077);

const { explain } = await import('./control/explain.ts');
try {
  const [{ readEnv }, { runPortal }] = await Promise.all([import('./env.ts'), import('./run-portal.ts')]);
  await runPortal(readEnv());
  keepCompiled();
} catch (error) {
  process.stderr.write(`The portal cannot start: ${explain(error)}\n`);
  process.exit(1);
}
