/** Processes untrusted pictures in a child process, limited to 5 s of CPU time and 1 GB of memory. */
import { inChild, TaskStopped } from '../child-process/run-in-child.ts';
import type * as page from './document-page.ts';
import type * as draw from './draw.ts';
import { isPixelLimit } from './pixel-limit.ts';

const LIMITS = { seconds: 5, megabytes: 1_024 };

export const pictures = inChild<typeof draw>(new URL('./draw.ts', import.meta.url), LIMITS);

/** Renders pages of documents in a child process with the same limits. */
export const documents = inChild<typeof page>(new URL('./document-page.ts', import.meta.url), LIMITS);

/** Returns whether a picture was rejected because of its size or processing time, not because it is broken. */
export const isTooLargePicture = (error: unknown): boolean =>
  error instanceof TaskStopped ? error.reason !== 'crashed' : isPixelLimit(error);
