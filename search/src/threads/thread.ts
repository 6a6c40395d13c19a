/** The entry of every thread. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadData } from './messages.ts';
import { serveMerges } from './merger.ts';
import { serveSearches } from './searcher.ts';
import { serveChanges } from './writer.ts';

const { role, options } = workerData as ThreadData;
const port = parentPort!;

if (role === 'searcher') serveSearches(port, options);
else if (role === 'writer') serveChanges(port, options);
else serveMerges(port, options);
