/** Reads the mails that a portal without a mail server writes to files. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the texts of all complete mails of a portal, in the order of their file names. */
export async function readMails(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  // A mail that is being written has another extension.
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted();
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}
