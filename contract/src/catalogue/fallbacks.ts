/** What a search offers that found nothing. */
import { z } from 'zod';

/** The rungs of the ladder out of an empty result, in their order (docs/behaviour/search.md#no-results); the engine has tried slips, parts and synonyms already. */
const FALLBACKS = ['spelling', 'withoutOne', 'withoutFilters', 'allTypes', 'words', 'oneWord', 'subject'] as const;

/** Another search that has hits: what changes, and how many it gives. Nothing else changes. */
export const Fallback = z.object({
  kind: z.enum(FALLBACKS),
  /** The words to search for instead; '' where a subject is looked at as a whole. */
  q: z.string().optional(),
  /** The filter to leave out, with its values as they were given. */
  without: z.object({ field: z.string(), values: z.array(z.string()) }).optional(),
  /** The subject to look at, with its German label. */
  subject: z.object({ code: z.string(), label: z.string() }).optional(),
  count: z.int(),
});
export type Fallback = z.output<typeof Fallback>;
