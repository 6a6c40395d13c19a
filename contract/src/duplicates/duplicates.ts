/** Duplicate records, which can be merged and separated again (docs/behaviour/duplicates.md). */
import { z } from 'zod';
import { done, endpoint } from '../endpoint.ts';
import { byId, count, identifier, moment } from '../fields.ts';

export const DUPLICATE_LIMITS = { pairs: 50, merges: 50, atOnce: 50, undoDays: 30 } as const;

/** Reasons for which two records may be duplicates. Only the numbers are reliable enough for automatic rules. */
export const PAIR_REASONS = ['isbn', 'ean', 'doi', 'title'] as const;
export type PairReason = (typeof PAIR_REASONS)[number];

const Side = z.object({
  identifier,
  title: z.string(),
  about: z.string(),
  fn_typ: z.string(),
  producer: z.string(),
  year: z.int().nullable(),
  numbers: z.array(z.string()),
  /** True if the medium is free for everyone. */
  free: z.boolean(),
  /** Number of files of the record. */
  files: count,
  licences: count,
  bookmarks: count,
  lists: count,
});
export type PairSide = z.output<typeof Side>;

const Pair = z.object({ reason: z.enum(PAIR_REASONS), sides: z.tuple([Side, Side]) });
export type Pair = z.output<typeof Pair>;

const Merge = z.object({
  id: z.uuid(),
  kept: z.object({ identifier, title: z.string() }),
  gone: z.object({ identifier, title: z.string() }),
  merged_at: moment,
  /** Time until which the merge can be undone. */
  until: moment,
});
export type Merge = z.output<typeof Merge>;

const gate = { access: 'districtAdmin' } as const;
const PATH = '/api/v1/duplicates';

export const duplicates = {
  list: endpoint({
    method: 'GET',
    path: PATH,
    summary: 'Possible duplicates, at most fifty pairs, and merges that can be undone',
    ...gate,
    reply: z.object({ pairs: z.array(Pair), merges: z.array(Merge) }),
  }),
  merge: endpoint({
    method: 'POST',
    path: `${PATH}/merge`,
    summary: 'Merge two media: content of one moves to the other, and it leaves the catalogue',
    ...gate,
    body: z.object({ kept: identifier, gone: identifier }),
    reply: z.object({ merged: count }),
  }),
  mergeSure: endpoint({
    method: 'POST',
    path: `${PATH}/merge-sure`,
    summary: 'Merge up to fifty pairs with the same ISBN, EAN or DOI; the older record remains',
    ...gate,
    reply: z.object({ merged: count }),
  }),
  apart: endpoint({
    method: 'POST',
    path: `${PATH}/apart`,
    summary: 'Mark two media as different',
    ...gate,
    body: z.object({ one: identifier, other: identifier }),
    reply: done,
  }),
  undo: endpoint({
    method: 'POST',
    path: `${PATH}/{id}/undo`,
    summary: 'Undo a merge: moved content returns, and both media are in the catalogue again',
    ...gate,
    params: byId,
    reply: done,
  }),
};
