/**
 * Creates a data folder with the demo school, which is copied for each portal. It is reused until the sources or the day change, because the dates of
 * the demo are relative to today.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { startPortal } from './portal.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, '.cache', 'demo');
const SOURCES = ['contract/src', 'demo/src', 'importer/src', 'search/src', 'server/src', 'package-lock.json'];

/** Returns a name derived from the sources of the demo and today's date. */
async function stateOfTheCode(): Promise<string> {
  const hash = createHash('sha256').update(new Date().toDateString());
  for (const source of SOURCES) {
    const path = join(root, source);
    const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
    const files = entries ? entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)) : [path];
    for (const file of files.filter((name) => !name.includes('.test.')).sort())
      hash
        .update(relative(root, file))
        .update('\0')
        .update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 32);
}

/** Returns the path of the folder to copy and creates it if necessary. */
export async function demoTemplate(): Promise<string> {
  const template = join(folder, await stateOfTheCode());
  if (existsSync(template)) return template;
  await mkdir(folder, { recursive: true });
  const before = await readdir(folder);
  const part = join(folder, `part-${process.pid}`);
  await (await startPortal({ dataDir: part })).stop();
  await rename(part, template).catch((error: unknown) => {
    // Ignores the error if another run has created the folder meanwhile.
    if (!existsSync(template)) throw error;
  });
  await Promise.all([part, ...before.map((name) => join(folder, name))].map((old) => rm(old, { recursive: true, force: true })));
  return template;
}
