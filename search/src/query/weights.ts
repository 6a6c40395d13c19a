/**
 * All weights of the ranking in one table. They were tuned on the judged sets (search/relevance/EXPERIMENTS.md). Weights of text
 * fields are in the schema, those of positions and compound parts in index/impact.ts.
 */
export const WEIGHTS = {
  /** Factors of an alternative to a query word, in 256ths of an exact match. */
  alternative: {
    exact: 256,
    /** Another spelling: `Fotosynthese` for `Photosynthese`. */
    variant: 230,
    /** Two query words written as one: `Klima Wandel`, `Cyber-Mobbing`. */
    joined: 230,
    synonym: 180,
    /** A word that begins with the last query word, which the user is still typing. */
    unfinished: 180,
    /** The digits of an ordinal: `2` for `2.`. */
    ordinalDigits: 180,
    /** A word within the allowed edit distance. */
    typo: 120,
    /** The parts of a compound as separate words. */
    splitCompound: 128,
    /** A longer word that begins with the stem. */
    longerWord: 110,
    /** In a partial match: a word of the same family (`Heizung` for `heizen`). */
    family: 180,
    /** In a partial match: the outermost part of a compound. */
    compoundPart: 90,
  },

  /** A title compared with the whole query. */
  title: {
    /** Added to the score if the title equals the query; larger than any sum of words. */
    equal: 1e9,
    /** Factor of a title that differs by an ending or an allowed typing error, or that is one compound of the query. */
    near: 2,
    /** Factor of a title that begins with the query as a word. */
    begins: 1.5,
    /** Added to `begins`, times the share of the title that the query covers. */
    beginsShare: 0.5,
    /** Factor of a title of several words that begins with a compound of the query. */
    beginsCompound: 1.2,
  },

  /** Factor of a record that has the whole query as a phrase. */
  phrase: { title: 1.6, text: 1.25 },

  /** Score of records that need not have all words, and of questions (score of `complete.ts`). */
  partial: {
    /** A record keeps this power of the share of the query's weight that it has. */
    shareExponent: 0.8,
    /** Minimum share, for records that have only words near in meaning. */
    minShare: 0.05,
    /** Share of a missing word's weight that counts as present if a related stem is present. */
    relatedShare: 0.3,
    /** Factor of a word near in meaning, times its cosine. */
    nearTerm: 0.2,
    /** Weight of the record's cosine relative to the words of the best record; less for a model with fewer than `dimensions`. */
    cosine: 1,
    dimensions: 128,
    /** Share of the weight of the words in the best window. */
    window: 0.5,
  },

  /** Reciprocal rank fusion (Cormack et al. 2009) of a list by words and a list by meaning. */
  fusion: {
    rank: 20,
    /** Weight of the rank by words in AI search; the rank by meaning has 1. */
    words: 0.7,
    /** Weight of the rank by meaning among similar records; the rank by words has 1. */
    similarMeaning: 0.7,
  },

  /** AI search with a model of the catalogue: added to the score of a record that has all words; other scores are at most about 2. */
  semantic: { allWords: 0.3, equalTitle: 10 },

  /** Factor of the count of a completion that begins with the typed text. */
  completion: { begins: 3 },
} as const;
