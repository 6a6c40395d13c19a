/**
 * Preloaded into a portal. Freezes the main thread as soon as the file at the path `FREEZE` exists, in the way named in the file. If
 * `FREEZE_AT_STOP` is set, freezes it in that way after SIGTERM.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const FREEZES = {
  loop: () => {
    for (;;) Math.random();
  },
  expression: () => /^(a+)+$/.test(`${'a'.repeat(60)}x`),
  native: () => execFileSync('sleep', ['60']),
  wait: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  pause: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000),
};
let done = false;
const atStop = process.env.FREEZE_AT_STOP;
if (isMainThread && atStop) process.once('SIGTERM', () => setImmediate(FREEZES[atStop]));
if (isMainThread)
  setInterval(() => {
    if (done || !existsSync(process.env.FREEZE)) return;
    done = true;
    FREEZES[readFileSync(process.env.FREEZE, 'utf8')]();
  }, 50).unref();
