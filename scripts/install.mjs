/** Installs the dependencies in the lock file unless they are already installed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, isProgram, main, portalNode, root, run, printLine } from './run.mjs';

/** Returns the paths of packages that differ between the lock file and the installation; null if nothing is installed. */
export function missing(folder = root) {
  const installed = readLock(join(folder, 'node_modules', '.package-lock.json'));
  if (!installed) return null;
  return Object.entries(readLock(join(folder, 'package-lock.json')) ?? {})
    .filter(([path, wanted]) => path !== '' && !sameAs(installed[path], wanted))
    .map(([path]) => path);
}

function readLock(path) {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return null;
  }
}

/** Optional packages of other platforms may be missing. */
const sameAs = (present, wanted) =>
  present ? present.version === wanted.version && present.integrity === wanted.integrity : wanted.optional === true;

/** Installs missing dependencies. Throws with a message for the terminal if this fails. */
export async function install() {
  const absent = missing();
  if (absent?.length === 0 && existsSync(portalNode)) return;
  printLine(
    absent === null
      ? 'Installing the dependencies (once, about half a minute) …'
      : 'The lock file has changed: installing the dependencies again …',
  );
  // Suppresses engine warnings, which are expected: npm runs on the machine's Node, the portal on its own.
  const code = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { env: environment({ withPortalNode: false }) });
  if (code !== 0) throw new Error(`npm ci exited with code ${code}; see its error above.`);
  if (!existsSync(portalNode))
    throw new Error(
      'The package "node" is installed without its program. Allow npm to run its install script (see "allowScripts" in package.json).',
    );
}

if (isProgram(import.meta)) await main(install);
