/** Long lists come in pages: how a page is asked for, and what it looks like. */
import { z } from 'zod';
import { MAX_INTEGER } from './fields.ts';

export const page = {
  offset: z.coerce.number().int().min(0).max(MAX_INTEGER).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(20),
};
export const pageOf = <T extends z.ZodType>(row: T) => z.object({ total: z.int(), offset: z.int(), limit: z.int(), items: z.array(row) });

/**
 * Parameters a list does not have. They are refused (docs/behaviour/common.md#lists): `page` or `sort` that were passed over in silence would give
 * the first page again and again.
 */
export function findUnknownParameters(query: z.ZodType | undefined, given: object): string[] {
  if (!(query instanceof z.ZodObject) || !('offset' in query.shape)) return [];
  return Object.keys(given).filter((name) => !(name in query.shape));
}
