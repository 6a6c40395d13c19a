/** Index template: the analysis of German texts, and the fields of a document. */
import type { Schema, PreferredTerm } from '@fundus/search/api';

/** Maximum number of words for the decompounder. Every node keeps index settings in memory. */
const MAX_WORDS = 30_000;
/** Maximum result window. Searches return hits up to position 10,000, and a page has at most 1,000 hits. */
const MAX_WINDOW = 11_000;
/** Maximum length in characters of a text that is offered as a suggestion. */
export const MAX_SUGGESTION = 100;
/** Separates the parts of a suggestion: its folded form, its original form and, for a title, the identifier of the record. */
export const SEPARATOR = '\u001f';

/** Spelling variants of the same word, such as Photosynthese and Fotosynthese, Delphin and Delfin, or Schiffahrt and Schifffahrt. */
const SPELLINGS = [
  ['ph', 'f'],
  ['th', 't'],
  ['(?<=.)rh|^rh(?=yt)', 'r'],
  ['c?k|c(?![eiyhk])', 'k'],
  ['c(?=[eiy])|tz', 'z'],
  ['y', 'i'],
  [String.raw`(.)\1\1`, '$1$1'],
] as const;
/**
 * CISTEM stemmer (Weißweiler and Fraser 2017) without its prefix rule. Endings are removed as long as three sounds remain, and double letters are
 * kept together.
 */
const STEM = String.raw`^((?:sch|ei|ie|[a-z]){3,}?)(?:(?<=.{4})(?:em|er|nd)|(?<!t)t|(?<!e)e|(?<!s)s|(?<!n)n)*$`;
/** Ordinal numbers. `2.`, `II.` and `zweiter` count as the same word. */
const ORDINALS = 'erst zweit dritt viert funft sechst siebt acht neunt zehnt elft zwolft'.split(' ').flatMap((word, i) => {
  const roman = 'i ii iii iv v vi vii viii ix x xi xii'.split(' ')[i];
  return [roman, ...['e', 'er', 'en', 'es', 'em'].map((ending) => word + ending)].map((written) => `${written} => ${i + 1}`);
});

const spellingFilters = Object.fromEntries(
  SPELLINGS.map(([pattern, replacement], i) => [`spelling_${i}`, { type: 'pattern_replace', pattern, replacement }]),
);

/** Returns the synonyms in the notation of the `synonym_graph` filter. */
export function synonymRules(groups: readonly (readonly string[])[], useInstead: readonly PreferredTerm[]): string[] {
  const written = (text: string): string => text.replace(/[,\\#]|=>/g, ' ');
  return [
    ...groups.map((group) => group.map(written).join(', ')),
    ...useInstead.map(([term, preferred]) => `${written(term)} => ${written(term)}, ${written(preferred)}`),
  ];
}

/** Returns the analysis settings. `words` are the words into which compounds may be split. */
export function analysisOf(words: readonly string[], synonyms: readonly string[]): object {
  const folded = ['lowercase', 'german_normalization', 'asciifolding'];
  const meant = [...folded, 'ordinals'];
  const stemmed = [...Object.keys(spellingFilters), 'stems'];
  const chain = (...filter: string[]) => ({ type: 'custom', tokenizer: 'standard', char_filter: ['marks'], filter });
  return {
    char_filter: { marks: { type: 'pattern_replace', pattern: String.raw`\p{M}`, replacement: '' } },
    filter: {
      ...spellingFilters,
      ordinals: { type: 'stemmer_override', rules: ORDINALS },
      stems: { type: 'pattern_replace', pattern: STEM, replacement: '$1' },
      compounds: {
        type: 'dictionary_decompounder',
        word_list: words.length > 0 ? words.slice(0, MAX_WORDS) : ['kreislauf'],
        min_word_size: 7,
        min_subword_size: 4,
        max_subword_size: 24,
      },
      synonyms: { type: 'synonym_graph', lenient: true, synonyms },
      unique_here: { type: 'unique', only_on_same_position: true },
      beginnings: { type: 'edge_ngram', min_gram: 1, max_gram: 24 },
    },
    analyzer: {
      german: chain(...meant, 'compounds', ...stemmed, 'unique_here'),
      german_query: chain(...meant, ...stemmed, 'synonyms'),
      german_phrase: chain(...meant, ...stemmed),
      words: chain(...folded),
      beginnings: chain(...folded, 'beginnings'),
    },
  };
}

/**
 * Returns the body of the index template `<prefix>-media`. When an index is built, its analysis is replaced with what was learned from the records.
 */
export function buildIndexTemplate(schema: Schema, pattern: string, vocabulary: readonly string[], synonyms: readonly string[]): object {
  const keyword = { type: 'keyword', ignore_above: 8_191 };
  const unseen = { ...keyword, doc_values: false };
  const text = { type: 'text', analyzer: 'german', search_analyzer: 'german_query', copy_to: ['all', 'words'] };
  const each = (names: Record<string, unknown>, field: object) => ({
    properties: Object.fromEntries(Object.keys(names).map((name) => [name, field])),
  });
  return {
    index_patterns: [pattern],
    template: {
      settings: {
        index: { number_of_shards: 1, auto_expand_replicas: '0-1', max_result_window: MAX_WINDOW, gc_deletes: '1h' },
        analysis: analysisOf(vocabulary, synonyms),
      },
      mappings: {
        dynamic: false,
        _source: { excludes: ['title', 'begins', 'sort', 'lead', 'suggest', 'vector'] },
        properties: {
          id: keyword,
          visible: unseen,
          title: unseen,
          begins: unseen,
          sort: keyword,
          text: each(schema.text, text),
          all: { type: 'text', analyzer: 'german', search_analyzer: 'german_query' },
          lead: { type: 'text', analyzer: 'german', search_analyzer: 'german_query' },
          words: { type: 'text', analyzer: 'words' },
          values: each(schema.values, keyword),
          numbers: each(schema.numbers, { type: 'double' }),
          suggest: each(schema.text, {
            ...keyword,
            fields: { typed: { type: 'text', analyzer: 'beginnings', search_analyzer: 'words', norms: false } },
          }),
        },
      },
    },
  };
}

/** Returns the vector field for the plugin `opensearch-knn`, with cosine similarity and one byte per dimension. */
export const vectorMapping = (dimension: number): object => ({
  properties: {
    vector: {
      type: 'knn_vector',
      dimension,
      data_type: 'byte',
      method: { name: 'hnsw', space_type: 'cosinesimil', engine: 'lucene' },
    },
  },
});
