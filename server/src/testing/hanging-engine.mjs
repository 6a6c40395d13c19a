/** Preloaded into a portal: its threads receive no messages once the file named by HANG exists, as if the embedded engine hung. */
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (...message) {
  if (!existsSync(process.env.HANG)) post.apply(this, message);
};
