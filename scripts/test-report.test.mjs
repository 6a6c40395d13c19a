import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from './run.mjs';
import { makeReport, readRun } from './test-report.mjs';

const folder = mkdtempSync(join(tmpdir(), 'fundus-report-'));
afterAll(() => rmSync(folder, { recursive: true }));
let runs = 0;

/** A run in which the tests of one file ended as said. */
function runOf(tests, { code = 1, errors = [], loads = true } = {}) {
  const path = join(folder, `${(runs += 1)}.json`);
  const count = (status) => Object.values(tests).filter((one) => one === status).length;
  writeFileSync(
    path,
    JSON.stringify({
      numPassedTests: count('passed'),
      numFailedTests: count('failed'),
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [
        {
          name: join(root, 'a.test.ts'),
          status: loads && count('failed') === 0 ? 'passed' : 'failed',
          message: loads ? '' : 'cannot be loaded',
          startTime: 0,
          endTime: 1000,
          assertionResults: Object.entries(tests).map(([fullName, status]) => ({ fullName, status, failureMessages: ['why it failed'] })),
        },
      ],
    }),
  );
  writeFileSync(`${path}.errors`, JSON.stringify(errors));
  return readRun(path, code);
}

describe('the report of a run', () => {
  it('names what failed, and why, after all else', () => {
    const report = makeReport();
    const sums = report.read('server', runOf({ one: 'passed', two: 'failed' }), runOf({ one: 'passed', two: 'failed' }));
    expect(sums).toMatchObject({ passed: 1, failed: 1 });
    expect(report.text(10)).toMatch(/slowest files[^]*failed:\na\.test\.ts > two\n {4}why it failed/);
  });

  it('tells what passed when it ran once more, and does not count it', () => {
    const report = makeReport();
    const sums = report.read('server', runOf({ one: 'passed', two: 'failed' }), runOf({ one: 'passed', two: 'passed' }, { code: 0 }));
    expect(sums).toMatchObject({ passed: 2, failed: 0 });
    expect(report.text(10)).toContain('failed once, passed when run again with nothing beside it:\na.test.ts > two');
  });

  it('counts what did not run a second time', () => {
    expect(makeReport().read('server', runOf({ two: 'failed' }))).toMatchObject({ failed: 1 });
    expect(makeReport().read('server', runOf({ two: 'failed' }), readRun(join(folder, 'nothing.json'), 1))).toMatchObject({ failed: 1 });
  });

  it('counts and names an error outside of the tests, though every test passed', () => {
    const report = makeReport();
    expect(report.read('server', runOf({ one: 'passed' }, { errors: ['Error: too late'] }))).toMatchObject({ passed: 1, failed: 1 });
    expect(report.text(10)).toContain('outside of the tests:\nError: too late');
  });

  it('counts a file that cannot be loaded, and a run that left no report', () => {
    const unloaded = runOf({}, { loads: false });
    expect(unloaded.failedFiles).toEqual(['a.test.ts']);
    expect(makeReport().read('server', unloaded)).toMatchObject({ failed: 1 });
    expect(makeReport().read('server', readRun(join(folder, 'nothing.json'), 1))).toMatchObject({ failed: 1 });
  });
});
