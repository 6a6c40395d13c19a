/** What a test run says at its end: how each stage went, what failed, which files were slowest, and whether the whole stayed in its budget. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './run.mjs';

/** Seconds the whole run may take on two processors, from installed dependencies. Over it the line turns red; nothing fails. */
const BUDGET = 720;

const SLOWEST = 12;

/** A report that grows with each stage. */
export function makeReport() {
  const lines = [];
  const failures = [];
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
    /** Reads vitest's own report of a stage; `code` is the exit code of the run. */
    read(stage, path, code) {
      try {
        const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(path, 'utf8'));
        failures.push(...testResults.flatMap(failuresOf));
        for (const { name, startTime, endTime, assertionResults } of testResults)
          files.push({ stage, file: relative(root, name), tests: assertionResults.length, seconds: (endTime - startTime) / 1000 });
        // A file that does not even load has no failed test, but it has not passed.
        return { passed: numPassedTests, failed: Math.max(numFailedTests, code === 0 ? 0 : 1), skipped: numPendingTests + numTodoTests };
      } catch {
        return { passed: 0, failed: 1 };
      }
    },
    /** The whole report, for the end of the run. */
    text: (seconds) => [...failures, ...slowest(files), ...lines, budgetLine(seconds)].join('\n'),
  };
}

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
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const tests = assertionResults.filter((test) => test.status === 'failed');
  if (tests.length === 0) return status === 'failed' ? [`${file}\n${firstLines(message)}`] : [];
  return tests.map((test) => `${file} > ${test.fullName}\n${firstLines(test.failureMessages.join('\n'))}`);
}

const firstLines = (text) =>
  text
    .split('\n', 12)
    .map((line) => `    ${line}`)
    .join('\n');
