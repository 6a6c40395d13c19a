/** Draws invoices as PDF in a child process. */
import { inChild } from '../../../child-process/run-in-child.ts';
import type * as papers from './invoice-paper.ts';

export const { drawInvoice } = inChild<typeof papers>(new URL('./invoice-paper.ts', import.meta.url), { seconds: 10, megabytes: 256 });
