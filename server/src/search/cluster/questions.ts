/** A plan of the engine as a question to the cluster: the same words are required, excluded and counted, with the same weights. */
import type { Query, SearchQuery } from '@fundus/search/api';
import type { Fields } from '@fundus/search/index/segment';
import type { Alternative, Clause, PhraseTest, Plan } from '@fundus/search/query/plan';
import { ENDINGS, MIN_WITHOUT_ENDING } from '@fundus/search/query/titles';
import { allowedEdits } from '@fundus/search/query/typos';
import { WEIGHTS } from '@fundus/search/query/weights';

export type Dsl = Record<string, unknown>;

/** The fields of the index, and the stems of the catalogue that are known. */
export type Index = { fields: Fields; stems: ReadonlyMap<string, number> };

/** What a record gains whose title is the query: more than any sum of words, and few enough digits for the cluster's numbers. */
const WHOLE_TITLE = 1e6;
const TITLE_ROW = 1.6;
/** Of the stems that begin as was typed so many count as they stand in a record; a record with others counts by the least impact. */
const MAX_BEGINNING = 100;

const bool = (parts: Dsl): Dsl => ({ bool: parts });
const anyOf = (should: Dsl[]): Dsl => (should.length === 1 ? should[0]! : bool({ should, minimum_should_match: 1 }));
const NOTHING: Dsl = { match_none: {} };

export const stemFilter = (stem: string): Dsl => ({ term: { st: stem } });

function stemScore(stem: string, boost: number): Dsl {
  return { rank_feature: { field: `w.${stem}`, linear: {}, boost } };
}

/** The records in which one of the fields of `mask` has the stem, or words that begin so, as a word. */
function inFields(kind: 'term' | 'prefix', text: string, mask: number, fields: Fields): Dsl {
  return anyOf(fields.text.flatMap((_, f) => (((mask >>> f) & 1) === 1 ? [{ [kind]: { [`t_${f}`]: { value: text } } }] : [])));
}

function alternative(own: Alternative, { weight, wordsOnly, mask }: Clause, { fields, stems: known }: Index): Dsl {
  const boost = (weight * own.factor) / WEIGHTS.alternative.exact;
  if (own.kind === 'stem') {
    const score = stemScore(own.stem, boost);
    return wordsOnly ? bool({ must: [score], filter: [inFields('term', own.stem, mask, fields)] }) : score;
  }
  if (own.kind === 'all') {
    const share = boost / Math.max(1, own.words.length);
    return bool({ must: own.words.map((stems) => ({ dis_max: { queries: stems.map((stem) => stemScore(stem, share)) } })) });
  }
  const begins = wordsOnly
    ? [inFields('prefix', own.text, mask, fields), ...own.irregular.map((stem) => inFields('term', stem, mask, fields))]
    : [{ prefix: { st: { value: own.text } } }, ...(own.irregular.length > 0 ? [{ terms: { st: own.irregular } }] : [])];
  const filter = anyOf(begins);
  const frequent = [...known].filter(([stem]) => stem.startsWith(own.text)).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const scores = [...frequent.slice(0, MAX_BEGINNING).map(([stem]) => stem), ...own.irregular.slice(0, MAX_BEGINNING)].map((stem) =>
    stemScore(stem, boost),
  );
  return bool({ filter: [filter], must: [{ dis_max: { queries: [{ constant_score: { filter, boost } }, ...scores] } }] });
}

/** Any of the alternatives; the one that counts most counts. */
export function clauseQuestion(clause: Clause, index: Index): Dsl {
  const queries = clause.alternatives.map((own) => alternative(own, clause, index));
  return queries.length === 0 ? NOTHING : queries.length === 1 ? queries[0]! : { dis_max: { queries } };
}

function phrase({ words, mask }: PhraseTest, fields: Fields): Dsl {
  return anyOf(
    fields.text.flatMap((_, f) => {
      if (((mask >>> f) & 1) === 0) return [];
      const clauses = words.map((stems) => {
        const terms = stems.map((stem) => ({ span_term: { [`t_${f}`]: stem } }));
        return terms.length === 1 ? terms[0]! : { span_or: { clauses: terms } };
      });
      return [clauses.length === 1 ? clauses[0]! : { span_near: { clauses, slop: 0, in_order: true } }];
    }),
  );
}

/** The records that carry one of the values; with a `*` at the end all that begin so. */
function valueFilter(field: string, wanted: readonly string[]): Dsl {
  const whole = wanted.filter((value) => !value.endsWith('*'));
  const should = wanted.flatMap((value): Dsl[] => {
    if (value === '*') return [{ exists: { field } }];
    return value.endsWith('*') ? [{ prefix: { [field]: { value: value.slice(0, -1) } } }] : [];
  });
  if (whole.length > 0) should.push({ terms: { [field]: whole } });
  return should.length === 0 ? NOTHING : anyOf(should);
}

/** What everybody asks for who asks for something: visible, with the values filtered by and without what is excluded; except the filter of one field. */
export function limits(
  query: Pick<Query, 'visible' | 'filters'>,
  plan: Plan | null,
  index: Index,
  except?: string,
): { filter: Dsl[]; must_not: Dsl[] } {
  const { fields } = index;
  const tokens = [...new Set(query.visible)];
  const filter: Dsl[] = [valueFilter('visible', tokens)];
  const must_not: Dsl[] = [];
  for (const [name, wanted] of Object.entries(query.filters ?? {}))
    if (name !== except && wanted.length > 0) filter.push(valueFilter(`v_${name}`, wanted));
  for (const { field, value, negative } of plan?.values ?? [])
    (negative ? must_not : filter).push(valueFilter(`v_${fields.values[field]!.name}`, [value]));
  for (const { clause, phrase: row } of plan?.excluded ?? []) {
    if (clause !== null) must_not.push(clauseQuestion(clause, index));
    if (row !== null) must_not.push(phrase(row, fields));
  }
  for (const row of plan?.phrases ?? []) filter.push(phrase(row, fields));
  return { filter, must_not };
}

/** The records with all words. Without words every record counts 1. */
export function allWords(plan: Plan, within: { filter: Dsl[]; must_not: Dsl[] }, index: Index): Dsl {
  if (plan.noTerms) return NOTHING;
  if (plan.clauses.length === 0) return { constant_score: { filter: bool(within), boost: 1 } };
  return bool({ must: plan.clauses.map((clause) => clauseQuestion(clause, index)), ...within });
}

/** The records with any of the optional words, all of the others required. */
export function anyWords(
  clauses: readonly Clause[],
  strict: readonly Clause[],
  within: { filter: Dsl[]; must_not: Dsl[] },
  near: readonly Dsl[],
  index: Index,
): Dsl {
  return bool({
    should: [...clauses.filter((clause) => clause.optional).map((clause) => clauseQuestion(clause, index)), ...near],
    minimum_should_match: 1,
    filter: [...within.filter, ...strict.map((clause) => clauseQuestion(clause, index))],
    must_not: within.must_not,
  });
}

export const nearQuestion = (stem: string, weight: number): Dsl => stemScore(stem, weight);

/** The records whose vectors are nearest to one, of those that pass and have all words that are required. */
export function nearestQuestion(
  vector: readonly number[],
  k: number,
  strict: readonly Clause[],
  { filter, must_not }: { filter: Dsl[]; must_not: Dsl[] },
  index: Index,
): Dsl {
  const passes = bool({ filter: [...filter, ...strict.map((clause) => clauseQuestion(clause, index))], must_not });
  return { knn: { m: { vector, k, filter: passes } } };
}

/** The order by relevance: sums of words, times what the engine's ranking multiplies them by. */
export function ranked(question: Dsl, plan: Plan, query: SearchQuery, fields: Fields): Dsl {
  const functions: { filter: Dsl; weight: number }[] = (query.boosts ?? []).map((boost) => {
    if ('field' in boost) return { filter: { term: { [`v_${boost.field}`]: boost.value } }, weight: boost.factor };
    if ('token' in boost) return { filter: { term: { visible: boost.token } }, weight: boost.factor };
    return { filter: { range: { [`n_${boost.number}`]: { gte: boost.min } } }, weight: boost.factor };
  });
  const titles = fields.text.reduce((mask, field, f) => (field.exact ? mask | (1 << f) : mask), 0);
  if (plan.wholePhrase !== null) {
    const title = phrase({ words: plan.wholePhrase, mask: titles }, fields);
    const elsewhere = phrase({ words: plan.wholePhrase, mask: 0xff & ~titles }, fields);
    functions.push(
      { filter: title, weight: TITLE_ROW },
      { filter: bool({ filter: [elsewhere], must_not: [title] }), weight: WEIGHTS.phrase.text },
    );
  }
  if (plan.titleKey !== null) functions.push(...titleFactors(plan.titleKey, plan.typos));
  if (plan.titleHash !== null) functions.push({ filter: { term: { title_hash: String(plan.titleHash) } }, weight: WHOLE_TITLE });
  if (functions.length === 0) return question;
  return { function_score: { query: question, functions, score_mode: 'multiply', boost_mode: 'multiply' } };
}

/** As `titleFactor` of the engine; for how much of a longer title the query is, half of it is taken. */
function titleFactors(query: string, slips: boolean): { filter: Dsl; weight: number }[] {
  const prefix = (value: string): Dsl => ({ prefix: { begins: { value } } });
  const forms = ENDINGS.flatMap((ending) => {
    const shorter = query.endsWith(ending) ? query.slice(0, -ending.length) : '';
    return [
      ...(query.length >= MIN_WITHOUT_ENDING ? [`${query}${ending}`] : []),
      ...(shorter.length >= MIN_WITHOUT_ENDING ? [shorter] : []),
    ];
  });
  const compound = bool({ filter: [prefix(query)], must_not: [{ wildcard: { begins: { value: `${escapeWildcards(query)}* *` } } }] });
  const slip = { fuzzy: { begins: { value: query, fuzziness: allowedEdits(query.length) } } };
  const near = anyOf([{ terms: { begins: [query, ...forms] } }, compound, ...(slips && allowedEdits(query.length) > 0 ? [slip] : [])]);
  const goesOn = bool({ filter: [prefix(`${query} `)], must_not: [near] });
  const within = bool({ filter: [prefix(query)], must_not: [near, goesOn] });
  return [
    { filter: near, weight: WEIGHTS.title.near },
    { filter: goesOn, weight: WEIGHTS.title.begins + WEIGHTS.title.beginsShare / 2 },
    { filter: within, weight: WEIGHTS.title.beginsCompound },
  ];
}

const escapeWildcards = (text: string): string => text.replaceAll(/[\\*?]/g, String.raw`\$&`);

export function sortOf({ sort = 'relevance' }: SearchQuery): Dsl[] {
  const ties = { id: 'asc' };
  if (sort === 'relevance') return [{ _score: 'desc' }, ties];
  if (sort === 'title') return [{ title_key: 'asc' }, ties];
  return [{ [`n_${sort.number}`]: { order: sort.order, missing: '_last' } }, ties];
}
