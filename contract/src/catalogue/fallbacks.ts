/** Alternatives that a search offers if it has no results. */
import { z } from 'zod';

/**
 * Fallbacks in the order in which they are tried (docs/behaviour/search.md#no-results), after the search engine has tried spelling, word parts and
 * synonyms.
 */
const FALLBACKS = ['spelling', 'withoutOne', 'withoutFilters', 'allTypes', 'words', 'oneWord', 'subject'] as const;

/** Alternative search that returns results. It differs from the original search in one respect. */
export const Fallback = z.object({
  kind: z.enum(FALLBACKS),
  /** Query to use instead, or an empty string to browse a subject. */
  q: z.string().optional(),
  /** Filter to omit, with the values given in the search. */
  without: z.object({ field: z.string(), values: z.array(z.string()) }).optional(),
  /** Subject to browse, with its German label. */
  subject: z.object({ code: z.string(), label: z.string() }).optional(),
  count: z.int(),
});
export type Fallback = z.output<typeof Fallback>;
