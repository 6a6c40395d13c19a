import { AppError } from '@fundus/contract/errors';
import type { ScanMode, ScanQueue } from './scan-queue.ts';

/** Rejects a scan with a tone because a dialog is open. */
export const rejectScanInDialog = (queue: ScanQueue, mode: ScanMode, code: string): void =>
  queue.refuse({ mode, code, error: new AppError('state_conflict', { details: { reason: 'dialog_open' } }) });
