/** Finds Chromium for the browser tests and prints its path. On Debian, it is installed if necessary and the user is root. */
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isProgram, main, run, printLine } from './run.mjs';

/** Headless build of Chromium, which renders the same with a third less CPU time. */
const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APPLICATIONS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of the first installed program with one of the names. */
function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(executable);
}

/** Returns the path of an installed Chromium; undefined if there is none. */
const findChromium = () => findProgram(SHELL, ...NAMES) ?? APPLICATIONS.find(executable);

export const isDebian = () => existsSync('/etc/debian_version');
export const isRoot = () => process.getuid?.() === 0;

/** Installs packages with apt. Requires Debian and root. */
export async function aptInstall(...packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const code =
    (await run('apt-get', ['update', '-qq'], { env, quiet: true })) ||
    (await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env, quiet: true }));
  if (code !== 0) throw new Error(`apt-get could not install ${packages.join(' ')}.`);
}

/** Returns the path of Chromium. Throws with instructions if it is missing. */
export async function ensureChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (!executable(chosen)) throw new Error(`CHROMIUM_PATH is ${chosen}, which is not a program.`);
    return chosen;
  }
  const mayInstall = isDebian() && isRoot();
  if (mayInstall && !findProgram(SHELL)) {
    printLine('Installing Chromium for the end-to-end tests …');
    // Older Debian releases only have the full browser.
    await aptInstall(SHELL, 'fonts-liberation').catch(() => findChromium() ?? aptInstall('chromium', 'fonts-liberation'));
  }
  const found = findChromium();
  if (found) return found;
  throw new Error('The end-to-end tests need Chromium. Install the package "chromium" or set CHROMIUM_PATH to the program.');
}

if (isProgram(import.meta)) {
  await main(async () => {
    process.stdout.write(`${await ensureChromium()}\n`);
  });
}
