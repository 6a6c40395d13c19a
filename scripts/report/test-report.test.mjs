import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeReport, cpuSeconds, readRun } from './test-report.mjs';

const folder = mkdtempSync(join(tmpdir(), 'fundus-report-'));
afterAll(() => rmSync(folder, { recursive: true }));
const NAMES = { server: 'domains' };
let runs = 0;

/** Returns a run of one file of the project `server` with the given test results. */
function runOf(tests, { code = 1, errors = [], loads = true } = {}) {
  const path = join(folder, `${(runs += 1)}.json`);
  const failed = !loads || Object.values(tests).includes('failed');
  const file = {
    project: 'server',
    file: 'a.test.ts',
    seconds: 1,
    state: failed ? 'failed' : 'passed',
    why: loads ? '' : 'cannot be loaded',
    tests: Object.entries(tests).map(([name, state]) => ({ name, state, why: 'why it failed' })),
  };
  writeFileSync(path, JSON.stringify({ files: [file], errors }));
  return readRun(path, code);
}

/** Returns the sums of a report that contains only the given run. */
function sumsOf(run) {
  const report = makeReport();
  report.read(NAMES, run);
  return report.sums;
}

describe('test report', () => {
  it('lists failed tests with their errors after the slowest files', () => {
    const report = makeReport();
    report.read(NAMES, runOf({ one: 'passed', two: 'failed' }));
    expect(report.sums).toEqual({ passed: 1, failed: 1 });
    expect(report.text(10)).toMatch(/slowest files[^]*failed:\na\.test\.ts > two\n {4}why it failed[^]*✗ domains +1 passed, 1 failed/);
  });

  it('counts an error outside tests as a failure', () => {
    const report = makeReport();
    report.read(NAMES, runOf({ one: 'passed' }, { errors: ['Error: too late'] }));
    expect(report.sums).toEqual({ passed: 1, failed: 1 });
    expect(report.text(10)).toContain('outside of the tests:\nError: too late');
  });

  it('counts a file that cannot be loaded as a failure', () => {
    const unloaded = runOf({}, { loads: false });
    expect(sumsOf(unloaded)).toMatchObject({ failed: 1 });
    expect(sumsOf(readRun(join(folder, 'nothing.json'), 1))).toMatchObject({ failed: 1 });
  });

  it('compares CPU seconds with the budget', () => {
    expect(makeReport().text(10, 100, 200)).toMatch(/^✓ whole run: 10 s, 100 of 200 CPU seconds$/m);
    expect(makeReport().text(10, 201, 200)).toMatch(/^✗ whole run: 10 s, 201 of 200 CPU seconds: over the budget/m);
    expect(makeReport().text(10, 201)).toMatch(/^✓ whole run: 10 s, 201 CPU seconds$/m);
    expect(makeReport().text(10, undefined)).toBe('✓ whole run: 10 s');
  });

  it.skipIf(cpuSeconds() === undefined)('includes the CPU time of finished child processes', () => {
    const before = cpuSeconds();
    execFileSync(process.execPath, ['-e', 'while (process.cpuUsage().user < 300_000);']);
    expect(cpuSeconds()).toBeGreaterThan(before + 0.1);
  });
});
