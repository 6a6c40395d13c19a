/**
 * The public interface of the engine: schema, records, queries, answers. The engine is independent of the portal: fields, weights and code
 * trees come with a `Schema`.
 */

/**
 * Weighting of a text field. `weight` is the BM25F weight; `exact` marks the field whose whole text is compared with the query (the title).
 */
export type TextField = { weight: number; exact?: true };

/** A field for filters and facets. In a `tree`, every prefix of a code that is itself a code of the index is its ancestor. */
export type ValueField = { tree?: true };

/** A number of every record, for sorting and boosts. */
type NumberField = { unit?: string };

export type Schema = {
  text: Record<string, TextField>;
  values: Record<string, ValueField>;
  numbers: Record<string, NumberField>;
};

/** One record. Missing fields are empty. `text` values are plain text, not HTML. */
export type SearchRecord = {
  id: string;
  /** Main language of the text, ISO 639-1 (`de`, `en` …); selects the stemmer. Default: German. */
  language?: string;
  text: Record<string, string | readonly string[]>;
  values: Record<string, readonly string[]>;
  numbers: Record<string, number>;
  /**
   * The vector of the record in the space of a language model; absent if meaning is learned from the catalogue (see `OpenOptions.space`).
   */
  vector?: { space: string; values: Int8Array | Float32Array };
  /** Visibility tokens: a user sees a record that has at least one of the user's tokens. */
  visible: readonly string[];
};

/** A change with its number in the change log; `record: null` deletes the record. */
export type Change = { seq: number; id: string; record: SearchRecord | null };

/** Changes that are applied atomically: as one list, or in batches that are released as soon as the next is requested. */
export type Changes = readonly Change[] | AsyncIterable<readonly Change[]>;

export type Filters = Record<string, readonly string[]>;

export type Query = {
  /** The query as typed: words, `"phrase"`, `-word`, `word*`, `field:word`. An empty query matches all records. */
  q: string;
  /** Values of one field are OR, fields are AND. With a trailing `*` every value with that prefix matches. */
  filters?: Filters;
  /** Visibility tokens of the user (see `SearchRecord.visible`). */
  visible: readonly string[];
};

export type Sort = 'relevance' | 'title' | { number: string; order: 'asc' | 'desc' };

export type SearchQuery = Query & {
  offset?: number;
  limit?: number;
  sort?: Sort;
  /** The user is still typing the last word: it also matches as a prefix. */
  live?: boolean;
  /** Factors for the score of records that have the value or the token, or whose number is at least `min`. */
  boosts?: readonly (
    | { field: string; value: string; factor: number }
    | { token: string; factor: number }
    | { number: string; min: number; factor: number }
  )[];
  /** Text fields whose matches are marked. */
  highlight?: readonly string[];
  /** Text fields that give the reason of a hit, in order of precedence, if the fields of `highlight` do not have all words. */
  reasons?: readonly string[];
};

/** A query of AI search. */
export type SemanticQuery = SearchQuery & {
  /** The vector of the query in the space the engine was opened with; without it only words count. */
  vector?: Float32Array;
};

export type Hit = {
  id: string;
  score: number;
  /** The record lacks some words of the query (docs/behaviour/search.md#words). */
  partial: boolean;
  /** For each field of `highlight` with a match: its text in fragments, of which the matching ones have `mark`. */
  highlight?: Record<string, readonly { text: string; mark: boolean }[]>;
  /** The passage of the first of `reasons` with a word that the fields of `highlight` do not have. */
  reason?: { field: string; pieces: readonly { text: string; mark: boolean }[] };
};

export type SearchAnswer = {
  /** Number of records in which all words match. */
  total: number;
  /** Number of partial matches that follow them. */
  partialTotal: number;
  hits: Hit[];
  /** The query with a corrected spelling, if only the corrected spelling has full matches. */
  corrected?: string;
};

/** An answer of AI search; `total` is the number of retrieved records. */
export type SemanticAnswer = Omit<SearchAnswer, 'corrected' | 'hits'> & {
  hits: (Hit & {
    /** Cosine of the vectors of query and record; 0 for a match by words only. */
    similarity: number;
    /** Words of the record, in its spelling, that are nearest to the query; empty unless meaning is learned from the catalogue. */
    near: string[];
  })[];
  /** The words of the query, as typed, that occur in at least one of the hits. */
  words: string[];
  /** Meaning was used; `false` if the catalogue is too small or the model contains no word of the query. */
  meaning: boolean;
};

export type FacetCount = { value: string; count: number };

/** A completion; `id` is the record if the text is the whole title of exactly one. */
export type Suggestion = { text: string; field: string; count: number; id?: string };

export type EngineStatus = {
  /** Number of the last change in the index. */
  seq: number;
  records: number;
  bytes: number;
  workers: number;
  /** A model is trained: with at least 50 records, shortly after the last change. */
  meaning: boolean;
};

/**
 * The engine. Every answer is exact for the changes applied so far. Methods reject with a `SearchError`. Implemented by `openEngine` (in
 * the calling thread, for tests and tools) and `openPool` (worker threads over shared memory; the calling thread does not search).
 */
export type Engine = {
  /** Applies changes after those of earlier calls. Fails if one of those fails, so that no change is skipped. */
  apply(changes: Changes): Promise<void>;
  search(query: SearchQuery): Promise<SearchAnswer>;
  /** Returns records whose meaning or words are near those of the query. `boosts` and `live` are ignored. */
  semantic(query: SemanticQuery): Promise<SemanticAnswer>;
  /** Returns the values of a field over the whole result, most frequent first. The filter of the field itself is ignored. */
  facets(
    query: Query & {
      field: string;
      limit?: number;
      /** Same as in `search`. */
      live?: boolean;
      /** Counts over the records retrieved by `semantic`. */
      semantic?: boolean;
      vector?: Float32Array;
    },
  ): Promise<FacetCount[]>;
  /** Completes the text a user is typing from the given fields. */
  suggest(query: { q: string; visible: readonly string[]; fields: readonly string[]; limit?: number }): Promise<Suggestion[]>;
  similar(query: { id: string; visible: readonly string[]; limit?: number }): Promise<Hit[]>;
  /** Returns at most `limit` identifiers after `after`, by code point. */
  ids(query: { after?: string; limit: number }): Promise<string[]>;
  /**
   * Compares records with the index: returns the identifiers of missing records and of those with different content. Vectors, and numbers
   * that a record does not name, are not compared.
   */
  compare(query: { records: readonly SearchRecord[] }): Promise<{ missing: string[]; differing: string[] }>;
  /**
   * Replaces the synonyms: groups, whose members (of one or several words) find each other, and terms that also find their preferred term,
   * but not the reverse.
   */
  setSynonyms(groups: readonly (readonly string[])[], useInstead?: readonly UseInstead[]): void;
  status(): EngineStatus;
  /** Writes the snapshot to a temporary file and renames it. */
  save(): Promise<void>;
  close(): Promise<void>;
};

/** A term and the preferred term that records use instead. */
export type UseInstead = readonly [term: string, preferred: string];

export type OpenOptions = {
  schema: Schema;
  /**
   * Path of the snapshot file; without it nothing is stored. An unreadable or outdated snapshot is ignored, and `status().seq` is then 0.
   */
  snapshot?: string;
  /** Number of worker threads; default: cores − 1, at least 1. */
  workers?: number;
  /** Timeout of a query in milliseconds, default 2000; then it rejects with `SearchError('timeout')`. */
  timeout?: number;
  /** Groups of synonyms until `setSynonyms` replaces them. */
  synonyms?: readonly (readonly string[])[];
  /** Labels of subjects and keywords; their words are preferred compound parts. */
  vocabulary?: readonly string[];
  /** Name of the vector space of vectors supplied with records. Without it the engine learns meaning from the catalogue. */
  space?: string;
};

/**
 * Code of a `SearchError`: `timeout`, `bad_query` (unknown field, invalid page), `closed`, `unavailable` (a cluster that cannot be
 * reached).
 */
type Refusal = 'timeout' | 'bad_query' | 'closed' | 'unavailable';

export class SearchError extends Error {
  readonly code: Refusal;
  constructor(code: Refusal, message: string) {
    super(message);
    this.name = 'SearchError';
    this.code = code;
  }
}
