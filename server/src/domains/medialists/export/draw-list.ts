/** Draws lists as PDF in a child process, because two hundred QR codes take a while. */
import { inChild } from '../../../child-process/run-in-child.ts';
import type * as papers from './list-paper.ts';

export const { drawPaper } = inChild<typeof papers>(new URL('./list-paper.ts', import.meta.url), { seconds: 20, megabytes: 512 });
