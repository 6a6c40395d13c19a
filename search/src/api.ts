/**
 * Public API of the search engine: schema, records, queries, answers. The engine is independent of the portal; fields, weights and code trees are
 * defined by a `Schema`.
 */

/** A text field. `weight` is its BM25F weight. `exact` marks the title field, whose complete text is compared with the query. */
export type TextField = { weight: number; exact?: true };

/** A field for filters and facets. In a `tree`, each prefix of a code that is itself a code in the index is an ancestor of that code. */
export type ValueField = { tree?: true };

/** A numeric field for sorting and boosts. */
type NumberField = { unit?: string };

export type Schema = {
  text: Record<string, TextField>;
  values: Record<string, ValueField>;
  numbers: Record<string, NumberField>;
};

/** A record of the index. Missing fields are empty. Values of `text` are plain text, not HTML. */
export type SearchRecord = {
  id: string;
  /** Main language of the text as an ISO 639-1 code (`de`, `en` …), which selects the stemmer. German by default. */
  language?: string;
  text: Record<string, string | readonly string[]>;
  values: Record<string, readonly string[]>;
  numbers: Record<string, number>;
  /** Vector of the record in the space of an external language model. Missing if the engine trains a model itself (see `OpenOptions.space`). */
  vector?: { space: string; values: Int8Array | Float32Array };
  /** Visibility tokens. A user sees a record if they share at least one token with it. */
  visible: readonly string[];
};

/** A change with its number in the change log. If `record` is null, the record is deleted. */
export type Change = { seq: number; id: string; record: SearchRecord | null };

/** Changes that are applied atomically: a list, or batches that can be freed once the next one is requested. */
export type Changes = readonly Change[] | AsyncIterable<readonly Change[]>;

export type Filters = Record<string, readonly string[]>;

export type Query = {
  /** The query as typed: words, `"phrase"`, `-word`, `word*`, `field:word`. An empty query matches all records. */
  q: string;
  /** A record must match one of the values in each field. A trailing `*` matches all values with the prefix. */
  filters?: Filters;
  /** Visibility tokens of the user (see `SearchRecord.visible`). */
  visible: readonly string[];
};

export type Sort = 'relevance' | 'title' | { number: string; order: 'asc' | 'desc' };

export type SearchQuery = Query & {
  offset?: number;
  limit?: number;
  sort?: Sort;
  /** True while the user is typing: the last word then also matches as a prefix. */
  live?: boolean;
  /** Score factors for records that have a value or a token, or whose number is at least `min`. */
  boosts?: readonly (
    | { field: string; value: string; factor: number }
    | { token: string; factor: number }
    | { number: string; min: number; factor: number }
  )[];
  /** Text fields in which matches are highlighted. */
  highlight?: readonly string[];
  /** Text fields that can explain a hit, in order of precedence, if the fields of `highlight` do not contain all words. */
  reasons?: readonly string[];
};

/** A query of the AI search. */
export type SemanticQuery = SearchQuery & {
  /** Vector of the query in the engine's vector space. Without it, only words are compared. */
  vector?: Float32Array;
};

export type Hit = {
  id: string;
  score: number;
  /** True if the record does not contain all words of the query (docs/behaviour/search.md#words). */
  partial: boolean;
  /** Text of each field in `highlight` that contains a match, split into fragments. `mark` is true for matching fragments. */
  highlight?: Record<string, readonly { text: string; mark: boolean }[]>;
  /** Passage of a field in `reasons` that contains a word which the fields in `highlight` lack. */
  reason?: { field: string; pieces: readonly { text: string; mark: boolean }[] };
};

export type SearchAnswer = {
  /** Number of records that match all words. */
  total: number;
  /** Number of partial matches, which follow the full matches. */
  partialTotal: number;
  hits: Hit[];
  /** The query with corrected spelling, if only the corrected query has full matches. */
  corrected?: string;
};

/** Answer of the AI search. `total` is the number of retrieved records. */
export type SemanticAnswer = Omit<SearchAnswer, 'corrected' | 'hits'> & {
  hits: (Hit & {
    /** Cosine similarity of query and record; 0 if the record only matches by words. */
    similarity: number;
    /** Words of the record, as spelled there, that are most similar to the query. Empty unless the engine trained the model itself. */
    near: string[];
  })[];
  /** Words of the query, as typed, that occur in at least one of the hits. */
  words: string[];
  /** True if vectors were compared; `false` if there is no model or it contains no word of the query. */
  meaning: boolean;
};

export type FacetCount = { value: string; count: number };

/** A completion. `id` is set if the text is the complete title of exactly one record. */
export type Suggestion = { text: string; field: string; count: number; id?: string };

export type EngineStatus = {
  /** Number of the last change that is in the index. */
  seq: number;
  records: number;
  bytes: number;
  workers: number;
  /** True if records have vectors. A model is trained for 50 or more records, shortly after the last change. */
  meaning: boolean;
};

/**
 * The search engine. Every answer is exact for the changes applied so far. Methods reject with a `SearchError`. `openEngine` runs it in the calling
 * thread, for tests and tools; `openPool` runs it in worker threads over shared memory.
 */
export type Engine = {
  /** Applies changes after those of earlier calls. Rejects if an earlier call failed, so that no change is skipped. */
  apply(changes: Changes): Promise<void>;
  search(query: SearchQuery): Promise<SearchAnswer>;
  /** Returns records that are similar to the query in meaning or words. `boosts` and `live` are ignored. */
  semantic(query: SemanticQuery): Promise<SemanticAnswer>;
  /** Returns the values of a field among all results, most frequent first. The filter on the field itself is ignored. */
  facets(
    query: Query & {
      field: string;
      limit?: number;
      /** True while the user is typing, as in `search`. */
      live?: boolean;
      /** Counts the records that `semantic` retrieves. */
      semantic?: boolean;
      vector?: Float32Array;
    },
  ): Promise<FacetCount[]>;
  /** Returns completions of a typed text from the given fields. */
  suggest(query: { q: string; visible: readonly string[]; fields: readonly string[]; limit?: number }): Promise<Suggestion[]>;
  similar(query: { id: string; visible: readonly string[]; limit?: number }): Promise<Hit[]>;
  /** Returns at most `limit` identifiers that follow `after` in code point order. */
  ids(query: { after?: string; limit: number }): Promise<string[]>;
  /**
   * Compares records with the index and returns the identifiers of missing and of different records. Vectors, and numbers that a given record lacks,
   * are ignored.
   */
  compare(query: { records: readonly SearchRecord[] }): Promise<{ missing: string[]; differing: string[] }>;
  /**
   * Replaces all synonyms. In `groups`, each word or phrase finds all others. In `useInstead`, a term also finds its preferred term, but not the
   * reverse.
   */
  setSynonyms(groups: readonly (readonly string[])[], useInstead?: readonly PreferredTerm[]): void;
  status(): EngineStatus;
  /** Writes the snapshot to a temporary file, which then replaces the previous one. */
  save(): Promise<void>;
  close(): Promise<void>;
};

/** A term and the preferred term that records contain instead. */
export type PreferredTerm = readonly [term: string, preferred: string];

export type OpenOptions = {
  schema: Schema;
  /** Path of the snapshot file. Without it, nothing is stored. If the file is unreadable or outdated, it is ignored and `status().seq` is 0. */
  snapshot?: string;
  /** Number of worker threads; by default one less than the number of cores, but at least 1. */
  workers?: number;
  /** Timeout of a query in milliseconds; 2000 by default. The query then rejects with `SearchError('timeout')`. */
  timeout?: number;
  /** Initial groups of synonyms, until `setSynonyms` replaces them. */
  synonyms?: readonly (readonly string[])[];
  /** Labels of subjects and keywords, whose words are preferred as compound parts. */
  vocabulary?: readonly string[];
  /** Name of the space of the vectors supplied with records. Without it, the engine trains a model from the catalogue. */
  space?: string;
};

/**
 * Code of a `SearchError`: `timeout`, `bad_query` (such as an unknown field or invalid page), `closed`, `unavailable` (a cluster that cannot be
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
