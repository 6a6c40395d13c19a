/**
 * Checks comments, test titles and documents against the word list of plain English. `LIMITS` has the number of findings each folder may have: it
 * may only go down. `node scripts/check-english.mjs FOLDER` lists the findings of a folder, `--write` lowers the limits to the present numbers.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingsIn } from './english/findings.mjs';
import { isProgram, main, root, say } from './run.mjs';

const LIMITS = join(root, 'scripts/english/limits.json');

/** Folders that contain one folder per subject; each of those has its own limit. */
const DIVIDED = /^(?:server\/src\/domains|client\/src\/(?:screens|components)|demo\/src\/make)\/[^/]+(?=\/)/;

/** Returns the folder whose limit counts for a file: three levels, four where `DIVIDED` says so. */
export const folderOf = (path) => DIVIDED.exec(path)?.[0] ?? (path.split('/').slice(0, -1).slice(0, 3).join('/') || '.');

/** Returns tracked and new files, without generated ones and without the changelog, which quotes released texts. */
function sources() {
  const patterns = ['*.ts', '*.tsx', '*.mjs', '*.js', '*.md'];
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...patterns], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path && path !== 'CHANGELOG.md' && !path.startsWith('demo/src/media/') && existsSync(join(root, path)));
}

/** Compares counts with limits. Returns messages for folders above their limit and the names of those below. */
export function compare(counts, limits) {
  const above = Object.entries(counts).filter(([folder, count]) => count > (limits[folder] ?? 0));
  const below = Object.keys(limits).filter((folder) => (counts[folder] ?? 0) < limits[folder]);
  return { above: above.map(([folder, count]) => `${folder}: ${count} findings, limit ${limits[folder] ?? 0}`), below };
}

function check([option]) {
  const byFolder = {};
  for (const path of sources()) {
    const found = findingsIn(path, readFileSync(join(root, path), 'utf8'));
    if (found.length) (byFolder[folderOf(path)] ??= []).push(...found);
  }
  const counts = Object.fromEntries(Object.entries(byFolder).map(([folder, found]) => [folder, found.length]));
  const limits = existsSync(LIMITS) ? JSON.parse(readFileSync(LIMITS, 'utf8')) : counts;
  if (option === '--write') return writeLimits(counts, limits);
  if (option) {
    for (const [folder, found] of Object.entries(byFolder)) if (`${folder}/`.startsWith(`${option}/`)) found.forEach(say);
    return 0;
  }
  const { above, below } = compare(counts, limits);
  for (const message of above) {
    say(message);
    byFolder[message.split(':')[0]].forEach((finding) => say(`  ${finding}`));
  }
  if (below.length) say(`Fewer findings than allowed in ${below.join(', ')}: run node scripts/check-english.mjs --write`);
  return above.length ? 1 : 0;
}

/** Lowers limits to the counts; never raises one. */
function writeLimits(counts, limits) {
  const lowered = Object.keys(limits)
    .sort()
    .map((folder) => [folder, Math.min(limits[folder], counts[folder] ?? 0)])
    .filter(([, count]) => count > 0);
  writeFileSync(LIMITS, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
  return 0;
}

if (isProgram(import.meta)) await main(() => check(process.argv.slice(2)));
