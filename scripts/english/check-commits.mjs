/**
 * Checks the subjects of commits (CONTRIBUTING.md#commits): `node scripts/english/check-commits.mjs [RANGE]`, for example with `main..HEAD`. Without
 * a range, checks all commits since this check was added. `--message FILE` checks a message before it is committed (`.githooks/commit-msg`).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemOf } from './commit-subject.mjs';
import { isProgram, main, root, printLine } from '../run.mjs';

/** Commits that break a rule which was added later. */
const EXCEPTIONS = ['fa75545c'];

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Returns the `git log` arguments that select the descendants of the commit that added this file; `null` if the history does not contain it. */
function logArguments() {
  const [first] = git('log', '--diff-filter=A', '--format=%H', '--', 'scripts/english/check-commits.mjs').split('\n').slice(-1);
  return first ? ['--ancestry-path', `${first}..HEAD`] : null;
}

function listSubjects(range) {
  const commits = range ? [range] : logArguments();
  if (!commits) return [];
  const lines = git('log', '--no-merges', '--format=%h %s', ...commits);
  const subjects = lines ? lines.split('\n').map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]) : [];
  return subjects.filter(([commit]) => !EXCEPTIONS.some((exception) => commit.startsWith(exception)));
}

function check([option, file]) {
  if (option !== '--message' && !existsSync(join(root, '.git'))) return 0;
  const subjects = option === '--message' ? [['', readFileSync(file, 'utf8').split('\n')[0]]] : listSubjects(option);
  const problems = subjects.flatMap(([commit, subject]) => {
    const problem = problemOf(subject);
    return problem ? [`${commit} "${subject}" ${problem}`.trim()] : [];
  });
  problems.forEach(printLine);
  return problems.length ? 1 : 0;
}

if (isProgram(import.meta)) await main(() => check(process.argv.slice(2)));
