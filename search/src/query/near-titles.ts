/** The records whose title is near to a query or begins with it, found in the order of titles instead of by looking at every match. */
import { Buffer } from 'node:buffer';
import { ARTICLES, withoutArticle } from '../analysis/fold.ts';
import { equalRange, prefixRange, stringAt } from '../index/dictionary.ts';
import type { Segment } from '../index/segment.ts';
import { ENDINGS, MAX_ENDING, NEAR_TITLE, MIN, titleFactor } from './title-match.ts';

/** Records ascending, each with the factor of its title, which is more than 1. */
export type NearTitles = { records: Uint32Array; factors: Float64Array };

/** What titles may begin with before the query. */
const BEFORE: readonly string[] = ['', ...ARTICLES.map((article) => `${article} `)];

/** Records kept per segment and thread, of the queries asked last. */
const MAX_KEPT = 100_000;

type Kept = { order: Uint32Array; byQuery: Map<string, NearTitles>; records: number };
const keptBySegment = new WeakMap<Segment, Kept>();

/** The near titles of a segment for a query as a sorting key without its article, slips left out. */
export function nearTitles(segment: Segment, query: string): NearTitles {
  let kept = keptBySegment.get(segment);
  if (kept === undefined) keptBySegment.set(segment, (kept = { order: titleOrder(segment), byQuery: new Map(), records: 0 }));
  let near = kept.byQuery.get(query);
  if (near === undefined) {
    near = findNearTitles(segment, query, kept.order);
    kept.records += costOf(near);
  } else kept.byQuery.delete(query);
  kept.byQuery.set(query, near);
  for (const [old, value] of kept.byQuery) {
    if (kept.records <= MAX_KEPT || old === query) break;
    kept.byQuery.delete(old);
    kept.records -= costOf(value);
  }
  return near;
}

/** An entry costs something without records too. */
const costOf = ({ records }: NearTitles): number => records.length + 10;

/** The factors of titles; records must be asked for in ascending order. */
export type TitleFactors = {
  /** The most the factor can be, without reading the title. */
  most(record: number): number;
  of(record: number): number;
};

const NO_FACTORS: TitleFactors = { most: () => 1, of: () => 1 };

/** Bytes by which a title that is the query but for a slip or an ending is longer at most, its article included. */
const LONGER = MAX_ENDING * 4 + BEFORE.reduce((most, { length }) => Math.max(most, length), 0);

/** `query` as a sorting key without its article; `null` where titles do not count. */
export function titleFactors(segment: Segment, query: string | null, slips: boolean): TitleFactors {
  if (query === null) return NO_FACTORS;
  const { records, factors } = nearTitles(segment, query);
  let next = 0;
  const withoutSlips = (record: number): number => {
    while (next < records.length && records[next]! < record) next++;
    return next < records.length && records[next] === record ? factors[next]! : 1;
  };
  if (!slips) return { most: withoutSlips, of: withoutSlips };
  const { titleKeys } = segment;
  const { offsets } = titleKeys;
  const longest = Buffer.byteLength(query) + LONGER;
  const isShort = (record: number): boolean => offsets[record + 1]! - offsets[record]! <= longest;
  return {
    most: (record) => (isShort(record) ? NEAR_TITLE : withoutSlips(record)),
    of: (record) => (isShort(record) ? titleFactor(withoutArticle(stringAt(titleKeys, record)), query, true) : withoutSlips(record)),
  };
}

function findNearTitles({ titleKeys }: Segment, query: string, order: Uint32Array): NearTitles {
  const found = new Map<number, number>();
  const take = ([from, to]: [number, number]): void => {
    for (let at = from; at < to; at++) {
      const record = order[at]!;
      const factor = titleFactor(withoutArticle(stringAt(titleKeys, record)), query, false);
      if (factor > 1) found.set(record, factor);
    }
  };
  for (const before of BEFORE) {
    take(prefixRange(titleKeys, before + query, order));
    for (const shorter of withoutEndings(query)) take(equalRange(titleKeys, before + shorter, order));
  }
  const records = Uint32Array.from(found.keys()).sort();
  return { records, factors: Float64Array.from(records, (record) => found.get(record)!) };
}

/** What the query may be an ending longer than. */
function withoutEndings(query: string): string[] {
  return ENDINGS.filter((ending) => query.endsWith(ending))
    .map((ending) => query.slice(0, -ending.length))
    .filter((shorter) => shorter.length >= MIN);
}

/** The records of a segment in the order of their titles. */
function titleOrder({ titleRank }: Segment): Uint32Array {
  const order = new Uint32Array(titleRank.length);
  for (let record = 0; record < titleRank.length; record++) order[titleRank[record]!] = record;
  return order;
}
