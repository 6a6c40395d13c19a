/** Pictures of strangers, read and drawn in a child process: five seconds of the processor and a gigabyte are the most. */
import { inChild, TaskStopped } from '../child-process/run-in-child.ts';
import type * as draw from './draw.ts';
import { isPixelLimit } from './pixel-limit.ts';

const LIMITS = { seconds: 5, megabytes: 1_024 };

export const pictures = inChild<typeof draw>(new URL('./draw.ts', import.meta.url), LIMITS);

/** Whether a picture was refused for its size or the work it makes, and not because it is broken. */
export const isTooMuch = (error: unknown): boolean => (error instanceof TaskStopped ? error.reason !== 'crashed' : isPixelLimit(error));
