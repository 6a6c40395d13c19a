/** Builds the client if its sources have changed since the last build. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isProgram, main, root, runNode, printLine } from './run.mjs';

const SOURCES = ['client', 'contract/src', 'package-lock.json', 'tsconfig.base.json'];
const LEFT_OUT = /^(node_modules|dist|testing)$|\.test\./;
const dist = join(root, 'client', 'dist');

/** Marker file of a complete build. Vite empties the folder first, so that an interrupted build is repeated. */
const mark = join(dist, '.built-from');

function* files(path) {
  const entries = statSync(path).isDirectory() ? readdirSync(path).sort() : null;
  if (!entries) yield path;
  for (const name of entries ?? []) if (!LEFT_OUT.test(name)) yield* files(join(path, name));
}

/** Returns a hash of all sources of the client. */
function sourceHash() {
  const hash = createHash('sha256');
  for (const source of SOURCES)
    for (const file of files(join(root, source))) hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** Builds the client if its sources have changed. Throws if the build fails. */
export async function buildClient() {
  const hash = sourceHash();
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return;
  printLine('Building the client …');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const code = await runNode([vite, 'build', '--logLevel', 'warn'], { cwd: join(root, 'client') });
  if (code !== 0) throw new Error('The client could not be built; see the error above.');
  writeFileSync(mark, hash);
}

if (isProgram(import.meta)) await main(buildClient);
