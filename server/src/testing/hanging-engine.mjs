/** Preloaded into a portal: as soon as the file named by HANG is there, its threads hear nothing any more, as if the embedded engine hung. */
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (...message) {
  if (!existsSync(process.env.HANG)) post.apply(this, message);
};
