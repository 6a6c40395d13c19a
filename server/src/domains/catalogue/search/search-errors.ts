import { AppError, invalid } from '@fundus/contract/errors';
import { SearchError } from '@fundus/search/api';

/** Calls `ask` and converts errors of the search engine to an `AppError`. */
export async function withSearchErrors<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    if (error.code === 'bad_query') throw invalid('q', 'format');
    throw new AppError(error.code === 'timeout' ? 'search_timeout' : 'unavailable');
  }
}
