import type { AppError } from '@fundus/contract/errors';

/**
 * Returns whether an error means that the addressed object does not exist. A validation error counts too, because it means that the address contains
 * a malformed id.
 */
export const isUnknown = (error: Pick<AppError, 'code'> | null): boolean =>
  error?.code === 'not_found' || error?.code === 'validation_failed';
