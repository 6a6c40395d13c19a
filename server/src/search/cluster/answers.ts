/**
 * Questions to the cluster and its answers. A query is planned by the engine's own code; the cluster finds and counts. Where few records
 * have all words, the engine's own code also puts the candidates in order, so that a short list goes on as in the own engine.
 */
import type {
  Engine,
  FacetCount,
  Hit,
  Query,
  SearchAnswer,
  SearchQuery,
  SearchRecord,
  SemanticAnswer,
  SemanticQuery,
  UseInstead,
} from '@fundus/search/api';
import type { Fields } from '@fundus/search/index/segment';
import type { IndexView } from '@fundus/search/index/index-view';
import { compareStrings } from '@fundus/search/index/dictionary';
import { idf } from '@fundus/search/index/impact';
import { execute } from '@fundus/search/query/execute';
import { relatedStems } from '@fundus/search/query/related-stems';
import { FEW, SCREENFUL } from '@fundus/search/query/limits';
import { highlightsOf } from '@fundus/search/query/highlight';
import { reasonsOf } from '@fundus/search/query/reason';
import { queryMeaning } from '@fundus/search/query/meaning';
import { parse } from '@fundus/search/query/parse';
import type { Clause, Context, Plan } from '@fundus/search/query/plan';
import { makePlan } from '@fundus/search/query/plan';
import { relax, splitCompounds } from '@fundus/search/query/relax';
import { createScratch } from '@fundus/search/query/scratch';
import type { Synonyms } from '@fundus/search/query/synonyms';
import { synonymsOf } from '@fundus/search/query/synonyms';
import { makeAsk, type Found } from './ask.ts';
import type { Client } from './client.ts';
import { stored, type StoredRecord } from './documents.ts';
import { bytesOf } from './nearness.ts';
import { allWords, anyWords, limits, nearestQuestion, nearQuestion, ranked, sortOf, type Dsl, type Index } from './questions.ts';
import { smallView, type Frequencies } from './small-index.ts';
import type { Store } from './store.ts';
import { makeVocabulary } from './vocabulary.ts';

const TIMEOUT = 2_000;
/** Records the engine's own code puts in order where few have all words. */
const CANDIDATES = 200;
/** Of each way to find them, for a search by meaning. */
const RETRIEVED = 150;
/** What a word near in meaning counts beside one of the query, as in the engine. */
const NEAR_TERM = 0.3;
/** Records with all words stand before those with slips. */
const EXACT_FIRST = 1e9;
const MAX_VALUES = 10_000;

type Asked = { plan: Plan; context: Context; frequencies: Frequencies; index: Index };
type Gathered = { view: IndexView; relaxed: { question: Dsl; plan: Plan } | null };
type FacetQuery = Parameters<Engine['facets']>[0];

export type Answers = ReturnType<typeof makeAnswers>;

export function makeAnswers(client: Client, store: Store, fields: Fields, firstSynonyms: readonly (readonly string[])[]) {
  const vocabulary = makeVocabulary(client, store);
  const { ask, askAll } = makeAsk(client, store);
  const scratch = createScratch();
  let synonyms: Synonyms = synonymsOf(firstSynonyms);
  const contextOf = (frequencies: Frequencies, records: readonly StoredRecord[] = []): Context => ({
    view: smallView(store.catalogue(), frequencies, records, fields),
    fields,
    synonyms,
  });
  const engine = <Method extends Parameters<typeof execute>[0]>(method: Method, query: Parameters<Engine[Method]>[0], context: Context) =>
    execute(method, query as never, context, scratch, TIMEOUT) as Awaited<ReturnType<Engine[Method]>>;

  const plan = async (query: Pick<SearchQuery, 'q' | 'live'>): Promise<Asked> => {
    const parsed = parse(query.q, fields);
    const frequencies = await vocabulary.of(parsed, synonyms, store.catalogue(), query.live === true);
    const context = contextOf(frequencies);
    return { plan: makePlan(parsed, context, query.live === true), context, frequencies, index: { fields, stems: frequencies.stems } };
  };

  /** Refuses what the engine refuses. */
  const check = (method: 'search' | 'semantic' | 'facets' | 'suggest' | 'similar', query: object): void => {
    engine(method, query as never, contextOf({ words: [], stems: new Map() }));
  };

  const goesOn = ({ noTerms, clauses }: Plan): boolean => !noTerms && clauses.some((clause) => clause.optional);

  /** The records with all words and the best of the others, in a small index; `relaxed` where slips lead to many records. */
  const gather = async (
    query: Query,
    asked: Asked,
    few: boolean,
    except: string | undefined,
    most: number,
    vector?: Float32Array,
  ): Promise<Gathered> => {
    let { frequencies, context } = asked;
    let relaxedPlan: Plan | null = null;
    if (few) {
      const surfaces = asked.plan.clauses.flatMap(({ optional, surface, alternatives }) =>
        optional && alternatives.every((own) => own.kind !== 'stem' || (frequencies.stems.get(own.stem) ?? 0) < FEW) ? [surface] : [],
      );
      frequencies = await vocabulary.near(surfaces, frequencies);
      context = contextOf(frequencies);
      relaxedPlan = relax(asked.plan, context, Infinity);
    }
    const used = relaxedPlan ?? asked.plan;
    const index: Index = { fields, stems: frequencies.stems };
    const within = limits(query, used, index, except);
    const meaning = queryMeaning(used, context.view, vector);
    const near = meaning?.nearTerms ?? [];
    frequencies = await vocabulary.and(
      near.map(({ stem }) => stem),
      frequencies,
    );
    const { records } = store.catalogue();
    const nearQuestions = near.map(({ stem, cosine }) =>
      nearQuestion(stem, NEAR_TERM * cosine * idf(Math.min(records, frequencies.stems.get(stem) ?? 0), records)),
    );
    const clauses: Clause[] = few ? splitCompounds(used.clauses, context) : used.clauses;
    const families = await vocabulary.families(
      clauses.flatMap(({ optional, surface }) => (optional && surface !== '' ? [surface] : [])),
      frequencies,
    );
    const kin = clauses.flatMap((clause) => relatedStems(clause, contextOf(families)) ?? []);
    const full = ranked(allWords(used, within, index), used, { ...query }, fields);
    const strict = used.clauses.filter((clause) => !clause.optional);
    const wanted = Math.max(SCREENFUL, most);
    const direction = meaning !== null && meaning.vector.length === store.near() ? bytesOf(meaning.vector) : null;
    const replies = await askAll([
      {
        query: ranked(allWords(asked.plan, within, index), asked.plan, { ...query }, fields),
        size: wanted,
        sort: sortOf({ q: '', visible: [] }),
      },
      { query: full, size: SCREENFUL, sort: sortOf({ q: '', visible: [] }), track_total_hits: SCREENFUL },
      {
        query: anyWords([...clauses, ...kin], strict, within, nearQuestions, index),
        size: CANDIDATES,
      },
      ...(direction === null ? [] : [{ query: nearestQuestion(direction, wanted, strict, within, index), size: wanted }]),
    ]);
    const many = relaxedPlan !== null && (replies[1]!.hits.total?.value ?? 0) >= SCREENFUL;
    const found = new Map(replies.flatMap(({ hits }) => hits.hits).map((hit) => [hit._id, hit]));
    const view = contextOf(
      frequencies,
      [...found.values()].map(({ _source }) => stored(_source)),
    ).view;
    return { view, relaxed: many ? { question: allWords(used, within, index), plan: used } : null };
  };

  /** Which fields of the records marks need. */
  const sourceOf = (names: readonly string[] | undefined): string[] | false =>
    names === undefined ? false : ['p', 'r.id', 'r.language', ...names.map((name) => `r.text.${name}`)];

  const hitsOf = (found: readonly Found[], query: SearchQuery, { plan: used, frequencies }: Asked): Hit[] => {
    const plain = found.map(({ _id, _score }): Hit => ({ id: _id, score: _score ?? 0, partial: false }));
    if (query.highlight === undefined || found.length === 0) return plain;
    const records = found.map(({ _id, _source }): StoredRecord => {
      const { record, parts } = stored(_source);
      // A record that has none of these texts comes without any.
      const text = (record as Partial<SearchRecord>).text ?? {};
      return { record: { ...record, id: _id, text, values: {}, numbers: {}, visible: [] }, parts };
    });
    const context = contextOf(frequencies, records);
    const marker = highlightsOf(used, context, query.highlight);
    const order = new Map(
      records
        .map(({ record }) => record.id)
        .toSorted(compareStrings)
        .map((id, at) => [id, at]),
    );
    const reasonOf = reasonsOf(used, context, query.highlight, query.reasons ?? []);
    return plain.map((hit) => {
      const record = { segmentIndex: 0, record: order.get(hit.id)!, score: 0 };
      const reason = reasonOf(record);
      return { ...hit, highlight: marker(record), ...(reason && { reason }) };
    });
  };

  const search = async (query: SearchQuery): Promise<SearchAnswer> => {
    check('search', query);
    const asked = await plan(query);
    if (asked.plan.noTerms) return { total: 0, partialTotal: 0, hits: [] };
    const page = {
      from: query.offset ?? 0,
      size: query.limit ?? 24,
      track_total_hits: true,
      sort: sortOf(query),
      track_scores: true,
      _source: sourceOf(query.highlight && [...query.highlight, ...(query.reasons ?? [])]),
    };
    const question = allWords(asked.plan, limits(query, asked.plan, asked.index), asked.index);
    const direct = await ask({ ...page, query: ranked(question, asked.plan, query, fields) });
    const total = direct.hits.total?.value ?? 0;
    if (total >= SCREENFUL || !goesOn(asked.plan)) return { total, partialTotal: 0, hits: hitsOf(direct.hits.hits, query, asked) };
    const { view, relaxed } = await gather(query, asked, total < FEW, undefined, 0);
    const small = { view, fields, synonyms };
    if (relaxed === null) return engine('search', query, small);
    const { corrected } = engine('search', { ...query, offset: 0, limit: 1 }, small);
    const first = {
      function_score: {
        query: ranked(relaxed.question, relaxed.plan, query, fields),
        functions: [{ filter: question, weight: EXACT_FIRST }],
      },
    };
    const reply = await ask({ ...page, query: first });
    return {
      total: reply.hits.total?.value ?? 0,
      partialTotal: 0,
      hits: hitsOf(reply.hits.hits, query, { ...asked, plan: relaxed.plan }),
      ...(corrected !== undefined && { corrected }),
    };
  };

  const semantic = async (query: SemanticQuery): Promise<SemanticAnswer> => {
    check('semantic', query);
    const asked = await plan({ q: query.q });
    if (asked.plan.clauses.length === 0) {
      const { corrected: _, ...answer } = await search(query);
      return { ...answer, hits: answer.hits.map((hit) => ({ ...hit, similarity: 0, near: [] })), words: [], meaning: false };
    }
    return engine('semantic', query, { view: await retrieve(query, asked), fields, synonyms });
  };

  const retrieve = async ({ q, visible, vector }: SemanticQuery, asked: Asked): Promise<IndexView> => {
    const { hits } = await ask({
      query: allWords(asked.plan, limits({ visible }, asked.plan, asked.index), asked.index),
      size: 0,
      track_total_hits: FEW,
    });
    const { view } = await gather({ q, visible }, asked, (hits.total?.value ?? 0) < FEW, undefined, RETRIEVED, vector);
    return view;
  };

  /** How often each value of the field stands in the records of a question. */
  const countValues = async (
    question: Dsl,
    { field, limit = MAX_VALUES }: FacetQuery,
  ): Promise<{ counts: FacetCount[]; total: number }> => {
    const { tree } = fields.values.find(({ name }) => name === field)!;
    const terms = {
      field: `${tree ? 'a' : 'v'}_${field}`,
      size: tree ? MAX_VALUES : Math.max(1, limit),
      order: [{ _count: 'desc' }, { _key: 'asc' }],
    };
    const [reply, known] = await askAll([
      { query: question, size: 0, track_total_hits: true, aggs: { values: { terms } } },
      ...(tree ? [{ size: 0, track_total_hits: false, aggs: { values: { terms: { field: `v_${field}`, size: MAX_VALUES } } } }] : []),
    ]);
    const carried = known && new Set(known.aggregations?.values?.buckets.map(({ key }) => key));
    const counts = (reply!.aggregations?.values?.buckets ?? []).flatMap(({ key, doc_count: count }) =>
      !carried || carried.has(key) ? [{ value: key, count }] : [],
    );
    return { counts: counts.slice(0, limit), total: reply!.hits.total?.value ?? 0 };
  };

  const facets = async (query: FacetQuery): Promise<FacetCount[]> => {
    check('facets', query);
    if (query.limit === 0) return [];
    const asked = await plan({ q: query.q, live: query.semantic !== true && query.live === true });
    if (asked.plan.noTerms) return [];
    const filters = Object.fromEntries(Object.entries(query.filters ?? {}).filter(([name]) => name !== query.field));
    const counted = { q: query.q, visible: query.visible, filters };
    if (query.semantic === true && asked.plan.clauses.length > 0) {
      const view = await retrieve({ ...counted, ...(query.vector && { vector: query.vector }) }, asked);
      const { hits } = engine(
        'semantic',
        { ...counted, ...(query.vector && { vector: query.vector }), limit: 1_000 },
        { view, fields, synonyms },
      );
      return (await countValues({ terms: { id: hits.map(({ id }) => id) } }, query)).counts;
    }
    const direct = await countValues(allWords(asked.plan, limits(counted, asked.plan, asked.index), asked.index), query);
    if (direct.total >= SCREENFUL || !goesOn(asked.plan)) return direct.counts;
    const { view, relaxed } = await gather(counted, asked, direct.total < FEW, undefined, 0);
    if (relaxed !== null) return (await countValues(relaxed.question, query)).counts;
    const { hits } = engine('search', { ...counted, live: query.live === true, limit: 1_000 }, { view, fields, synonyms });
    const whole = hits.filter((hit) => !hit.partial);
    return (await countValues({ terms: { id: (whole.length > 0 ? whole : hits).map(({ id }) => id) } }, query)).counts;
  };

  return {
    search,
    semantic,
    facets,
    ask,
    askAll,
    check,
    vocabulary,
    contextOf,
    engine,
    setSynonyms(groups: readonly (readonly string[])[], useInstead?: readonly UseInstead[]): void {
      synonyms = synonymsOf(groups, useInstead);
    },
  };
}
