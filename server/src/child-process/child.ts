/** Entry point of the child process: runs one task at a time for `run-in-child.ts`. */
import { flushCompileCache } from 'node:module';
import { Worker } from 'node:worker_threads';
import { AppError } from '@fundus/contract/errors';
import type { Answer, Failure, Task, Watched } from './messages.ts';

const watcher = new Worker(new URL('./watch-limits.ts', import.meta.url));
const watch = (task: Watched): void => watcher.postMessage(task);

/** Sends a message to the portal. Errors are ignored, because the portal may have exited. */
const send = (answer: Answer): void => void process.send?.(answer, undefined, {}, () => {});

process.on('message', async ({ module, name, args, seconds, megabytes }: Task) => {
  try {
    // The module is loaded before the limits apply.
    const tasks = (await import(module)) as Record<string, (...args: unknown[]) => Promise<unknown>>;
    // Writes the compile cache now, because the process may be killed before it exits.
    flushCompileCache();
    watch({ seconds, megabytes, begun: process.cpuUsage() });
    send({ value: await tasks[name]!(...args) });
  } catch (error) {
    send({ error: describe(error) });
  } finally {
    watch(null);
  }
});
process.on('disconnect', () => process.exit());

function describe(error: unknown): Failure {
  if (error instanceof AppError) {
    const { code, field, details, message } = error;
    return { app: code, about: { message, ...(field !== undefined && { field }), ...(details && { details }) } };
  }
  const { message, stack, code }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  return { message, stack, code };
}
