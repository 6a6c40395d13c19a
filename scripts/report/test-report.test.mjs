import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeReport, processorSeconds, readRun } from './test-report.mjs';

const folder = mkdtempSync(join(tmpdir(), 'fundus-report-'));
afterAll(() => rmSync(folder, { recursive: true }));
const NAMES = { server: 'domains' };
let runs = 0;

/** A run of one file of the project `server` whose tests had the given results. */
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

/** Returns the sums of a report that contains only this run. */
function sumsOf(run) {
  const report = makeReport();
  report.read(NAMES, run);
  return report.sums;
}

describe('the report of a run', () => {
  it('names what failed, and why, after the slowest files', () => {
    const report = makeReport();
    report.read(NAMES, runOf({ one: 'passed', two: 'failed' }));
    expect(report.sums).toEqual({ passed: 1, failed: 1 });
    expect(report.text(10)).toMatch(/slowest files[^]*failed:\na\.test\.ts > two\n {4}why it failed[^]*✗ domains +1 passed, 1 failed/);
  });

  it('counts and names an error outside of the tests, though every test passed', () => {
    const report = makeReport();
    report.read(NAMES, runOf({ one: 'passed' }, { errors: ['Error: too late'] }));
    expect(report.sums).toEqual({ passed: 1, failed: 1 });
    expect(report.text(10)).toContain('outside of the tests:\nError: too late');
  });

  it('counts a file that cannot be loaded, and a run that left no report', () => {
    const unloaded = runOf({}, { loads: false });
    expect(sumsOf(unloaded)).toMatchObject({ failed: 1 });
    expect(sumsOf(readRun(join(folder, 'nothing.json'), 1))).toMatchObject({ failed: 1 });
  });

  it('compares CPU seconds with the budget', () => {
    expect(makeReport().text(10, 100)).toMatch(/^✓ whole run: 10 s, 100 of \d+ s of processors$/m);
    expect(makeReport().text(10, 1_000_000)).toMatch(/^✗ .* over the budget/m);
    expect(makeReport().text(10, undefined)).toBe('✓ whole run: 10 s');
  });

  it.skipIf(processorSeconds() === undefined)('counts the processor seconds of processes that it waited for', () => {
    const before = processorSeconds();
    execFileSync(process.execPath, ['-e', 'for (const end = Date.now() + 300; Date.now() < end;);']);
    expect(processorSeconds()).toBeGreaterThan(before + 0.1);
  });
});
