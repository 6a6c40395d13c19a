/** Finds a Chromium for the browser journeys, installs one on Debian if it may, and prints its path. */
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isProgram, main, run, printLine } from './run.mjs';

/** Headless Chromium, which renders the same with a third less CPU time. */
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

/** Returns the path of the first installed program of these names. */
function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(executable);
}

/** Returns the path of an installed Chromium, or undefined. */
const findChromium = () => findProgram(SHELL, ...NAMES) ?? APPLICATIONS.find(executable);

export const isDebian = () => existsSync('/etc/debian_version');
export const isRoot = () => process.getuid?.() === 0;

/** Installs Debian packages. Only for root on Debian. */
export async function aptInstall(...packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const code =
    (await run('apt-get', ['update', '-qq'], { env, quiet: true })) ||
    (await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env, quiet: true }));
  if (code !== 0) throw new Error(`apt-get could not install ${packages.join(' ')}.`);
}

/** Throws with instructions if Chromium is missing. */
export async function ensureChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (!executable(chosen)) throw new Error(`CHROMIUM_PATH is ${chosen}, which is not a program.`);
    return chosen;
  }
  const mayInstall = isDebian() && isRoot();
  if (mayInstall && !findProgram(SHELL)) {
    printLine('Installing Chromium for the end-to-end tests …');
    // Older Debian releases have only the full browser.
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
