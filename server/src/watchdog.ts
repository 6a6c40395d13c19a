/**
 * Watches the main thread, which increments a counter in shared memory (docs/operate/install.md#a-main-thread-that-does-not-respond). A separate
 * thread counts its own ticks since the last increment. It does not use the clock, so that clock jumps and suspensions have no effect.
 */
import { url } from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** Indexes of the values in the shared memory. */
export const [BEAT, READY, STOPPING] = [0, 1, 2];
export const BEAT_MS = 250;
/** Exit code of a portal whose main thread did not respond. */
export const FROZEN = 70;

export type WatchdogSettings = {
  /** Number of seconds without a beat after which the process is ended. 0 disables the watchdog. */
  seconds: number;
  /** Number of seconds after which the process is ended during shutdown. */
  stopSeconds: number;
};

export type Watchdog = {
  /** Starts watching the main thread. Before that, only signals are handled. */
  ready(): void;
  /** Starts the time limit of the shutdown. */
  stopping(): void;
};

/**
 * Starts the watchdog, which also handles signals. While the main thread is frozen, its signal listeners cannot run, so signals end the process. The
 * listeners are restored after a freeze.
 */
export function startWatchdog(settings: WatchdogSettings, onSignal: (signal: NodeJS.Signals) => void): Watchdog {
  const memory = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  const listen = (): void => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) if (!process.listeners(signal).includes(onSignal)) process.on(signal, onSignal);
  };
  listen();
  // No watchdog runs with a debugger, because the debugger stops the main thread on purpose.
  if (url() === undefined) {
    const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
      workerData: { memory, ...settings },
      // Modules that are preloaded into the portal are not preloaded into the watchdog.
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    });
    thread.unref();
    thread.on('error', (error) => process.stderr.write(`The watchdog exited: ${String(error)}\n`));
    setInterval(() => {
      Atomics.add(memory, BEAT, 1);
      listen();
    }, BEAT_MS).unref();
  }
  return {
    ready: () => void Atomics.store(memory, READY, 1),
    stopping: () => void Atomics.store(memory, STOPPING, 1),
  };
}
