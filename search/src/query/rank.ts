/** From matches to the best so many: boosts, whole titles, words in a row, or another order altogether. */
import type { SearchQuery, Sort } from '../door.ts';
import { SearchError } from '../door.ts';
import { has } from '../index/bits.ts';
import type { Entry } from '../index/generation.ts';
import type { Fields, Segment } from '../index/segment.ts';
import { atLeast, carriersOf, tokenCarriers } from './filter.ts';
import { phraseTester } from './match.ts';
import type { Need } from './ordered.ts';
import type { Plan } from './plan.ts';
import { titlesWith } from './titles.ts';
import type { Scratch } from './scratch.ts';
import type { Top } from './top.ts';
import { floorOf, offer } from './top.ts';

/** What a record gains when its title is the query: more than any sum of words. */
export const WHOLE_TITLE = 1e9;
/** What it gains, as a factor, when the words stand in a row in the title, or in another field. */
export const TITLE_ROW = 1.6;
export const ROW = 1.25;

export type Boost = { bits: Uint32Array; factor: number };

/** Fails with `bad_query` where a boost or an order names a field that is none. */
export function checkRanking(query: SearchQuery, fields: Fields): void {
  for (const boost of query.boosts ?? []) {
    if ('field' in boost) valueField(boost.field, fields);
    if ('number' in boost) numberField(boost.number, fields);
    if (!(boost.factor > 0 && Number.isFinite(boost.factor))) throw new SearchError('bad_query', 'a boost must be a positive number');
  }
  if (typeof query.sort === 'object') numberField(query.sort.number, fields);
}

function valueField(name: string, fields: Fields): number {
  const field = fields.values.findIndex((value) => value.name === name);
  if (field < 0) throw new SearchError('bad_query', `there is no value field ${name}`);
  return field;
}

function numberField(name: string, fields: Fields): number {
  const field = fields.numbers.indexOf(name);
  if (field < 0) throw new SearchError('bad_query', `there is no number ${name}`);
  return field;
}

function boostsIn(query: SearchQuery, segment: Segment, fields: Fields): Boost[] {
  return (query.boosts ?? []).map((boost) => {
    if ('field' in boost) return { factor: boost.factor, bits: carriersOf(segment, valueField(boost.field, fields), [boost.value]) };
    if ('token' in boost) return { factor: boost.factor, bits: tokenCarriers(segment, boost.token) };
    return { factor: boost.factor, bits: atLeast(segment, numberField(boost.number, fields), boost.min) };
  });
}

/** What the short way must know of an order by relevance; `null` for other orders. */
export function needOf(query: SearchQuery, count: number): Need | null {
  if ((query.sort ?? 'relevance') !== 'relevance') return null;
  const factors = (query.boosts ?? []).map((boost) => boost.factor);
  return {
    count,
    least: factors.reduce((product, factor) => product * Math.min(1, factor), 1),
    most: factors.reduce((product, factor) => product * Math.max(1, factor), 1),
  };
}

/** Offers the `count` matches in working memory to `top`. */
export function rank(
  query: SearchQuery,
  plan: Plan,
  entries: readonly Entry[],
  at: number,
  count: number,
  scratch: Scratch,
  top: Top,
  fields: Fields,
): void {
  const { segment } = entries[at]!;
  const sort = query.sort ?? 'relevance';
  if (sort !== 'relevance') {
    const key = sortKeys(sort, segment, fields);
    let refused = NaN;
    for (let i = 0; i < count; i++) {
      const score = key(scratch.records[i]!);
      if (score < floorOf(top) || score === refused) continue;
      if (!offer(top, entries, at, scratch.records[i]!, score)) refused = score;
    }
    return;
  }
  const boosts = boostsIn(query, segment, fields);
  let most = 1;
  for (const { factor } of boosts) most *= Math.max(1, factor);
  const row = plan.row === null ? null : phraseTester({ words: plan.row, mask: 0xff }, segment);
  if (row !== null) most *= TITLE_ROW;
  const titleMask = fields.text.reduce((mask, field, f) => (field.exact ? mask | (1 << f) : mask), 0);
  const titles = plan.title === null ? [] : titlesWith(segment, plan.title);
  let nextTitle = 0;
  let floor = floorOf(top);
  let refused = NaN;
  const { records, scores } = scratch;
  for (let i = 0; i < count; i++) {
    const record = records[i]!;
    const base = scores[i]!;
    while (nextTitle < titles.length && titles[nextTitle]! < record) nextTitle++;
    const whole = nextTitle < titles.length && titles[nextTitle] === record;
    if (base * most < floor && !whole) continue;
    let score = base;
    for (const boost of boosts) if (has(boost.bits, record)) score *= boost.factor;
    if (row !== null) {
      const places = row(record);
      if (places !== 0) score *= (places & titleMask) !== 0 ? TITLE_ROW : ROW;
    }
    if (whole) score += WHOLE_TITLE;
    if (score < floor || score === refused) continue;
    if (!offer(top, entries, at, record, score)) refused = score;
    floor = floorOf(top);
  }
}

/** A larger number comes first; what has none comes last. Titles are comparable only within a segment. */
function sortKeys(sort: Exclude<Sort, 'relevance'>, segment: Segment, fields: Fields): (record: number) => number {
  if (sort === 'title') return (record) => -segment.titleRank[record]!;
  const numbers = segment.numbers[numberField(sort.number, fields)]!;
  const sign = sort.order === 'desc' ? 1 : -1;
  return (record) => (Number.isNaN(numbers[record]!) ? -Infinity : sign * numbers[record]!);
}
