/** How far a query goes, and the refusal of what asks for more. */
import { SearchError } from '../api.ts';

/** With fewer hits than this, typing errors are allowed for words that hardly occur. */
export const FEW = 5;
/** With fewer hits than this, the list goes on with partial matches. */
export const SCREENFUL = 50;

export const PAGE = 24;
/** The last record that can be reached by paging. */
export const DEEPEST = 10_000;
export const LARGEST_PAGE = 1000;

export function checkTime(deadline: number): void {
  if (performance.now() > deadline) throw new SearchError('timeout', 'the query took too long');
}

export function requireInteger(name: string, value: number, most: number): number {
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new SearchError('bad_query', `${name} must be a whole number up to ${most}`);
  return value;
}
