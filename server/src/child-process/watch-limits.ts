/**
 * A thread of the child process that kills the process if the running task exceeds its limits. A timer in the main thread would never fire while a
 * loop or a regular expression blocks that thread.
 */
import { parentPort } from 'node:worker_threads';
import { MEMORY_SIGNAL, type Watched } from './messages.ts';

const MEGABYTE = 1024 * 1024;
const INTERVAL = 50;

let task: Watched = null;
parentPort?.on('message', (message: Watched) => (task = message));

setInterval(() => {
  if (!task) return;
  const { user, system } = process.cpuUsage(task.begun);
  if (user + system > task.seconds * 1_000_000) process.kill(process.pid, 'SIGKILL');
  if (process.memoryUsage.rss() > task.megabytes * MEGABYTE) process.kill(process.pid, MEMORY_SIGNAL);
}, INTERVAL);
