/** The entry of every thread. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadData } from './messages.ts';
import { serveMerges } from './merger.ts';
import { serveSearches } from './searcher.ts';
import { serveTraining } from './trainer.ts';
import { serveChanges } from './writer.ts';

const { role, options } = workerData as ThreadData;
const port = parentPort!;

if (role === 'searcher') serveSearches(port, options);
else if (role === 'writer') serveChanges(port, options);
else if (role === 'trainer') serveTraining(port);
else serveMerges(port, options);
