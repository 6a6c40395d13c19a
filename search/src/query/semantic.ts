/**
 * Searching by meaning and by words: two lists over everything the person may see, united by the rank a record has in
 * each (reciprocal rank fusion). Filters choose among the records taken, so that a value's count is what filtering by it gives.
 */
import { fold } from '../analysis/fold.ts';
import { tokenise } from '../analysis/tokenise.ts';
import type { Query, SearchQuery, SemanticAnswer, SemanticQuery } from '../door.ts';
import { SearchError } from '../door.ts';
import { has } from '../index/bits.ts';
import { find, stringAt } from '../index/dictionary.ts';
import type { Generation } from '../index/generation.ts';
import type { Near } from '../vectors/nearest.ts';
import { nearest } from '../vectors/nearest.ts';
import type { Meaning } from '../vectors/question.ts';
import { meaningOf, nearWords } from '../vectors/question.ts';
import { allowedIn } from './filter.ts';
import { highlightsOf } from './highlight.ts';
import { postingOf } from './match.ts';
import { parse } from './parse.ts';
import type { Context, Group, Plan } from './plan.ts';
import { makePlan } from './plan.ts';
import { checkRanking, rank } from './rank.ts';
import type { Run } from './run.ts';
import { run } from './run.ts';
import { DEEPEST, LARGEST_PAGE, PAGE, search, whole } from './search.ts';
import type { Found } from './top.ts';
import { createTop, offer, sorted } from './top.ts';

/** No more records than this are taken by words. */
const MOST_BY_WORDS = 500;
/** The constant of reciprocal rank fusion (Cormack et al. 2009), and what a place by words counts beside one by meaning; tuned in relevance/meaning.ts. */
const RANK = 20;
const WORDS = 0.7;
/** What a place among records with words missing counts. */
const PARTIAL = 0.6;

type Taken = Found & { similarity: number };
type Answered = { found: Taken[]; plan: Plan; meaning: Meaning | null };

export function semantic(query: SemanticQuery, job: Run): SemanticAnswer {
  const offset = whole('offset', query.offset ?? 0, DEEPEST);
  const limit = whole('limit', query.limit ?? PAGE, LARGEST_PAGE);
  const { context } = job;
  const { generation, fields } = context;
  for (const name of query.highlight ?? []) {
    if (!fields.text.some((field) => field.name === name)) throw new SearchError('bad_query', `there is no text field ${name}`);
  }
  checkRanking(query, fields);
  const answered = takenBy(query, job);
  if (answered === null) {
    const { corrected: _, ...answer } = search(query, job);
    return { ...answer, hits: answer.hits.map((hit) => ({ ...hit, similarity: 0, near: [] })), words: [], meaning: false };
  }
  const { plan, meaning } = answered;
  const chosen = chooseFrom(answered.found, query, plan, context);
  const page = ordered(chosen, query, context).slice(offset, offset + limit);
  const marker = query.highlight === undefined ? null : highlightsOf(plan, context, query.highlight);
  const near = new Map(meaning?.near.map(({ stem, cosine }) => [stem, cosine]));
  return {
    total: chosen.length,
    partialTotal: 0,
    hits: page.map((found) => {
      const entry = generation.entries[found.entry]!;
      return {
        id: stringAt(entry.segment.ids, found.record),
        score: found.score,
        partial: false,
        similarity: found.similarity,
        near: near.size === 0 ? [] : nearWords(entry, found.record, fields.text.length, near),
        ...(marker !== null && { highlight: marker(found) }),
      };
    }),
    words: wordsIn(query.q, chosen, plan, generation),
    meaning: meaning !== null,
  };
}

/** The records of each segment that are taken under the filters, the value field `except` left out; `null` where nothing is asked. */
export function takenRecords(query: Query & { vector?: Float32Array }, job: Run, except: number): Uint32Array[] | null {
  const answered = takenBy(query, job);
  if (answered === null) return null;
  const chosen = chooseFrom(answered.found, query, answered.plan, job.context, except);
  return job.context.generation.entries.map((_, e) =>
    Uint32Array.from(
      chosen.filter((found) => found.entry === e),
      (found) => found.record,
    ).sort(),
  );
}

/** The last questions: a screen asks for a page and for several fields of the same. */
const answers = new WeakMap<Generation, Map<string, Answered | null>>();
const MOST_ANSWERS = 4;

/** Tells vectors apart. */
export const keyOf = (vector: Float32Array | undefined): string =>
  vector === undefined ? '' : Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('latin1');

/** The records taken from all that the person sees, best first; `null` where nothing is asked. */
function takenBy(query: Query & { vector?: Float32Array }, job: Run): Answered | null {
  const { generation } = job.context;
  const key = JSON.stringify([job.context.synonyms.edition, query.q, [...new Set(query.visible)].sort(), keyOf(query.vector)]);
  let kept = answers.get(generation);
  if (kept === undefined) answers.set(generation, (kept = new Map()));
  const before = kept.get(key);
  if (before !== undefined) return before;
  const answered = take(query, job);
  kept.set(key, answered);
  if (kept.size > MOST_ANSWERS) kept.delete(kept.keys().next().value!);
  return answered;
}

function take({ q, visible, vector }: Query & { vector?: Float32Array }, job: Run): Answered | null {
  const { context } = job;
  const plan = makePlan(parse(q, context.fields), context, false);
  if (plan.groups.length === 0) return null;
  const meaning = meaningOf(plan, context.generation, vector);
  const byWords = wordHits({ q, visible }, job);
  const byMeaning = meaning === null ? [] : nearest({ ...meaning, plan, visible }, job);
  return { found: fuse(byWords, byMeaning, context), plan, meaning };
}

function chooseFrom(found: Taken[], { visible, filters }: Query, plan: Plan, { generation, fields }: Context, except = -1): Taken[] {
  if (Object.keys(filters ?? {}).length === 0) return found;
  const allowed = generation.entries.map((entry) => allowedIn(entry, visible, filters, plan, fields, except));
  return found.filter(({ entry, record }) => has(allowed[entry]!, record));
}

/** Best first: records with all words, then records with some. */
function wordHits(query: Query, job: Run): { found: Found; weight: number }[] {
  const { entries } = job.context.generation;
  const tops = { exact: createTop(MOST_BY_WORDS), relaxed: createTop(MOST_BY_WORDS), partial: createTop(MOST_BY_WORDS) };
  run(query, job, (tier, e, count, plan) => rank(query, plan, entries, e, count, job.scratch, tops[tier], job.context.fields));
  const list = (tier: keyof typeof tops, weight: number) => sorted(tops[tier], entries).map((found) => ({ found, weight }));
  return [...list('exact', 1), ...list('relaxed', 1), ...list('partial', PARTIAL)].slice(0, MOST_BY_WORDS);
}

function fuse(byWords: readonly { found: Found; weight: number }[], byMeaning: readonly Near[], { generation }: Context): Taken[] {
  const all = new Map<string, Taken>();
  const add = ({ entry, record }: Found, score: number, similarity: number): void => {
    const key = `${entry} ${record}`;
    const known = all.get(key);
    if (known === undefined) all.set(key, { entry, record, score, similarity });
    else all.set(key, { ...known, score: known.score + score, similarity: Math.max(known.similarity, similarity) });
  };
  byWords.forEach(({ found, weight }, at) => add(found, (WORDS * weight) / (RANK + at + 1), 0));
  byMeaning.forEach((found, at) => add(found, 1 / (RANK + at + 1), found.cosine));
  const top = createTop(Math.max(1, all.size));
  for (const { entry, record, score } of all.values()) offer(top, generation.entries, entry, record, score);
  return sorted(top, generation.entries).map(({ entry, record }) => all.get(`${entry} ${record}`)!);
}

/** The order asked for; equal ones stay in the order of relevance. */
function ordered(found: Taken[], { sort = 'relevance' }: SearchQuery, { generation, fields }: Context): Taken[] {
  if (sort === 'relevance') return found;
  const segmentOf = ({ entry }: Taken) => generation.entries[entry]!.segment;
  if (sort === 'title') {
    const key = (each: Taken): Uint8Array => {
      const { bytes, offsets } = segmentOf(each).titleKeys;
      return bytes.subarray(offsets[each.record]!, offsets[each.record + 1]!);
    };
    return found.toSorted((a, b) => Buffer.compare(key(a), key(b)));
  }
  const field = fields.numbers.indexOf(sort.number);
  const number = (each: Taken): number => {
    const value = segmentOf(each).numbers[field]![each.record]!;
    return Number.isNaN(value) ? -Infinity : sort.order === 'desc' ? value : -value;
  };
  return found.toSorted((a, b) => (number(a) === number(b) ? 0 : number(b) - number(a)));
}

/** The words as typed that occur in one of the records. */
function wordsIn(q: string, found: readonly Taken[], plan: Plan, generation: Generation): string[] {
  const occurs = (group: Group): boolean =>
    group.alternatives.some(
      (way) =>
        way.kind === 'stem' &&
        found.some(({ entry, record }) => {
          const { terms, postings } = generation.entries[entry]!.segment;
          const term = find(terms, way.stem);
          return term >= 0 && postingOf(postings, term, record) >= 0;
        }),
    );
  const matched = new Set(plan.groups.filter((group) => group.surface !== '' && occurs(group)).map((group) => group.surface));
  const words = new Map<string, string>();
  tokenise(q, (raw) => {
    const surface = fold(raw.endsWith('.') ? raw.slice(0, -1) : raw);
    if (matched.has(surface) && !words.has(surface)) words.set(surface, raw);
  });
  return [...words.values()];
}
