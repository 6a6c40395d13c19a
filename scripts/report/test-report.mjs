/** What a test run says at its end: how each project went, what failed, which files were slowest, and whether the whole stayed in its budget. */
import { existsSync, readFileSync } from 'node:fs';

/**
 * Seconds of processors the whole run may take, from installed dependencies: unlike the clock they hardly depend on what else the machine
 * does. Over it the line turns red; nothing fails.
 */
const BUDGET = 1_400;

const SLOWEST = 10;

/** A report that grows with each check and each run. */
export function makeReport() {
  const lines = [];
  const failures = [];
  const unsteady = [];
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
    /** Counts the result of a check; returns its line. */
    add,
    /**
     * Counts the results of a run and of the second run of its failed files, a line for each project; `names` are the titles of projects.
     * The seconds of a project are those of its files, of which several run at once.
     */
    read(names, first, second) {
      errors.push(...first.errors, ...(second?.errors ?? []));
      const passedAgain = passedIn(second);
      let failed = 0;
      for (const project of new Set(first.files.map((file) => file.project))) {
        const mine = first.files.filter((file) => file.project === project);
        files.push(...mine);
        const found = mine.flatMap(failuresOf);
        const lasting = found.filter((failure) => !passedAgain.has(failure.key));
        failures.push(...lasting.map(textOf));
        unsteady.push(...found.filter((failure) => !lasting.includes(failure)).map(textOf));
        const count = (state) => mine.flatMap(({ tests }) => tests).filter((test) => test.state === state).length;
        const seconds = mine.reduce((sum, file) => sum + file.seconds, 0);
        failed += lasting.length;
        add(names[project] ?? project, seconds, {
          passed: count('passed') + found.length - lasting.length,
          failed: lasting.length,
          skipped: count('skipped'),
        });
      }
      // An error outside of the tests belongs to none of them, and a run that left no report has failed without a failed test.
      const outside = first.errors.length + (second?.errors.length ?? 0);
      const untold = first.code !== 0 && first.failedFiles.length === 0 && outside === 0 ? 1 : 0;
      sums.failed += outside + untold;
      if (untold) lines.push('✗ a run ended without a report');
      return failed + outside + untold;
    },
    /** The whole report; `seconds` by the clock, `processors` in seconds of all processors, undefined where the system does not tell. */
    text: (seconds, processors) =>
      [
        ...slowest(files),
        ...titled('outside of the tests:', errors),
        ...titled('failed once, passed when run again with nothing beside it:', unsteady),
        ...titled('failed:', failures),
        ...lines,
        budgetLine(seconds, processors),
      ].join('\n'),
  };
}

/** What one vitest run came to, from the file of scripts/report/run-reporter.mjs; `code` is its exit code. */
export function readRun(path, code) {
  const { files, errors } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { files: [], errors: [] };
  return { code, files, errors, failedFiles: files.filter((file) => failuresOf(file).length > 0) };
}

/** Processor seconds of this process and of all it waited for, from the system's table; undefined outside of Linux. */
export function processorSeconds() {
  const path = '/proc/self/stat';
  if (!existsSync(path)) return undefined;
  // Behind the name in brackets: user and system time, own and of children, in hundredths.
  const fields = readFileSync(path, 'utf8').split(') ').at(-1).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

const keyOf = (project, file, name) => `${project} ${file} > ${name}`;

/** The tests that passed in a run, by project, file and name. */
const passedIn = (run) =>
  new Set(
    (run?.files ?? []).flatMap(({ project, file, tests }) =>
      tests.filter((test) => test.state === 'passed').map(({ name }) => keyOf(project, file, name)),
    ),
  );

/** Each failed test of a file; the file itself if it did not load or a hook failed. */
function failuresOf({ project, file, state, why, tests }) {
  const failed = tests.filter((test) => test.state === 'failed');
  if (failed.length === 0) return state === 'failed' ? [{ key: keyOf(project, file, ''), name: file, why }] : [];
  return failed.map((test) => ({ key: keyOf(project, file, test.name), name: `${file} > ${test.name}`, why: test.why }));
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

function budgetLine(seconds, processors) {
  const clock = `whole run: ${seconds.toFixed(0)} s`;
  if (processors === undefined) return `✓ ${clock}`;
  const line = `${clock}, ${processors.toFixed(0)} of ${BUDGET} s of processors`;
  if (processors <= BUDGET) return `✓ ${line}`;
  const red = `✗ ${line}: over the budget; what a change adds it saves elsewhere`;
  return process.stderr.isTTY ? `\u001b[31m${red}\u001b[39m` : red;
}

const textOf = ({ name, why }) =>
  `${name}\n${why
    .split('\n', 12)
    .map((line) => `    ${line}`)
    .join('\n')}`;
