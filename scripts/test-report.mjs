/** What a test run says at its end: how each stage went, what failed, which files were slowest, and whether the whole stayed in its budget. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './run.mjs';

/** Seconds the whole run may take on two processors, from installed dependencies. Over it the line turns red; nothing fails. */
const BUDGET = 720;

const SLOWEST = 12;

/** A report that grows with each stage. */
export function makeReport() {
  const lines = [];
  const failures = [];
  const unsteady = [];
  const errors = [];
  const files = [];
  const sums = { passed: 0, failed: 0 };
  return {
    sums,
    note: (text) => lines.push(`· ${text}`),
    /** Counts what a stage came to; gives its line. */
    add(name, seconds, { passed, failed, skipped = 0 }) {
      sums.passed += passed;
      sums.failed += failed;
      const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
      const line = `${failed ? '✗' : '✓'} ${name.padEnd(34)} ${counts.padEnd(34)} ${seconds.toFixed(1).padStart(6)} s`;
      lines.push(line);
      return line;
    },
    /** Takes in what a stage came to, and what its failed files came to when they ran once more; gives its sums. */
    read(stage, first, second) {
      for (const [file, { tests, seconds }] of first.files) files.push({ stage, file, tests, seconds });
      errors.push(...first.errors, ...(second?.errors ?? []));
      const lasting = first.failures.filter(({ name }) => !second?.passedTests.has(name));
      failures.push(...lasting.map(textOf));
      unsteady.push(...first.failures.filter((failure) => !lasting.includes(failure)).map(textOf));
      // A file that does not even load has no failed test, and an error outside of the tests belongs to none: neither has passed.
      const outside = first.errors.length + (second?.errors.length ?? 0);
      const untold = first.code !== 0 && first.failures.length === 0 && outside === 0 ? 1 : 0;
      const failed = lasting.length + outside + untold;
      return { passed: first.passed + first.failures.length - lasting.length, failed, skipped: first.skipped };
    },
    /** The whole report, for the end of the run. */
    text: (seconds) =>
      [
        ...slowest(files),
        ...titled('outside of the tests:', errors),
        ...titled('failed once, passed when run again with nothing beside it:', unsteady),
        ...titled('failed:', failures),
        ...lines,
        budgetLine(seconds),
      ].join('\n'),
  };
}

/**
 * What one vitest run came to, from its own report and the file of scripts/error-reporter.mjs beside it; `code` is its exit code.
 * A run that left no report has failed without a failed test.
 */
export function readRun(path, code) {
  const run = { code, passed: 0, skipped: 0, failures: [], failedFiles: [], passedTests: new Set(), files: new Map(), errors: [] };
  const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
  const report = read(path);
  run.errors = read(`${path}.errors`) ?? [];
  if (!report) return run;
  run.passed = report.numPassedTests;
  run.skipped = report.numPendingTests + report.numTodoTests;
  for (const result of report.testResults) {
    const file = relative(root, result.name);
    run.files.set(file, { tests: result.assertionResults.length, seconds: (result.endTime - result.startTime) / 1000 });
    const found = failuresOf(file, result);
    run.failures.push(...found);
    if (found.length > 0) run.failedFiles.push(file);
    for (const { status, fullName } of result.assertionResults) if (status === 'passed') run.passedTests.add(`${file} > ${fullName}`);
  }
  return run;
}

const titled = (title, entries) => (entries.length > 0 ? [title, ...entries, ''] : []);

/** The slowest files of each stage. */
function slowest(files) {
  const sorted = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  if (sorted.length === 0) return [];
  return [
    'slowest files:',
    ...sorted.map(
      ({ stage, file, tests, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${String(tests).padStart(4)} tests  ${file} (${stage})`,
    ),
    '',
  ];
}

function budgetLine(seconds) {
  const line = `whole run: ${seconds.toFixed(0)} s of ${BUDGET} s`;
  if (seconds <= BUDGET) return `✓ ${line}`;
  const red = `✗ ${line}: over the budget; what a change adds it saves elsewhere`;
  return process.stderr.isTTY ? `\u001b[31m${red}\u001b[39m` : red;
}

/** Each failed test of a file with the first lines of why; the file itself when it did not load. */
function failuresOf(file, { status, message, assertionResults }) {
  const tests = assertionResults.filter((test) => test.status === 'failed');
  if (tests.length === 0) return status === 'failed' ? [{ name: file, why: message }] : [];
  return tests.map((test) => ({ name: `${file} > ${test.fullName}`, why: test.failureMessages.join('\n') }));
}

const textOf = ({ name, why }) =>
  `${name}\n${why
    .split('\n', 12)
    .map((line) => `    ${line}`)
    .join('\n')}`;
