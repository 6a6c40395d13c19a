/** Preloaded into a portal. Its threads receive no more messages once the file at the path `HANG` exists, which simulates a hanging embedded database. */
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (...message) {
  if (!existsSync(process.env.HANG)) post.apply(this, message);
};
