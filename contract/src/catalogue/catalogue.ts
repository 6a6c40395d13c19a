/** Searching and reading media. Field names follow the specification (§3), in database tables and in the API. */
import { z } from 'zod';
import { byIdentifier, day } from '../fields.ts';
import { endpoint } from '../endpoint.ts';
import { MediaFile, Viewer } from '../files/files.ts';
import { MaterialOf } from './material-rights.ts';
import { Fallback } from './fallbacks.ts';
import { DistinctReply, SuggestReply } from './facet-replies.ts';
import { MayAnswer } from './may-answers.ts';
import { Rights } from './media-record.ts';
import { FACETS, FILTER_FIELDS, SORTS, SearchWords } from './search-words.ts';
import { CLASS_NEEDS } from './needs.ts';

export * from './facet-replies.ts';
export * from './fallbacks.ts';
export * from './media-record.ts';
export * from './search-words.ts';

const page = {
  offset: z.coerce.number().int().min(0).max(10_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(20),
};

export const MarkedText = z.array(z.object({ text: z.string(), mark: z.boolean() }));
export type MarkedText = z.output<typeof MarkedText>;

/** Medium in a list of results, with the fields that its card shows. */
export const MediaItem = z.object({
  identifier: z.string(),
  fn_nr: z.string().nullable(),
  fn_titel: z.string(),
  fn_kurztext: z.string(),
  is_mediathek: z.boolean(),
  fn_geb: z.array(z.string()),
  fn_sprache: z.array(z.string()),
  fn_typ: z.string(),
  fn_adressat: z.array(z.string()),
  fn_prodname: z.string(),
  year: z.int().nullable(),
  duration: z.int().nullable(),
  url: z.string().nullable(),
  recommended: z.boolean(),
  /** ISO date on which the medium entered the catalogue. `new` is true for 14 days. */
  published: z.string(),
  new: z.boolean(),
  captions: z.boolean(),
  /** Needs of classes that the medium meets (docs/behaviour/classes.md#requirements-of-media). */
  meets: z.array(z.enum(CLASS_NEEDS)),
  viewer: Viewer,
  /** URL of the cover, which is 400 × 226 pixels. */
  cover: z.string(),
  /** Title and short text for display, with soft hyphens in long words. */
  display: z.object({ title: z.string(), subtitle: z.string() }),
  /** Licence as the user sees it (docs/specification.md#entities). Each field is `false` if it does not apply. */
  valid_to: z.union([day, z.literal(false)]),
  remaining: z.union([z.int(), z.literal(false)]),
  returns: z.union([z.int(), z.literal(false)]),
  active: z.boolean(),
  /** True if there is a licence but no free seat. */
  full: z.boolean().optional(),
  /** True for an unpublished draft, which only its author can see. */
  draft: z.boolean(),
  /** Set for the author of a draft of own material that is visible to individual people but not to the whole school. */
  limited: z.boolean().optional(),
  /** Needs requested by the search that the medium meets. */
  fits: z.array(z.enum(CLASS_NEEDS)).optional(),
  /** True if only some words of the query match (docs/behaviour/search.md#words). */
  partial: z.boolean().optional(),
  /** Set for a semantic match: similarity to the question from 0 to 1, and the most similar words. */
  meant: z.object({ similarity: z.number(), near: z.array(z.string()) }).optional(),
  marked: z.object({ fn_titel: MarkedText.optional(), fn_kurztext: MarkedText.optional() }).optional(),
  /** Passage that matches the query. `at` is its position in seconds, if known. */
  reason: z.object({ where: z.enum(['captions', 'part', 'text', 'keyword']), text: MarkedText, at: z.int().nullable() }).optional(),
  bookmarked: z.boolean(),
  /** `wish` is true if the user may request the missing licence, `borrow` if a lending point lends the medium to the user. */
  can: z.object({ play: z.boolean(), download: z.boolean(), bookmark: z.boolean(), wish: z.boolean(), borrow: z.boolean() }),
});
export type MediaItem = z.output<typeof MediaItem>;

export const SearchReply = z.object({
  total: z.int(),
  partialTotal: z.int(),
  offset: z.int(),
  limit: z.int(),
  items: z.array(MediaItem),
  /** Corrected spelling that returns results, set if the query itself returns none. */
  corrected: z.string().optional(),
  /** Alternative searches that return results, set if nothing was found. */
  fallbacks: z.array(Fallback).optional(),
});
export type SearchReply = z.output<typeof SearchReply>;

/** Reply of a semantic search. */
export const VectorReply = SearchReply.omit({ corrected: true, fallbacks: true }).extend({
  /** Words of the question that occur in the results. */
  words: z.array(z.string()),
  /** Filters derived from the question, except those that the caller sets or ignores. `topic` is the remaining query. */
  understood: z.array(z.object({ field: z.enum(FILTER_FIELDS), values: z.array(z.string()) })),
  topic: z.string(),
  /** True if the search was semantic. */
  meaning: z.boolean(),
  /** Reason why the search was not semantic: the language model is unreachable, or nothing has been embedded yet. */
  notice: z.enum(['unreachable', 'learning']).optional(),
});
export type VectorReply = z.output<typeof VectorReply>;

/** Medium with all the fields that its page shows. */
export const MediaDetail = MediaItem.extend({
  fn_text: z.string(),
  fn_schlag: z.array(z.string()),
  own: MaterialOf.nullable(),
  /** German labels of the codes in fn_geb, fn_sprache, fn_typ and fn_adressat, including parent subjects. */
  labels: z.record(z.string(), z.string()),
  /** Sanitized HTML of fn_text, or `null` if fn_text is plain text. */
  text_html: z.string().nullable(),
  isbn: z.string().nullable(),
  ean: z.string().nullable(),
  doi: z.string().nullable(),
  rights_note: z.string().nullable(),
  rights: Rights.nullable(),
  files: z.array(MediaFile),
  /** Chapters and excerpts. Times are in seconds. */
  sequences: z.array(z.object({ start_s: z.number(), end_s: z.number(), title: z.string() })),
  /** Other versions of the same work, such as versions in easy language, with subtitles, or in other languages. */
  versions: z.array(z.object({ identifier: z.string(), fn_titel: z.string(), fn_sprache: z.array(z.string()) })),
  may: z.array(MayAnswer),
  /** Last playback position of the user in seconds, or `null`. */
  position: z.number().nullable(),
});
export type MediaDetail = z.output<typeof MediaDetail>;

const searchGate = { access: 'user', codes: true, guests: 'openSearch', setting: 'Search' } as const;
const catalogueGate = { access: 'user', codes: true, guests: 'always', setting: ['Search', 'Katalog'] } as const;
const meaningGate = { access: 'user', codes: true, guests: 'openSearch', setting: ['Search', 'VectorSearch'] } as const;
const needs = z
  .string()
  .max(200)
  .default('')
  .transform((joined) => joined.split('|').filter(Boolean))
  .pipe(z.array(z.enum(CLASS_NEEDS)).max(CLASS_NEEDS.length));
const searchQuery = SearchWords.extend({
  ...page,
  sort: z.enum(SORTS).default('relevance'),
  /** Grade of the class to search for, such as `A(7)`. Media for this grade are ranked slightly higher. */
  grade: z.string().max(20).optional(),
  /** Needs of the class, joined with `|`. Media that meet them are ranked slightly higher and report them in `fits`. */
  needs,
});
/** Filters that must not be derived from the question, joined with `|`, because the user has removed them. */
const ignore = z
  .string()
  .max(200)
  .default('')
  .transform((joined) => joined.split('|').filter(Boolean))
  .pipe(z.array(z.enum(FILTER_FIELDS)).max(FILTER_FIELDS.length));
const distinctQuery = SearchWords.extend({ f: z.enum(FACETS) });
const suggestQuery = z.object({
  q: z.string().max(200).default(''),
  limit: z.coerce.number().int().min(1).max(20).default(8),
  usable: SearchWords.shape.usable,
});

export const catalogue = {
  search: endpoint({
    method: 'GET',
    path: '/api/v1/media/search',
    summary: 'Search media the user may use',
    ...searchGate,
    query: searchQuery,
    reply: SearchReply,
  }),
  distinct: endpoint({
    method: 'GET',
    path: '/api/v1/media/search/distinct',
    summary: 'Values of one filter field over the result, with counts',
    ...searchGate,
    query: distinctQuery,
    reply: DistinctReply,
  }),
  suggest: endpoint({
    method: 'GET',
    path: '/api/v1/media/search/suggest',
    summary: 'Completions of the query',
    ...searchGate,
    query: suggestQuery,
    reply: SuggestReply,
  }),
  vectorSearch: endpoint({
    method: 'GET',
    path: '/api/v1/media/search/vector',
    summary: 'Search by meaning and words of a question',
    ...meaningGate,
    query: searchQuery.extend({ ignore }),
    reply: VectorReply,
  }),
  vectorDistinct: endpoint({
    method: 'GET',
    path: '/api/v1/media/search/vector/distinct',
    summary: 'Values of one filter field for a search by meaning, with counts',
    ...meaningGate,
    query: distinctQuery.extend({ ignore }),
    reply: DistinctReply,
  }),
  catalogueSearch: endpoint({
    method: 'GET',
    path: '/api/v1/media/catalogue/search',
    summary: 'Search the whole catalogue',
    ...catalogueGate,
    query: searchQuery,
    reply: SearchReply,
  }),
  catalogueDistinct: endpoint({
    method: 'GET',
    path: '/api/v1/media/catalogue/search/distinct',
    summary: 'Values of one filter field over the whole catalogue',
    ...catalogueGate,
    query: distinctQuery,
    reply: DistinctReply,
  }),
  catalogueSuggest: endpoint({
    method: 'GET',
    path: '/api/v1/media/catalogue/search/suggest',
    summary: 'Completions over the whole catalogue',
    ...catalogueGate,
    query: suggestQuery,
    reply: SuggestReply,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/v1/media/{identifier}',
    summary: 'One medium with files and rights',
    access: 'user',
    codes: true,
    guests: 'always',
    params: byIdentifier,
    reply: MediaDetail,
  }),
  catalogueDetail: endpoint({
    method: 'GET',
    path: '/api/v1/media/catalogue/{identifier}',
    summary: 'A medium of the whole catalogue',
    access: 'user',
    codes: true,
    guests: 'always',
    setting: 'Katalog',
    params: byIdentifier,
    reply: MediaDetail,
  }),
  similar: endpoint({
    method: 'GET',
    path: '/api/v1/media/{identifier}/similar',
    summary: 'Similar media',
    access: 'user',
    codes: true,
    guests: 'always',
    trait: 'similarMedia',
    params: byIdentifier,
    reply: z.object({ items: z.array(MediaItem) }),
  }),
  trending: endpoint({
    method: 'GET',
    path: '/api/v1/media/search/trending',
    summary: "Media of the user's search scope that many users opened or bookmarked recently",
    ...searchGate,
    setting: ['Search', 'Trending'],
    reply: z.object({ items: z.array(MediaItem) }),
  }),
  qr: endpoint({
    method: 'GET',
    path: '/api/v1/media/{identifier}/qr',
    summary: 'Address of a medium as a QR code (SVG), for print',
    access: 'user',
    guests: 'always',
    params: byIdentifier,
    reply: 'stream',
  }),
};
