/** Alternatives offered by a search without hits. */
import { z } from 'zod';

/** Fallbacks in the order they are tried (docs/behaviour/search.md#no-results); the engine has already tried spelling, word parts and synonyms. */
const FALLBACKS = ['spelling', 'withoutOne', 'withoutFilters', 'allTypes', 'words', 'oneWord', 'subject'] as const;

/** Alternative search with hits: the single change and the number of hits. */
export const Fallback = z.object({
  kind: z.enum(FALLBACKS),
  /** Query to use instead; '' to browse a subject. */
  q: z.string().optional(),
  /** Filter to leave out, with its values as given. */
  without: z.object({ field: z.string(), values: z.array(z.string()) }).optional(),
  /** Subject to browse, with its German label. */
  subject: z.object({ code: z.string(), label: z.string() }).optional(),
  count: z.int(),
});
export type Fallback = z.output<typeof Fallback>;
