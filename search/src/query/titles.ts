/** Compares titles with the whole query. A title can equal the query, be near to it, or begin with it. */
import { Buffer } from 'node:buffer';
import { ARTICLES, withoutArticle } from '../analysis/fold.ts';
import { equalRange, prefixRange, stringAt } from '../index/dictionary.ts';
import type { Segment } from '../index/segment.ts';
import { lowerBound } from '../index/sorted.ts';
import { allowedEdits, editDistanceUpTo } from './typos.ts';
import { WEIGHTS } from './weights.ts';

const { title: WEIGHT } = WEIGHTS;

/** Endings by which a near title may differ from the query. */
export const ENDINGS: readonly string[] = ['e', 'n', 's', 'en', 'er', 'es', 'em', 'ern', 'nen', 'se'];
/** Maximum difference in length between a near title and the query. */
const MAX_ENDING = 3;
/** Minimum number of letters before an ending. Shorter words with an ending are usually different words (`Ei`, `Eis`). */
export const MIN_WITHOUT_ENDING = 4;

/**
 * Returns the factor of a title, at least 1. Near titles have the highest factor, followed by titles that begin with the query
 * (docs/behaviour/search.md#order). Title and query are sorting keys without a leading article.
 */
export function titleFactor(title: string, query: string, typos: boolean): number {
  if (Math.abs(title.length - query.length) <= MAX_ENDING && isNear(title, query, typos)) return WEIGHT.near;
  if (!title.startsWith(query)) return 1;
  if (title[query.length] === ' ') return WEIGHT.begins + (WEIGHT.beginsShare * query.length) / title.length;
  return title.includes(' ', query.length) ? WEIGHT.beginsCompound : WEIGHT.near;
}

function isNear(title: string, query: string, typos: boolean): boolean {
  const [short, long] = title.length < query.length ? [title, query] : [query, title];
  if (short === long) return true;
  if (short.length >= MIN_WITHOUT_ENDING && long.startsWith(short) && ENDINGS.includes(long.slice(short.length))) return true;
  const max = allowedEdits(query.length);
  return typos && editDistanceUpTo(query, title, max) <= max;
}

/** Returns the records whose complete title has the hash, in ascending order. */
export function equalTitles(segment: Segment, titleHash: number | null): Uint32Array {
  const { hashes, records } = segment.titles;
  if (titleHash === null) return records.subarray(0, 0);
  const from = lowerBound(hashes, titleHash);
  let to = from;
  while (to < hashes.length && hashes[to] === titleHash) to++;
  return records.subarray(from, to);
}

/** Records in ascending order with the factors of their titles, which are greater than 1. */
type NearTitles = { records: Uint32Array; factors: Float64Array };

/** Text that may precede the query in a title: nothing, or an article. */
const ARTICLE_PREFIXES: readonly string[] = ['', ...ARTICLES.map((article) => `${article} `)];

/** Maximum number of records that are cached per segment and thread. The least recently used queries are evicted. */
const MAX_CACHED = 100_000;

type Cache = { order: Uint32Array; byQuery: Map<string, NearTitles>; records: number };
const caches = new WeakMap<Segment, Cache>();

/** Returns the near titles of a segment for a sorting key without a leading article. Typing errors are not considered. The result is cached. */
function nearTitles(segment: Segment, query: string): NearTitles {
  let cache = caches.get(segment);
  if (cache === undefined) caches.set(segment, (cache = { order: titleOrder(segment), byQuery: new Map(), records: 0 }));
  let near = cache.byQuery.get(query);
  if (near === undefined) {
    near = findNearTitles(segment, query, cache.order);
    cache.records += costOf(near);
  } else cache.byQuery.delete(query);
  cache.byQuery.set(query, near);
  for (const [old, value] of cache.byQuery) {
    if (cache.records <= MAX_CACHED || old === query) break;
    cache.byQuery.delete(old);
    cache.records -= costOf(value);
  }
  return near;
}

/** Returns the cost of a cache entry: its number of records plus ten. */
const costOf = ({ records }: NearTitles): number => records.length + 10;

/** Finds near titles by binary search in title order, which avoids reading the title of every match. */
function findNearTitles({ titleKeys }: Segment, query: string, order: Uint32Array): NearTitles {
  const factors = new Map<number, number>();
  const take = ([from, to]: [number, number]): void => {
    for (let at = from; at < to; at++) {
      const record = order[at]!;
      const factor = titleFactor(withoutArticle(stringAt(titleKeys, record)), query, false);
      if (factor > 1) factors.set(record, factor);
    }
  };
  const shorterForms = withoutEndings(query);
  for (const article of ARTICLE_PREFIXES) {
    take(prefixRange(titleKeys, article + query, order));
    for (const shorter of shorterForms) take(equalRange(titleKeys, article + shorter, order));
  }
  const records = Uint32Array.from(factors.keys()).sort();
  return { records, factors: Float64Array.from(records, (record) => factors.get(record)!) };
}

/** Returns the variants of the query from which an ending is removed. */
function withoutEndings(query: string): string[] {
  return ENDINGS.filter((ending) => query.endsWith(ending))
    .map((ending) => query.slice(0, -ending.length))
    .filter((shorter) => shorter.length >= MIN_WITHOUT_ENDING);
}

/** Returns the records of a segment sorted by title. */
function titleOrder({ titleRank }: Segment): Uint32Array {
  const order = new Uint32Array(titleRank.length);
  for (let record = 0; record < titleRank.length; record++) order[titleRank[record]!] = record;
  return order;
}

/** Title factors of the records in a segment. Both functions must be called with ascending records. */
export type TitleFactors = {
  /** Returns an upper bound for the factor without reading the title. */
  max(record: number): number;
  of(record: number): number;
};

const NO_FACTORS: TitleFactors = { max: () => 1, of: () => 1 };

/** Maximum number of bytes by which a near title can be longer than the query, including an article. */
const MAX_EXTRA_BYTES = MAX_ENDING * 4 + ARTICLE_PREFIXES.reduce((max, { length }) => Math.max(max, length), 0);

/** Returns the title factors for the title key of a plan. If the key is `null`, all factors are 1. */
export function titleFactors(segment: Segment, titleKey: string | null, typos: boolean): TitleFactors {
  if (titleKey === null) return NO_FACTORS;
  const { records, factors } = nearTitles(segment, titleKey);
  let next = 0;
  const withoutTypos = (record: number): number => {
    while (next < records.length && records[next]! < record) next++;
    return next < records.length && records[next] === record ? factors[next]! : 1;
  };
  if (!typos) return { max: withoutTypos, of: withoutTypos };
  const { titleKeys } = segment;
  const { offsets } = titleKeys;
  const maxBytes = Buffer.byteLength(titleKey) + MAX_EXTRA_BYTES;
  const isShort = (record: number): boolean => offsets[record + 1]! - offsets[record]! <= maxBytes;
  return {
    max: (record) => (isShort(record) ? WEIGHT.near : withoutTypos(record)),
    of: (record) => (isShort(record) ? titleFactor(withoutArticle(stringAt(titleKeys, record)), titleKey, true) : withoutTypos(record)),
  };
}
