/**
 * All weights of the ranking. They were tuned on the judged sets (search/relevance/EXPERIMENTS.md). Weights of text fields are in the schema; weights
 * of positions and compound parts are in index/impact.ts.
 */
export const WEIGHTS = {
  /** Factors of alternatives to a query word, in 256ths of an exact match. */
  alternative: {
    exact: 256,
    /** Another spelling, such as `Fotosynthese` for `Photosynthese`. */
    variant: 230,
    /** Two query words that form a compound, such as `Klima Wandel` or `Cyber-Mobbing`. */
    joined: 230,
    synonym: 180,
    /** A word that begins with the last query word, which the user is still typing. */
    unfinished: 180,
    /** The digits of an ordinal, such as `2` for `2.`. */
    ordinalDigits: 180,
    /** A word within the allowed edit distance. */
    typo: 120,
    /** The parts of a compound as separate words. */
    splitCompound: 128,
    /** A longer word that begins with the stem. */
    longerWord: 110,
    /** A word of the same family in a partial match, such as `Heizung` for `heizen`. */
    family: 180,
    /** An outermost part of a compound in a partial match. */
    compoundPart: 90,
  },

  /** Weights for comparing a title with the whole query. */
  title: {
    /** Added to the score if the title equals the query. Larger than any sum of word scores. */
    equal: 1e9,
    /** Factor of a title that differs by an ending or an allowed typing error, or is a compound that begins with the query. */
    near: 2,
    /** Factor of a title that begins with the query as a complete word. */
    begins: 1.5,
    /** Added to `begins`, multiplied by the share of the title's length that the query covers. */
    beginsShare: 0.5,
    /** Factor of a title of several words that begins with a compound of the query. */
    beginsCompound: 1.2,
  },

  /** Factors of a record that contains the whole query as a phrase. */
  phrase: { title: 1.6, text: 1.25 },

  /** Weights for scoring partial matches and questions (see `complete.ts`). */
  partial: {
    /** Exponent applied to the share of the query's weight that a record contains. */
    shareExponent: 0.8,
    /** Minimum of that share, for records that only contain words of similar meaning. */
    minShare: 0.05,
    /** Share of a missing word's weight that counts if the record contains a related stem. */
    relatedShare: 0.3,
    /** Factor of a word of similar meaning, multiplied by its cosine. */
    nearTerm: 0.2,
    /** Weight of the record's cosine relative to the words of the best record. It is reduced for a model with fewer than `dimensions` dimensions. */
    cosine: 1,
    dimensions: 128,
    /** Share of the weight of the words in the best window that is added to the score. */
    window: 0.5,
  },

  /** Reciprocal rank fusion (Cormack et al. 2009) of two lists: by words and by meaning. */
  fusion: {
    rank: 20,
    /** Weight of the rank by words in the AI search. The rank by meaning has weight 1. */
    words: 0.7,
    /** Weight of the rank by meaning for similar records. The rank by words has weight 1. */
    similarMeaning: 0.7,
  },

  /** Bonuses in the AI search with a trained model, for records that contain all words and for equal titles. Other scores are at most about 2. */
  semantic: { allWords: 0.3, equalTitle: 10 },

  /** Factor for the number of records of a completion that begins with the typed text. */
  completion: { begins: 3 },
} as const;
