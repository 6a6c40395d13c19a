import type { AppError } from '@fundus/contract/errors';

/** Returns whether what an address names does not exist. An id of a wrong form is unknown too: a read without fields to correct refuses only the address. */
export const isUnknown = (error: Pick<AppError, 'code'> | null): boolean =>
  error?.code === 'not_found' || error?.code === 'validation_failed';
