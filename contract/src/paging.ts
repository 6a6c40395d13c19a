/** Paging of long lists: query parameters and reply. */
import { z } from 'zod';
import { MAX_INTEGER } from './fields.ts';

export const page = {
  offset: z.coerce.number().int().min(0).max(MAX_INTEGER).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(20),
};
export const pageOf = <T extends z.ZodType>(row: T) => z.object({ total: z.int(), offset: z.int(), limit: z.int(), items: z.array(row) });

/**
 * Returns the query parameters that a list does not support. They are rejected (docs/behaviour/common.md#lists): a list that ignored `page` would
 * return its first page forever.
 */
export function findUnknownParameters(query: z.ZodType | undefined, given: object): string[] {
  if (!(query instanceof z.ZodObject) || !('offset' in query.shape)) return [];
  return Object.keys(given).filter((name) => !(name in query.shape));
}
