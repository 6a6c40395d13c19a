/** Report at the end of a test run: results by project, failures, slowest files, and the time budget. */
import { existsSync, readFileSync } from 'node:fs';

/**
 * Budget of a full run in CPU seconds, with dependencies installed. Unlike wall-clock time, CPU time hardly depends on other load. If the budget is
 * exceeded, the report marks it, but the run does not fail.
 */
export const BUDGET = 3_000;

const SLOWEST = 10;

/** Creates an empty report. */
export function makeReport() {
  const lines = [];
  const failures = [];
  const errors = [];
  const files = [];
  const sums = { passed: 0, failed: 0 };
  const add = (name, seconds, { passed, failed, skipped = 0 }) => {
    sums.passed += passed;
    sums.failed += failed;
    const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
    const line = `${failed ? '✗' : '✓'} ${name.padEnd(34)} ${counts.padEnd(34)} ${seconds.toFixed(1).padStart(7)} s`;
    lines.push(line);
    return line;
  };
  return {
    sums,
    note: (text) => lines.push(`· ${text}`),
    /** Adds the result of a check and returns its line in the report. */
    add,
    /**
     * Adds the results of a run with a line for each project. `names` contains the titles of projects. The duration of a project is the sum over its
     * files, although several of them run in parallel.
     */
    read(names, run) {
      errors.push(...run.errors);
      for (const project of new Set(run.files.map((file) => file.project))) {
        const mine = run.files.filter((file) => file.project === project);
        files.push(...mine);
        const failed = mine.flatMap(failuresOf);
        failures.push(...failed.map(textOf));
        const count = (state) => mine.flatMap(({ tests }) => tests).filter((test) => test.state === state).length;
        const seconds = mine.reduce((sum, file) => sum + file.seconds, 0);
        add(names[project] ?? project, seconds, { passed: count('passed'), failed: failed.length, skipped: count('skipped') });
      }
      // Counts errors outside tests, and a run that ended without a report even though no test failed.
      const unreported = run.code !== 0 && run.files.flatMap(failuresOf).length === 0 && run.errors.length === 0;
      sums.failed += run.errors.length + Number(unreported);
      if (unreported) lines.push('✗ a run ended without a report');
    },
    /**
     * Returns the complete report. `seconds` is wall-clock time; `processors` is CPU time in seconds, undefined if unknown. `budget` is the maximum of
     * `processors`, infinite for runs without a budget.
     */
    text: (seconds, processors, budget = Infinity) =>
      [
        ...slowest(files),
        ...titled('outside of the tests:', errors),
        ...titled('failed:', failures),
        ...lines,
        budgetLine(seconds, processors, budget),
      ].join('\n'),
  };
}

/** Returns the results of a vitest run as written by scripts/report/run-reporter.mjs. `code` is the exit code of the run. */
export function readRun(path, code) {
  const { files, errors } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { files: [], errors: [] };
  return { code, files, errors };
}

/** Returns the CPU time of this process and its finished children in seconds; undefined outside Linux. */
export function cpuSeconds() {
  const path = '/proc/self/stat';
  if (!existsSync(path)) return undefined;
  // The fields after the bracketed name include the user and system time of the process and its children, in hundredths of a second.
  const fields = readFileSync(path, 'utf8').split(') ').at(-1).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

/** Returns the failed tests of a file; the file itself if it could not be loaded or a hook failed. */
function failuresOf({ file, state, why, tests }) {
  const failed = tests.filter((test) => test.state === 'failed');
  if (failed.length === 0) return state === 'failed' ? [{ name: file, why }] : [];
  return failed.map((test) => ({ name: `${file} > ${test.name}`, why: test.why }));
}

const titled = (title, entries) => (entries.length > 0 ? [title, ...entries, ''] : []);

function slowest(files) {
  const sorted = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  if (sorted.length === 0) return [];
  return [
    'slowest files:',
    ...sorted.map(
      ({ project, file, tests, seconds }) =>
        `${seconds.toFixed(1).padStart(7)} s  ${String(tests.length).padStart(4)} tests  ${file} (${project})`,
    ),
    '',
  ];
}

function budgetLine(seconds, processors, budget) {
  const clock = `whole run: ${seconds.toFixed(0)} s`;
  if (processors === undefined) return `✓ ${clock}`;
  const line = `${clock}, ${processors.toFixed(0)} ${budget === Infinity ? 'CPU seconds' : `of ${budget} CPU seconds`}`;
  if (processors <= budget) return `✓ ${line}`;
  const red = `✗ ${line}: over the budget; a change that adds test time must save the same amount elsewhere`;
  return process.stderr.isTTY ? `\u001b[31m${red}\u001b[39m` : red;
}

const textOf = ({ name, why }) =>
  `${name}\n${why
    .split('\n', 12)
    .map((line) => `    ${line}`)
    .join('\n')}`;
