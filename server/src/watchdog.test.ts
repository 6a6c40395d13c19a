/** Tests of the watchdog while the main thread of a portal does not respond. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { endProcesses, newFolder, newHome, start, until, type Running } from './testing/processes.ts';

const TIMEOUT = 180_000;
const PRELOAD = new URL('./testing/freezing-thread.mjs', import.meta.url);
afterEach(endProcesses);

/** Starts a portal. Returns the portal and a function that freezes its main thread. */
async function startFreezing(env: Record<string, string>): Promise<{ portal: Running; freeze: (how: string) => void }> {
  const file = join(newFolder(), 'freeze');
  const portal = await start(await newHome(), { FREEZE: file, NODE_OPTIONS: `--import ${PRELOAD.href}`, ...env });
  return { portal, freeze: (how) => writeFileSync(file, how) };
}

/** Waits until the process ends. Returns its exit code or the signal that ended it. */
async function ended({ child }: Running): Promise<number | string | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode ?? child.signalCode;
}

test.each([
  ['loop', /at .*Timeout|freezing-thread/],
  ['expression', /RegExp\.test/],
  ['wait', /Atomics\.wait/],
])(
  'logs the stack trace if the main thread is blocked by a %s',
  async (how, stack) => {
    const { portal, freeze } = await startFreezing({ WATCHDOG_SECONDS: '3' });
    freeze(how);
    expect(await ended(portal)).toBe(70);
    await until(() => portal.said.some((line) => line.includes('freezing-thread.mjs')));
    expect(portal.said[0]).toBe('The portal did not respond for 3 seconds and ends; start it again. It was doing:');
    expect(portal.said.join('\n')).toMatch(stack);
  },
  TIMEOUT,
);

test(
  'kills a portal whose main thread runs native code, and logs the reason',
  async () => {
    const { portal, freeze } = await startFreezing({ WATCHDOG_SECONDS: '3' });
    freeze('native');
    expect(await ended(portal)).toBe('SIGKILL');
    await until(() => portal.said.length > 0);
    expect(portal.said).toEqual([
      'The portal did not respond for 3 seconds and ends; start it again. It was running native code, which has no stack trace',
    ]);
  },
  TIMEOUT,
);

test(
  'ends on SIGTERM while the main thread is blocked',
  async () => {
    const { portal, freeze } = await startFreezing({ WATCHDOG_SECONDS: '0' });
    freeze('expression');
    await wait(6_000);
    expect(portal.child.exitCode).toBe(null);
    expect(await portal.end()).toBe('SIGTERM');
  },
  TIMEOUT,
);

test(
  'ends a portal that freezes during shutdown',
  async () => {
    const { portal } = await startFreezing({ WATCHDOG_SECONDS: '0', STOP_SECONDS: '1', FREEZE_AT_STOP: 'loop' });
    portal.child.kill('SIGTERM');
    expect(await ended(portal)).toBe(1);
    expect(portal.said.join('\n')).toContain('received a signal to stop and did not respond in time');
  },
  TIMEOUT,
);

test(
  'continues after a short freeze',
  async () => {
    const { portal, freeze } = await startFreezing({ WATCHDOG_SECONDS: '10', STOP_SECONDS: '60' });
    portal.child.kill('SIGSTOP');
    await wait(12_000);
    portal.child.kill('SIGCONT');
    await until(async () => (await fetch(`${portal.url}/api/v1/health/live`)).ok);
    freeze('pause');
    await wait(1_500);
    await until(async () => (await fetch(`${portal.url}/api/v1/health/live`)).ok);
    await wait(1_000);
    expect(await portal.end()).toBe(0);
    // A suspended process may have lost its database connection.
    expect(portal.said.filter((line) => !/the database (does not respond|responds again)/.test(line))).toEqual([]);
  },
  TIMEOUT,
);
