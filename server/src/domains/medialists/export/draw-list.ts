/** Draws the PDF of a list in a child process, because drawing two hundred QR codes would block the event loop. */
import { inChild } from '../../../child-process/run-in-child.ts';
import type * as papers from './list-paper.ts';

export const { drawPaper } = inChild<typeof papers>(new URL('./list-paper.ts', import.meta.url), { seconds: 20, megabytes: 512 });
