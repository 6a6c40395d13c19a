/** The other end of `run-in-child.ts`: does one task at a time, and ends itself when it takes too much of the processor or too much memory. */
import { AppError } from '@fundus/contract/errors';
import type { Answer, Failure, Task } from './messages.ts';
import { TOO_LARGE, TOO_SLOW } from './messages.ts';

const MEGABYTE = 1024 * 1024;
const LOOK = 50;

const send = (answer: Answer): void => void process.send?.(answer);

process.on('message', async ({ module, name, args, seconds, megabytes }: Task) => {
  // What the module loads is not the task's.
  const tasks = (await import(module)) as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const begun = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(begun);
    if (user + system > seconds * 1_000_000) process.exit(TOO_SLOW);
    if (process.memoryUsage.rss() > megabytes * MEGABYTE) process.exit(TOO_LARGE);
  }, LOOK);
  try {
    send({ value: await tasks[name]!(...args) });
  } catch (error) {
    send({ error: describe(error) });
  } finally {
    clearInterval(watch);
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
