import { AppError, invalid } from '@fundus/contract/errors';
import { SearchError } from '@fundus/search/api';

/** Maps errors of the search engine to `AppError`. */
export async function withSearchErrors<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    if (error.code === 'bad_query') throw invalid('q', 'format');
    throw new AppError(error.code === 'timeout' ? 'search_timeout' : 'unavailable');
  }
}
