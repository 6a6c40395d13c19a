/** Entry point of `npm start`: runs the portal with the settings of the environment. */
import './compile-cache.ts';

// Created files are readable only by the user of the process, even in an existing folder, because they contain data of learners.
process.umask(0o077);

const { explain } = await import('./control/explain.ts');
try {
  const [{ readEnv }, { runPortal }] = await Promise.all([import('./env.ts'), import('./run-portal.ts')]);
  await runPortal(readEnv());
} catch (error) {
  process.stderr.write(`The portal cannot start: ${explain(error)}\n`);
  process.exit(1);
}
