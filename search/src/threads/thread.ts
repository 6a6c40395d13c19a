/** Entry point of all threads. */
import { parentPort, workerData } from 'node:worker_threads';
import { setPriority } from 'node:os';
import type { ThreadData } from './messages.ts';
import { serveInverting } from './inverter.ts';
import { serveMerges } from './merger.ts';
import { serveSearches } from './searcher.ts';
import { serveTraining } from './trainer.ts';
import { serveChanges } from './writer.ts';

const { role, options } = workerData as ThreadData;
const port = parentPort!;

/** Priority of background threads, which is lower than that of searching. Only Linux has priorities per thread. */
const YIELDING = 10;
if (process.platform === 'linux' && role !== 'searcher' && role !== 'writer') {
  try {
    setPriority(0, YIELDING);
  } catch {
    // If a sandbox forbids the call, all threads have the same priority.
  }
}

if (role === 'searcher') serveSearches(port, options);
else if (role === 'writer') serveChanges(port, options);
else if (role === 'inverter') serveInverting(port, options);
else if (role === 'trainer') serveTraining(port);
else serveMerges(port, options);
