/**
 * The engine's public interface: schema, records, queries, answers. The engine knows nothing of the portal: which fields
 * exist, how they weigh and which of them are code trees comes with a `Schema`.
 */

/** How one text field counts. `weight` is the BM25F weight; `exact` marks the field whose whole text may equal the query (the title). */
export type TextField = { weight: number; exact?: true };

/** A field that filters and is counted. In a `tree` every prefix of a code that is itself a known code is its ancestor. */
export type ValueField = { tree?: true };

/** A number kept for every record, for sorting and boosts. */
type NumberField = { unit?: string };

export type Schema = {
  text: Record<string, TextField>;
  values: Record<string, ValueField>;
  numbers: Record<string, NumberField>;
};

/** One record as the engine sees it. Missing fields are empty. `text` values are plain text, not HTML. */
export type SearchRecord = {
  id: string;
  /** Main language of the text, ISO 639-1 (`de`, `en` …); decides stemming. */
  language?: string;
  text: Record<string, string | readonly string[]>;
  values: Record<string, readonly string[]>;
  numbers: Record<string, number>;
  /** Its vector in the space of a language model; absent where meaning is learned from the catalogue (see `OpenOptions.space`). */
  vector?: { space: string; values: Int8Array | Float32Array };
  /** Who may see it: a person sees a record that carries at least one of the person's tokens. */
  visible: readonly string[];
};

/** A change with the number it has in the change log; `record: null` removes the record. */
export type Change = { seq: number; id: string; record: SearchRecord | null };

/** Changes that are applied together, all of them or none: at once, or in pieces, each of which can be forgotten when the next is asked for. */
export type Changes = readonly Change[] | AsyncIterable<readonly Change[]>;

export type Filters = Record<string, readonly string[]>;

export type Query = {
  /** As typed: words, `"phrase"`, `-word`, `word*`, `field:word`. Empty finds everything. */
  q: string;
  /** Values of one field are OR, fields are AND. With a trailing `*` every value with that prefix matches. */
  filters?: Filters;
  /** The person's tokens (see `SearchRecord.visible`). */
  visible: readonly string[];
};

export type Sort = 'relevance' | 'title' | { number: string; order: 'asc' | 'desc' };

export type SearchQuery = Query & {
  offset?: number;
  limit?: number;
  sort?: Sort;
  /** The last word is still being typed: it also matches as a prefix. */
  live?: boolean;
  /** Multiplies the score of records that carry the value or the token, or whose number is at least `min`. */
  boosts?: readonly (
    | { field: string; value: string; factor: number }
    | { token: string; factor: number }
    | { number: string; min: number; factor: number }
  )[];
  /** Text fields for which marked pieces are wanted. */
  highlight?: readonly string[];
  /** Text fields that say why a record was found, where those of `highlight` do not have all words; in the order in which they are looked at. */
  reasons?: readonly string[];
};

/** A query for its meaning. */
export type SemanticQuery = SearchQuery & {
  /** The query's vector in the space the engine was opened with; without one, words alone count. */
  vector?: Float32Array;
};

export type Hit = {
  id: string;
  score: number;
  /** Some words of the query are missing in this record (docs/behaviour/search.md#words). */
  partial: boolean;
  /** For each field of `highlight` in which something matched: its text in fragments, `mark` on those that did. */
  highlight?: Record<string, readonly { text: string; mark: boolean }[]>;
  /** The passage of the first of `reasons` with a word that the fields of `highlight` do not have. */
  reason?: { field: string; pieces: readonly { text: string; mark: boolean }[] };
};

export type SearchAnswer = {
  /** Records in which all words match. */
  total: number;
  /** Records that follow them with some words missing. */
  partialTotal: number;
  hits: Hit[];
  /** A spelling with hits, when nothing was found as typed; the whole query rewritten. */
  corrected?: string;
};

/** An answer by meaning: `total` counts the records taken, at most 200. */
export type SemanticAnswer = Omit<SearchAnswer, 'corrected' | 'hits'> & {
  hits: (Hit & {
    /** Cosine of the vectors of query and record; 0 for a match by words alone. */
    similarity: number;
    /** Words of the record, as written there, that are nearest to the query and not in it; only where meaning is learned. */
    near: string[];
  })[];
  /** The words of the query, as typed, that occur in the hits. */
  words: string[];
  /** Whether meaning was used: not where the catalogue is too small, or the model knows no word of the query. */
  meaning: boolean;
};

export type FacetCount = { value: string; count: number };

/** `id`: the one record that has it, where it is the whole title of one. */
export type Suggestion = { text: string; field: string; count: number; id?: string };

export type EngineStatus = {
  /** The last change number that is part of the index. */
  seq: number;
  records: number;
  bytes: number;
  workers: number;
  /** Whether a model is trained: from 50 records on, shortly after the last change. */
  meaning: boolean;
};

/**
 * The engine. Every answer is exact for the changes applied so far. Failures are `SearchError`s.
 * The same interface is served by `openEngine` (in this thread, for tests and small tools) and `openPool`
 * (worker threads over shared memory; the calling thread never scans).
 */
export type Engine = {
  /** Changes handed over while others are being applied are applied after them, and fail where these fail: none is left out. */
  apply(changes: Changes): Promise<void>;
  search(query: SearchQuery): Promise<SearchAnswer>;
  /** Records whose meaning or words are near those of the query. `boosts` and `live` are ignored. */
  semantic(query: SemanticQuery): Promise<SemanticAnswer>;
  /** Values of one field over the whole result, the field's own filter left out; most frequent first. */
  facets(
    query: Query & {
      field: string;
      limit?: number;
      /** As in `search`. */
      live?: boolean;
      /** Over the answer of `semantic`. */
      semantic?: boolean;
      vector?: Float32Array;
    },
  ): Promise<FacetCount[]>;
  /** Completions of what is being typed, over the fields named. */
  suggest(query: { q: string; visible: readonly string[]; fields: readonly string[]; limit?: number }): Promise<Suggestion[]>;
  similar(query: { id: string; visible: readonly string[]; limit?: number }): Promise<Hit[]>;
  /** Ids of the records there are, in the order of code points: those after one, at most `limit`. */
  ids(query: { after?: string; limit: number }): Promise<string[]>;
  /**
   * Holds records against those that are kept: ids of those that are not there, and of those with another content. Numbers that a record does not name
   * are not looked at, nor vectors.
   */
  compare(query: { records: readonly SearchRecord[] }): Promise<{ missing: string[]; differing: string[] }>;
  /**
   * Replaces the synonyms: groups of words that mean the same, a member of which may be several words; and the terms of a
   * thesaurus, each with the one to use instead: who looks for the first finds the second, but not the other way round.
   */
  setSynonyms(groups: readonly (readonly string[])[], useInstead?: readonly UseInstead[]): void;
  status(): EngineStatus;
  /** Writes the snapshot: to a temporary file, which is then renamed. */
  save(): Promise<void>;
  close(): Promise<void>;
};

/** A term and the one its records use instead. */
export type UseInstead = readonly [term: string, preferred: string];

export type OpenOptions = {
  schema: Schema;
  /** The snapshot file; absent: nothing is stored. A snapshot that does not fit is ignored, `status().seq` is then 0. */
  snapshot?: string;
  /** Worker threads; default: cores − 1, at least 1. */
  workers?: number;
  /** A query is cut off after this many milliseconds (default 2000) with `SearchError('timeout')`. */
  timeout?: number;
  /** Groups of words that mean the same, until `setSynonyms` names others. */
  synonyms?: readonly (readonly string[])[];
  /** Labels whose words are good compound parts (subject and keyword labels). */
  vocabulary?: readonly string[];
  /** The space of the vectors supplied with records. Absent: the engine learns from the records what words mean. */
  space?: string;
};

/** A refusal with a reason: `timeout`, `bad_query` (unknown field, impossible offset), `closed`, `unavailable` (a driver whose index is elsewhere). */
type Refusal = 'timeout' | 'bad_query' | 'closed' | 'unavailable';

export class SearchError extends Error {
  readonly code: Refusal;
  constructor(code: Refusal, message: string) {
    super(message);
    this.name = 'SearchError';
    this.code = code;
  }
}
