/**
 * Checks comments, test titles and documents against the word list of plain English. `node scripts/check-english.mjs [PATH …]` checks only the given
 * paths.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingsIn } from './english/findings.mjs';
import { isProgram, main, root, printLine } from './run.mjs';

/** Returns all tracked and new files except generated ones and the changelog, which quotes released texts. */
function listSources(paths) {
  const args = ['ls-files', '-co', '--exclude-standard', '--', ...paths];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.(?:tsx?|mjs|js|css|md)$/.test(path) && path !== 'CHANGELOG.md' && !path.startsWith('demo/src/media/'))
    .filter((path) => existsSync(join(root, path)));
}

function check(paths) {
  const findings = listSources(paths).flatMap((path) => findingsIn(path, readFileSync(join(root, path), 'utf8')));
  findings.forEach(printLine);
  return findings.length ? 1 : 0;
}

if (isProgram(import.meta)) await main(() => check(process.argv.slice(2)));
