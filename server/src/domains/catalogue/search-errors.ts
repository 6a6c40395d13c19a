import { AppError } from '@fundus/contract/errors';
import { SearchError } from '@fundus/search/api';

/** The engine's refusals in the portal's words. */
export async function withSearchErrors<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    if (error.code === 'bad_query') throw new AppError('validation_failed', { field: 'q', details: { reason: error.message } });
    throw new AppError(error.code === 'timeout' ? 'search_timeout' : 'unavailable');
  }
}
