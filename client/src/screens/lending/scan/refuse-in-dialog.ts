import { AppError } from '@fundus/contract/errors';
import type { ScanMode, ScanQueue } from './scan-queue.ts';

/** Refuses a scan while a dialog is open, with a tone. */
export const refuseInDialog = (queue: ScanQueue, mode: ScanMode, code: string): void =>
  queue.refuse({ mode, code, error: new AppError('state_conflict', { details: { reason: 'dialog_open' } }) });
