/** Converts searches to queries of the cluster. */
import type { Filters, Query, SearchQuery } from '@fundus/search/api';
import { isStopWord } from '@fundus/search/analysis/stop-words';
import type { Fields } from '@fundus/search/index/segment';
import { parse, type Item } from '@fundus/search/query/parse';
import type { Dsl } from './client.ts';

/** Weights of the parts of a score, tuned with judged searches (bench/results/search-cluster.md). Fields have a lower weight if words are missing. */
const FULL_MATCH = { fields: 0.5, all: 0.5, lead: 0.5, parts: 1, words: 1 };
const PARTIAL_MATCH = { fields: 0.2, all: 0.4, lead: 1, parts: 1, words: 0.7 };
const WEIGHTS = { phrase: 1, title: 200, begins: 20, meaning: 20 };
/**
 * Score added to records that contain all words, so that they precede all others. Records that match without typing errors precede those with typing
 * errors.
 */
const FULL = 20_000;
/** Number of full matches that are reordered by adjacent words and boosts, and the weight of the new order. */
const RESCORED = 200;
const BOOSTED = 10;
/** Number of nearest records found by their vectors. */
const NEAREST = 50;

export const isFullMatchScore = (score: number | null): boolean => (score ?? 0) >= FULL;

export type ParsedQuery = {
  /** Words of the query without stop words, or an empty string if there are none. */
  plain: string;
  words: number;
  /** Last word of the query, if the user is still typing it. */
  typing: string | null;
  /** Whole query without operators, for comparison with titles. */
  title: string | null;
  begins: string | null;
  /** Conditions that every hit must meet: strict words, phrases, values, filters and visibility. */
  filter: Dsl[];
  must_not: Dsl[];
  /** True if the query contains nothing that can be searched for. */
  nothing: boolean;
};

const match = (field: string, query: string, more: object = {}): Dsl => ({
  match: { [field]: { query, auto_generate_synonyms_phrase_query: false, ...more } },
});
const anyOf = (should: Dsl[]): Dsl => ({ bool: { should, minimum_should_match: 1 } });
const textFields = ({ text }: Fields): string[] => text.map(({ name, weight }) => `text.${name}^${weight}`);

/** Returns a condition that requires one of the values in a field. A value with a trailing `*` matches all values with that prefix. */
export function buildValueCondition(field: string, values: readonly string[]): Dsl {
  const prefixes = values.filter((value) => value.endsWith('*'));
  const exact = { terms: { [field]: values.filter((value) => !value.endsWith('*')) } };
  return anyOf([exact, ...prefixes.map((value) => ({ prefix: { [field]: { value: value.slice(0, -1) } } }))]);
}

export const buildVisibilityCondition = (visible: readonly string[]): Dsl => ({ terms: { visible: [...new Set(visible)] } });

export const buildFilterConditions = (filters: Filters = {}, except?: string): Dsl[] =>
  Object.entries(filters).flatMap(([name, values]) =>
    name === except || values.length === 0 ? [] : [buildValueCondition(`values.${name}`, values)],
  );

function strictQuery({ kind, words, field, value }: Item, fields: Fields): Dsl {
  if (kind === 'value') return buildValueCondition(`values.${fields.values[field]!.name}`, [value]);
  const text = words.map(({ surface }) => surface).join(' ');
  const name = field < 0 ? null : `text.${fields.text[field]!.name}`;
  if (kind === 'phrase')
    return { multi_match: { query: text, type: 'phrase', fields: name ? [name] : textFields(fields), analyzer: 'german_phrase' } };
  if (kind === 'prefix') return { match_bool_prefix: { [name ?? 'words']: { query: text, analyzer: 'words' } } };
  return match(name ?? 'all', text, { operator: 'and' });
}

/** Parses a query. `except` is the name of a filter to ignore. */
export function parseQuestion({ q, filters, visible, live }: Query & { live?: boolean }, fields: Fields, except?: string): ParsedQuery {
  const { items, title, titleKey: begins, unfinished, noTerms } = parse(q, fields);
  const strict = items.filter(({ kind }) => kind !== 'plain');
  const typed = items.flatMap(({ kind, words }) => (kind === 'plain' ? words.map(({ surface }) => surface) : []));
  const typing = live === true && unfinished ? typed.at(-1)! : null;
  const meant = typed.filter((word, at) => !isStopWord(word) || (typing !== null && at === typed.length - 1));
  const used = meant.length > 0 || strict.length > 0 ? meant : typed;
  return {
    plain: used.join(' '),
    words: used.length,
    typing,
    title,
    begins,
    filter: [
      buildVisibilityCondition(visible),
      ...buildFilterConditions(filters, except),
      ...strict.flatMap((item) => (item.negative ? [] : [strictQuery(item, fields)])),
    ],
    must_not: strict.flatMap((item) => (item.negative ? [strictQuery(item, fields)] : [])),
    nothing: noTerms,
  };
}

/** Returns a condition that requires all words. `slips` allows typing errors. */
function allWords({ plain, typing }: ParsedQuery, slips = false): Dsl {
  const fuzzy = { fuzziness: 'AUTO:4,8', prefix_length: 1, max_expansions: 30 };
  const whole = match('all', plain, { operator: 'and', ...(slips && fuzzy) });
  if (typing === null) return whole;
  const before = plain.slice(0, -typing.length).trim();
  const beginning = { match_bool_prefix: { words: { query: typing } } };
  return anyOf([whole, { bool: { filter: before === '' ? [beginning] : [match('all', before, { operator: 'and' }), beginning] } }]);
}

/** Returns a query for full matches without scores, for counting them or sorting them by a value. */
export function buildFullMatchQuery(question: ParsedQuery, slips = false): Dsl {
  const { plain, filter, must_not } = question;
  return { bool: { filter: plain === '' ? filter : [...filter, allWords(question, slips)], must_not } };
}

export const buildHighlightQuery = ({ plain, typing }: ParsedQuery, slips = false): Dsl =>
  anyOf([
    match('all', plain, slips ? { fuzziness: 'AUTO:4,8', prefix_length: 1 } : {}),
    ...(typing === null ? [] : [{ match_bool_prefix: { words: { query: typing } } }]),
  ]);

/** Returns BM25 scores for any of the words: per field, in all fields, in the beginnings of texts, in parts of compounds, and as typed. */
const scores = ({ plain }: ParsedQuery, fields: Fields, { fields: weight, all, lead, parts, words }: typeof FULL_MATCH): Dsl[] => [
  {
    multi_match: {
      ...{ query: plain, type: 'most_fields', fields: textFields(fields), boost: weight },
      auto_generate_synonyms_phrase_query: false,
    },
  },
  match('all', plain, { boost: all }),
  match('lead', plain, { boost: lead }),
  match('lead', plain, { boost: parts, analyzer: 'german' }),
  match('words', plain, { boost: words }),
];

const boostsOf = (boosts: NonNullable<SearchQuery['boosts']>): Dsl[] =>
  boosts.map((boost) => {
    if ('field' in boost) return { filter: { term: { [`values.${boost.field}`]: boost.value } }, weight: boost.factor };
    if ('token' in boost) return { filter: { term: { visible: boost.token } }, weight: boost.factor };
    return { filter: { range: { [`numbers.${boost.number}`]: { gte: boost.min } } }, weight: boost.factor };
  });

/** Returns a query for the records with the nearest vectors. The score is the cosine similarity. */
export const buildNearestQuery = ({ filter, must_not }: ParsedQuery, vector: readonly number[], k = NEAREST, boost = 1): Dsl => ({
  knn: { vector: { vector, k, filter: { bool: { filter, must_not } }, boost } },
});

/** Returns a query for records that contain any of the words, ordered by relevance. */
export const buildAnyWordsQuery = (question: ParsedQuery, fields: Fields): Dsl => {
  const { filter, must_not } = question;
  return { bool: { should: scores(question, fields, PARTIAL_MATCH), minimum_should_match: 1, filter, must_not } };
};

/** Returns the query for a list by relevance: full matches, followed by records with some of the words or a similar vector. */
export function buildRankedQuery(
  question: ParsedQuery,
  { boosts = [] }: Pick<SearchQuery, 'boosts'>,
  fields: Fields,
  { vector, slips = false }: { vector?: readonly number[] | null; slips?: boolean } = {},
): Dsl {
  const { plain, words, title, begins, filter, must_not } = question;
  const functions = boostsOf(boosts);
  if (plain === '') return { query: { function_score: { query: { bool: { must: { match_all: {} }, filter, must_not } }, functions } } };
  const constant = (condition: Dsl, boost: number): Dsl => ({ constant_score: { filter: condition, boost } });
  const phrase = {
    multi_match: { query: plain, type: 'phrase', fields: textFields(fields), analyzer: 'german_phrase', boost: WEIGHTS.phrase },
  };
  const should = [
    ...scores(question, fields, FULL_MATCH),
    ...(title === null ? [] : [constant({ term: { title } }, WEIGHTS.title)]),
    ...(begins === null ? [] : [constant({ prefix: { begins } }, WEIGHTS.begins)]),
  ];
  /** Returns queries for full matches with scores above `tier`. Matches with typing errors have lower scores than those without. */
  const full = (tier: number, more: Dsl[] = []): Dsl[] =>
    [allWords(question), ...(slips ? [allWords(question, true)] : [])].map((condition, at, { length }) => ({
      bool: { must: constant(condition, tier * (length - at)), should: [...should, ...more] },
    }));
  const near = vector ? [buildNearestQuery(question, vector, NEAREST, WEIGHTS.meaning)] : [];
  const partial = { bool: { should: [...scores(question, fields, PARTIAL_MATCH), ...near] } };
  const rescored = { function_score: { query: { dis_max: { queries: full(0, words > 1 ? [phrase] : []) } }, functions } };
  return {
    query: { bool: { must: { dis_max: { queries: [...full(FULL), partial] } }, filter, must_not } },
    ...((boosts.length > 0 || words > 1) && {
      rescore: { window_size: RESCORED, query: { rescore_query: rescored, rescore_query_weight: BOOSTED } },
    }),
  };
}

/** Returns the order by a value, and by the identifier if values are equal. Returns `undefined` for the order by relevance. */
export function sortOf({ sort = 'relevance' }: SearchQuery): Dsl[] | undefined {
  if (sort === 'relevance') return undefined;
  return [sort === 'title' ? { sort: 'asc' } : { [`numbers.${sort.number}`]: { order: sort.order, missing: '_last' } }, { id: 'asc' }];
}
