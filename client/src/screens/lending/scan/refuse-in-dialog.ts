import { AppError } from '@fundus/contract/errors';
import type { ScanMode, ScanQueue } from './scan-queue.ts';

/** A scan while a dialog asks something else is refused aloud. */
export const refuseInDialog = (queue: ScanQueue, mode: ScanMode, code: string): void =>
  queue.refuse({ mode, code, error: new AppError('state_conflict', { details: { reason: 'dialog_open' } }) });
