/** Preloaded into a portal: as soon as the file named by FREEZE is there, the main thread does what it contains and does not come back. */
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
if (isMainThread)
  setInterval(() => {
    if (done || !existsSync(process.env.FREEZE)) return;
    done = true;
    FREEZES[readFileSync(process.env.FREEZE, 'utf8')]();
  }, 50).unref();
