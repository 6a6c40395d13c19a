/** Draws monthly reports as PDF in a child process. */
import { inChild } from '../../../child-process/run-in-child.ts';
import type * as papers from './report-paper.ts';

export const { drawReport } = inChild<typeof papers>(new URL('./report-paper.ts', import.meta.url), { seconds: 10, megabytes: 256 });
