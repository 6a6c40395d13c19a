/** Replies that count the values of a field or complete a query. */
import { z } from 'zod';
import { FACETS } from './search-words.ts';

export const FacetValue = z.object({ value: z.string(), label: z.string(), count: z.int() });
export type FacetValue = z.output<typeof FacetValue>;

export const DistinctReply = z.object({ f: z.enum(FACETS), values: z.array(FacetValue) });

export const SuggestReply = z.object({
  suggestions: z.array(
    z.object({
      text: z.string(),
      kind: z.enum(['title', 'keyword', 'subject', 'producer']),
      count: z.int(),
      /** Identifier of the medium, set if only one medium has this title. */
      identifier: z.string().optional(),
    }),
  ),
});
export type SuggestReply = z.output<typeof SuggestReply>;
