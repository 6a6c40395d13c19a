/** Draws sheets in a child process, because a sheet for thirty learners takes a second of CPU time. */
import { inChild } from '../../../child-process/run-in-child.ts';
import type * as sheets from './code-sheet.ts';

export const { drawSheets } = inChild<typeof sheets>(new URL('./code-sheet.ts', import.meta.url), { seconds: 20, megabytes: 512 });
