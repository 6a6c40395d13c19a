/**
 * Watches the main thread (docs/operate/install.md#a-main-thread-that-does-not-respond). It increments a counter in shared memory; a
 * separate thread counts its own ticks without a change, so that neither a clock jump nor a suspended process counts.
 */
import { url } from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** Indexes in the shared memory. */
export const [BEAT, READY, STOPPING] = [0, 1, 2];
export const BEAT_MS = 250;
/** Exit code of a portal whose main thread did not respond. */
export const FROZEN = 70;

export type WatchdogSettings = {
  /** Seconds without a beat after which the process ends; 0: never. */
  seconds: number;
  /** Seconds after which the process ends during shutdown. */
  stopSeconds: number;
};

export type Watchdog = {
  /** Starts watching; until then only signals are handled. */
  ready(): void;
  /** Starts the shutdown limit. */
  stopping(): void;
};

/** Handles signals, and restores the listeners after a freeze: meanwhile signals end the process, because listeners could not run. */
export function startWatchdog(settings: WatchdogSettings, onSignal: (signal: NodeJS.Signals) => void): Watchdog {
  const memory = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  const listen = (): void => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) if (!process.listeners(signal).includes(onSignal)) process.on(signal, onSignal);
  };
  listen();
  // A debugger stops the main thread on purpose.
  if (url() === undefined) {
    const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
      workerData: { memory, ...settings },
      // Preloads are for the portal, not for the watchdog.
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
