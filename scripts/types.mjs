/** Checks the types of every workspace, two at a time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runNode, say } from './run.mjs';

const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const waiting = process.argv.length > 2 ? process.argv.slice(2) : [...workspaces];
const failed = [];

async function worker() {
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    if ((await runNode([tsc, '-p', name, '--pretty', String(process.stderr.isTTY ?? false)], { quiet: true })) !== 0) failed.push(name);
  }
}

await Promise.all([worker(), worker()]);
if (failed.length > 0) {
  say(`Types are wrong in: ${failed.sort().join(', ')}`);
  process.exitCode = 1;
}
