/**
 * Watches the main thread (docs/operate/install.md#a-main-thread-that-does-not-respond). It beats in shared memory; a thread of its own counts its own
 * ticks without a beat, so neither a jump of the clock nor a process that was suspended counts.
 */
import { url } from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** Places in the shared memory. */
export const [BEAT, READY, STOPPING] = [0, 1, 2];
export const BEAT_MS = 250;
/** The exit code of a portal whose main thread did not respond. */
export const FROZEN = 70;

export type WatchdogSettings = {
  /** Seconds without a beat after which the process ends; 0: never. */
  seconds: number;
  /** Seconds after which the process ends once it was told to stop. */
  stopSeconds: number;
};

export type Watchdog = {
  /** From now on the process ends if it does not respond; until then only signals are seen to. */
  ready(): void;
  /** The process was told to stop. */
  stopping(): void;
};

/** Handles the signals, and restores them after a freeze: meanwhile they end the process, because their listeners could not run. */
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
      // Preloads are for the portal, not for what watches it.
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    });
    thread.unref();
    thread.on('error', (error) => process.stderr.write(`The watchdog ended: ${String(error)}\n`));
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
