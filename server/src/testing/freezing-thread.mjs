/**
 * Preloaded into a portal. Freezes the main thread permanently in the way described in the file FREEZE as soon as it exists, or in the way described
 * in FREEZE_AT_STOP after SIGTERM.
 */
import { existsSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const FREEZES = {
  loop: () => {
    for (;;) Math.random();
  },
  expression: () => /^(a+)+$/.test(`${'a'.repeat(60)}x`),
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
