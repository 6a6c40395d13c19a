/** Entry point of `npm start`: runs the portal with the settings of the environment. */
import { keepCompiled } from './compile-cache.ts';

// Created files are readable by the portal's user only, also in an existing folder, because they contain pupils' data.
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
