/** Preloaded into a portal. Kills the process when it writes a mail that contains `deadly`. */
import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { writeFile } = promises;
promises.writeFile = (path, content, ...more) => {
  if (String(path).endsWith('.eml.part') && String(content).includes('deadly')) process.kill(process.pid, 'SIGKILL');
  return writeFile(path, content, ...more);
};
syncBuiltinESMExports();
