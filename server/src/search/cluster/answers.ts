/** Answers to searches by words and by meaning, and counts of their values. */
import type { Engine, FacetCount, Hit, SearchAnswer, SearchQuery, SemanticAnswer, SemanticQuery } from '@fundus/search/api';
import { fold } from '@fundus/search/analysis/fold';
import { tokenise } from '@fundus/search/analysis/tokenise';
import type { Fields } from '@fundus/search/index/segment';
import { wordsOf } from '@fundus/search/query/parse';
import type { Dsl, Found, Reply } from './client.ts';
import { bytesOf, type Source } from './documents.ts';
import { directionOf } from './learned.ts';
import * as questions from './questions.ts';
import { isFull, ranked, readQuestion, fullMatches, type Question } from './questions.ts';
import { checkQuery, requireField, type Ask } from './requests.ts';
import type { Store } from './store.ts';

/** A list with fewer full matches continues with partial ones up to this length; with fewer than `FEW`, typing errors are tolerated. */
const SCREENFUL = 50;
const FEW = 5;
/** Search by meaning: hits of each of both lists and of the answer, and the constants of reciprocal rank fusion. */
const RETRIEVED = 150;
const MAX_FUSED = 200;
const RANK = 20;
const BY_WORDS = 0.7;
const MAX_VALUES = 10_000;
/** Length of the passage that shows why a record was found, in characters. */
const PASSAGE = 140;
const [START, END] = ['\ue000', '\ue001'];

type FacetQuery = Parameters<Engine['facets']>[0];
type Near = { id: string; score: number; similarity: number };
type Pieces = { text: string; mark: boolean }[];
type Page = { from: number; size: number };

export function makeAnswers(store: Store, { ask, askAll }: Ask, fields: Fields): Pick<Engine, 'search' | 'semantic' | 'facets'> {
  const vectorOf = (q: string, given?: Float32Array): readonly number[] | null => {
    const model = store.model();
    const vector = model ? directionOf(q, model) : given ? bytesOf(given) : null;
    return vector?.length === store.dimensions() ? vector : null;
  };

  const highlighting = ({ highlight: names, reasons = [] }: SearchQuery, question: Question, slips: boolean): Dsl =>
    !names || (question.plain === '' && question.filter.length === 1)
      ? {}
      : {
          highlight: {
            ...{ type: 'unified', number_of_fragments: 0, require_field_match: false, pre_tags: [START], post_tags: [END] },
            highlight_query:
              question.plain === '' ? { bool: { should: question.filter.slice(1) } } : questions.highlightQuery(question, slips),
            fields: Object.fromEntries([
              ...names.map((name) => [`text.${name}`, {}]),
              ...reasons.map((name) => [`text.${name}`, { number_of_fragments: 1, fragment_size: PASSAGE }]),
            ]),
          },
        };

  const hitOf = (
    { _id: id, _score, highlight = {} }: Found,
    partial: boolean,
    { highlight: names, reasons }: SearchQuery,
    words: number,
  ): Hit => {
    const marked = (name: string): [string, Pieces][] => (highlight[`text.${name}`] ? [[name, piecesOf(highlight[`text.${name}`]!)]] : []);
    const shown = (names ?? []).flatMap(marked);
    const found = new Set(shown.flatMap(([, pieces]) => pieces.filter(({ mark }) => mark).map(({ text }) => fold(text))));
    const [reason] = found.size < words ? (reasons ?? []).flatMap(marked) : [];
    return {
      ...{ id, score: _score ?? 0, partial },
      ...(names && { highlight: Object.fromEntries(shown) }),
      ...(reason && { reason: { field: reason[0], pieces: reason[1] } }),
    };
  };

  const search = async (query: SearchQuery): Promise<SearchAnswer> => {
    const { from, size } = checkQuery(query, fields);
    const question = readQuestion(query, fields);
    if (question.nothing) return { total: 0, partialTotal: 0, hits: [] };
    const exact = await listOf(query, question, { from, size }, false);
    if (question.plain === '' || exact.total >= FEW) return exact;
    const tolerant = await listOf(query, question, { from, size }, true);
    return tolerant.total > exact.total ? tolerant : exact;
  };

  /** One list: the ranked hits and the exact number of full matches, in one request. */
  const listOf = async (query: SearchQuery, question: Question, page: Page, slips: boolean): Promise<SearchAnswer> => {
    const marks = highlighting(query, question, slips);
    const sort = questions.sortOf(query);
    const full = fullMatches(question, slips);
    const vector = question.plain === '' ? null : vectorOf(question.plain);
    const byRelevance = {
      ...ranked(question, query, fields, { vector, slips }),
      _source: slips && page.size > 0 ? ['language', 'text'] : false,
    };
    const plainSort = question.plain === '' ? { sort: ['_score', { id: 'asc' }] } : {};
    const spelling = { text: question.plain, spelling: { term: { field: 'words', suggest_mode: 'missing', prefix_length: 0 } } };
    const [list, counted] = await askAll([
      sort
        ? { ...page, query: full, sort, _source: false, ...marks }
        : { ...page, ...byRelevance, ...plainSort, ...marks, track_total_hits: SCREENFUL },
      { size: 0, query: full, track_total_hits: true, ...(slips && { suggest: spelling }) },
    ]);
    const total = counted!.hits.total!.value;
    const goesOn = question.plain !== '' && total < SCREENFUL;
    const all = list!.hits.hits.map((hit, at) => hitOf(hit, goesOn && page.from + at >= total, query, question.words));
    const corrected = slips ? correct(query.q, counted!, list!.hits.hits) : undefined;
    const answer = { total, ...(corrected !== undefined && { corrected }) };
    if (!goesOn) return { ...answer, partialTotal: 0, hits: all };
    if (!sort) {
      const partialTotal = Math.max(0, Math.min(SCREENFUL, list!.hits.total!.value) - total);
      return { ...answer, partialTotal, hits: all.slice(0, Math.max(0, SCREENFUL - page.from)) };
    }
    const partial = await partialOf(question, { full, sort, size: SCREENFUL - total, marks });
    const rest = partial.map((hit) => hitOf(hit, true, query, question.words));
    const start = Math.max(0, page.from - total);
    return { ...answer, partialTotal: rest.length, hits: [...all, ...rest.slice(start, start + page.size - all.length)] };
  };

  /** The partial matches of a list sorted by a value: the best are selected by relevance, then sorted. */
  const partialOf = async (
    question: Question,
    { full, sort, size, marks }: { full: Dsl; sort: Dsl[]; size: number; marks: Dsl },
  ): Promise<Found[]> => {
    const others = { ...question, must_not: [...question.must_not, full] };
    const chosen = await ask({ query: questions.anyWords(others, fields), size, _source: false, track_total_hits: false });
    const ids = chosen.hits.hits.map(({ _id }) => _id);
    return (await ask({ query: { ids: { values: ids } }, size, sort, _source: false, ...marks })).hits.hits;
  };

  /** The records near in words or in meaning, by reciprocal rank fusion; `null` for a query without words. */
  const retrieve = async ({
    q,
    visible,
    vector,
  }: SemanticQuery): Promise<{ found: Near[]; meaning: boolean; question: Question } | null> => {
    const question = readQuestion({ q, visible }, fields);
    if (question.plain === '') return null;
    const direction = vectorOf(question.plain, vector);
    const page = { size: RETRIEVED, _source: false, track_total_hits: false };
    const [byWords, byMeaning] = await askAll([
      { ...page, ...ranked(question, {}, fields) },
      ...(direction ? [{ ...page, query: questions.nearest(question, direction, RETRIEVED) }] : []),
    ]);
    const found = new Map<string, Near>();
    const add = (id: string, score: number, similarity: number): void => {
      const known = found.get(id) ?? { id, score: 0, similarity: 0 };
      found.set(id, { id, score: known.score + score, similarity: Math.max(known.similarity, similarity) });
    };
    byWords!.hits.hits.forEach(({ _id, _score }, at) => add(_id, BY_WORDS / (RANK + at + 1) + (isFull(_score) ? 1 / RANK : 0), 0));
    byMeaning?.hits.hits.forEach(({ _id, _score }, at) => add(_id, 1 / (RANK + at + 1), 2 * _score! - 1));
    const best = [...found.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, MAX_FUSED);
    return { found: best, meaning: direction !== null, question };
  };

  const semantic = async (query: SemanticQuery): Promise<SemanticAnswer> => {
    const { from, size } = checkQuery(query, fields);
    const retrieved = await retrieve(query);
    if (retrieved === null) {
      const { corrected: _, ...answer } = await search(query);
      return { ...answer, hits: answer.hits.map((hit) => ({ ...hit, similarity: 0, near: [] })), words: [], meaning: false };
    }
    const { found, meaning, question } = retrieved;
    const about = new Map(found.map((each) => [each.id, each]));
    const filter = [{ ids: { values: [...about.keys()] } }, ...questions.filtersOf(query.filters)];
    const sort = questions.sortOf(query);
    let ids = [...about.keys()];
    if (sort || filter.length > 1) {
      const { hits } = await ask({ query: { bool: { filter } }, size: ids.length, _source: false, ...(sort && { sort }) });
      const passed = hits.hits.map(({ _id }) => _id);
      ids = sort ? passed : ids.filter((id) => passed.includes(id));
    }
    const page = ids.slice(from, from + size);
    const words = question.plain.split(' ');
    const reply = await ask({
      query: { ids: { values: ids } },
      post_filter: { ids: { values: page } },
      ...{ size: page.length, _source: false, track_total_hits: false },
      ...highlighting(query, question, false),
      aggs: Object.fromEntries(words.map((word, at) => [`word${at}`, { filter: { match: { all: word } } }])),
    });
    const hits = new Map(reply.hits.hits.map((hit) => [hit._id, hit]));
    const occurs = new Set(words.filter((_, at) => reply.aggregations![`word${at}`]!.doc_count! > 0));
    return {
      total: ids.length,
      partialTotal: 0,
      hits: page.flatMap((id) => {
        const hit = hits.get(id);
        const { score, similarity } = about.get(id)!;
        return hit ? [{ ...hitOf(hit, false, query, question.words), score, similarity, near: [] }] : [];
      }),
      words: writtenWords(query.q, occurs),
      meaning,
    };
  };

  const facets = async (query: FacetQuery): Promise<FacetCount[]> => {
    requireField(fields.values, query.field);
    checkQuery({ ...query, limit: 0 }, fields);
    const { field, limit = MAX_VALUES } = query;
    if (limit === 0) return [];
    const order = [{ _count: 'desc' }, { _key: 'asc' }];
    const aggs = { values: { terms: { field: `values.${field}`, size: Math.min(limit, MAX_VALUES), order } } };
    const count = async (filter: Dsl): Promise<{ counts: FacetCount[]; total: number }> => {
      const reply = await ask({ size: 0, track_total_hits: true, query: filter, aggs });
      const counts = reply.aggregations!.values!.buckets!.map(({ key, doc_count }) => ({ value: key, count: doc_count }));
      return { counts, total: reply.hits.total!.value };
    };
    const retrieved = query.semantic ? await retrieve(query) : null;
    if (retrieved !== null)
      return (
        await count({
          bool: { filter: [{ ids: { values: retrieved.found.map(({ id }) => id) } }, ...questions.filtersOf(query.filters, field)] },
        })
      ).counts;
    const question = readQuestion(query, fields, field);
    if (question.nothing) return [];
    const exact = await count(fullMatches(question));
    if (exact.total >= FEW || question.plain === '') return exact.counts;
    const tolerant = await count(fullMatches(question, true));
    if (tolerant.total > 0) return tolerant.counts;
    const { hits } = await ask({ ...ranked(question, {}, fields, { vector: vectorOf(question.plain) }), size: SCREENFUL, _source: false });
    return (await count({ ids: { values: hits.hits.map(({ _id }) => _id) } })).counts;
  };

  return { search, semantic, facets };
}

/** Cuts highlighted texts into pieces with and without a mark. */
function piecesOf(texts: readonly string[]): Pieces {
  const parts = texts.join(', ').split(new RegExp(`([${START}${END}])`));
  let mark = false;
  return parts.flatMap((part) => {
    if (part === START || part === END) mark = part === START;
    return part === START || part === END || part === '' ? [] : [{ text: part, mark }];
  });
}

/** The words of a query as typed whose folded forms are in the set. */
function writtenWords(q: string, folded: ReadonlySet<string>): string[] {
  const written = new Map<string, string>();
  tokenise(q, (raw) => {
    const [word] = wordsOf(raw);
    if (word && folded.has(word.surface) && !written.has(word.surface)) written.set(word.surface, raw);
  });
  return [...written.values()];
}

/** The query with unknown words replaced by the suggested ones, as the best hits write them. */
function correct(q: string, { suggest }: Reply, hits: readonly Found<Source>[]): string | undefined {
  const better = new Map(
    (suggest?.spelling ?? []).flatMap(({ text, options: [best] }) => (best ? [[fold(text), best.text] as const] : [])),
  );
  if (better.size === 0) return undefined;
  const spelled = new Map<string, string>();
  for (const { _source } of hits.slice(0, 3))
    for (const text of Object.values(_source?.text ?? {}).flat())
      tokenise(text, (raw) => void (spelled.has(fold(raw)) || spelled.set(fold(raw), raw)));
  let corrected = '';
  let at = 0;
  tokenise(q, (raw, start, end) => {
    const word = better.get(fold(raw));
    corrected += q.slice(at, start) + (word === undefined ? q.slice(start, end) : (spelled.get(fold(word)) ?? word));
    at = end;
  });
  return corrected + q.slice(at);
}
