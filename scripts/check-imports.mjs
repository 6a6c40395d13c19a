/** Checks the import rules of docs/ARCHITECTURE.md. Oxlint reports circular imports; knip reports unused files, exports and dependencies. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFile, LONG } from './imports/check-file.mjs';
import { childOnlyImports, missingChildModules } from './imports/child-imports.mjs';
import { CYCLE_FREE, folderCycles } from './imports/folder-circles.mjs';
import { workspaceOf } from './imports/source-paths.mjs';
import { strayQueries } from './imports/stray-queries.mjs';
import { unusedExports } from './imports/unused-exports.mjs';
import { WORKSPACES } from './imports/workspaces.mjs';
import { root, printLine } from './run.mjs';

/** Returns all tracked and new source files. */
function sources() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return listed.split('\n').filter((path) => Object.hasOwn(WORKSPACES, workspaceOf(path)) && existsSync(join(root, path)));
}

const files = sources().map((path) => [path, readFileSync(join(root, path), 'utf8')]);
const found = files.map(([path, text]) => checkFile(path, text));
const errors = [
  ...found.flatMap((file) => file.errors),
  ...CYCLE_FREE.flatMap((outer) =>
    folderCycles(files, outer).map((circle) => `folders of ${outer} import each other in a circle: ${circle}`),
  ),
  ...strayQueries(files),
  ...childOnlyImports(files),
  ...missingChildModules(files),
  ...unusedExports(files).map((each) => `${each} is used only by tests`),
];
for (const warning of found.flatMap((file) => file.warnings)) printLine(`warning: ${warning} (aim for ${LONG})`);
for (const error of errors) printLine(error);
if (errors.length > 0) process.exitCode = 1;
