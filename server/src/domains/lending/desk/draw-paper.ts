/** Draws documents in a child process, because hundreds of labels take several seconds. */
import { inChild } from '../../../child-process/run-in-child.ts';
import type * as papers from './desk-paper.ts';

export const { drawDeskPaper, drawSlips, drawLabels } = inChild<typeof papers>(new URL('./desk-paper.ts', import.meta.url), {
  seconds: 20,
  megabytes: 512,
});
