/** What a query must know of the catalogue: words that begin so, are spelled otherwise or nearly so, and in how many records stems stand. */
import { outermostParts } from '@fundus/search/analysis/compounds';
import { rootOf } from '@fundus/search/analysis/family';
import { stem, stemsOf } from '@fundus/search/analysis/stem';
import { otherSpellings, variantHash } from '@fundus/search/analysis/variants';
import { ordinalStem } from '@fundus/search/analysis/word-stems';
import type { Parsed, QueryWord } from '@fundus/search/query/parse';
import type { Synonyms } from '@fundus/search/query/synonyms';
import { askTogether, requireWhole, type Wholeness } from './ask.ts';
import type { Client } from './client.ts';
import type { DictionaryWord } from './documents.ts';
import type { Dsl } from './questions.ts';
import { stemFilter } from './questions.ts';
import type { Catalogue, Frequencies } from './small-index.ts';
import type { Store } from './store.ts';

type Hits = { hits: { hits: { _source: { s: string; t: string } }[] } };
type Counts = Wholeness & { aggregations?: { found: { buckets: Record<string, { doc_count: number }> } } };

/** Most words looked up at a time. */
const MAX = 500;
/** In milliseconds: other processes write too. */
const REMEMBERED = 10_000;
const MAX_REMEMBERED = 50_000;

/** Of the index as it was at one turn, and not for long. */
type Remembered = { turn: number; since: number; words: Map<string, DictionaryWord[]>; counts: Map<string, number> };

export type Vocabulary = ReturnType<typeof makeVocabulary>;

export function makeVocabulary(client: Client, store: Store) {
  let newest: Remembered = { turn: -1, since: 0, words: new Map(), counts: new Map() };
  /** What is asked for goes into what was remembered when it was asked: begun anew meanwhile, nothing old comes in and nothing is missed. */
  const remembered = (): Remembered => {
    const { turn, since, words, counts } = newest;
    if (turn !== store.turn() || Date.now() - since >= REMEMBERED || words.size + counts.size >= MAX_REMEMBERED)
      newest = { turn: store.turn(), since: Date.now(), words: new Map(), counts: new Map() };
    return newest;
  };

  /** For each question the words that answer it. */
  const lookUp = async (questions: ReadonlyMap<string, Dsl>): Promise<DictionaryWord[]> => {
    const { words } = remembered();
    const open = [...questions].filter(([key]) => !words.has(key));
    if (open.length > 0) {
      const index = { index: store.names.words, ignore_unavailable: true };
      const replies = await askTogether<Hits>(
        client,
        open.map(([, query]) => ({ index, body: { query, size: MAX, track_total_hits: false } })),
      );
      open.forEach(([key], i) =>
        words.set(
          key,
          replies[i]!.hits.hits.map(({ _source: { s, t } }) => ({ surface: s, stem: t })),
        ),
      );
    }
    return [...questions.keys()].flatMap((key) => words.get(key)!);
  };

  /** In how many records each of the stems stands. */
  const count = async (stems: Iterable<string>): Promise<Map<string, number>> => {
    const { counts } = remembered();
    const all = [...new Set(stems)];
    const open = all.filter((each) => !counts.has(each));
    if (open.length > 0) {
      const filters = Object.fromEntries(open.map((each, i) => [String(i), stemFilter(each)]));
      const path = `/${store.names.media}/_search?ignore_unavailable=true&filter_path=aggregations,timed_out,_shards`;
      const reply = await client.ask<Counts>('POST', path, { size: 0, track_total_hits: false, aggs: { found: { filters: { filters } } } });
      const { buckets } = requireWhole(client, reply).aggregations?.found ?? { buckets: {} };
      open.forEach((each, i) => counts.set(each, buckets[String(i)]?.doc_count ?? 0));
    }
    return new Map(all.map((each) => [each, counts.get(each)!]));
  };

  const stemsOfWord = (word: QueryWord): string[] => (word.ordinal > 0 ? [ordinalStem(word.ordinal), word.surface] : stemsOf(word.surface));

  return {
    count,
    /** All that the plan of a query asks for. */
    async of(parsed: Parsed, synonyms: Synonyms, { lookUp: lexicon }: Catalogue, live: boolean): Promise<Frequencies> {
      const questions = new Map<string, Dsl>();
      const stems = new Set<string>();
      const take = (word: QueryWord, spellings: boolean): void => {
        for (const each of stemsOfWord(word)) stems.add(each);
        const hash = variantHash(word.surface);
        if (spellings && word.ordinal === 0 && hash !== 0) questions.set(`spelling ${hash}`, { term: { k: String(hash) } });
      };
      const begins = (text: string): void => void questions.set(`prefix ${text}`, { prefix: { s: { value: text } } });
      parsed.items.forEach((item, from) => {
        for (const word of item.words) take(word, item.kind === 'plain');
        if (item.kind === 'prefix') begins(item.words[0]!.surface);
        if (item.kind !== 'plain') return;
        for (const part of outermostParts(item.words[0]!.surface, lexicon))
          for (const each of [stem(part, 'de'), ...stemsOf(part)]) stems.add(each);
        const row: QueryWord[] = [];
        for (
          let to = from;
          to < parsed.items.length && parsed.items[to]!.kind === 'plain' && row.length < Math.max(2, synonyms.longest);
          to++
        ) {
          row.push(parsed.items[to]!.words[0]!);
          for (const others of synonyms.of(row)) for (const word of others) take(word, others.length === 1);
          if (row.length === 2) for (const each of stemsOf(row[0]!.surface + row[1]!.surface)) stems.add(each);
        }
      });
      const last = parsed.items.at(-1);
      if (live && parsed.unfinished && last !== undefined) begins(last.words[0]!.surface);
      const found = await lookUp(questions);
      return { words: unique(found), stems: await count([...stems, ...found.map(({ stem: of }) => of)]) };
    },
    /** With the words that are near to these, each a slip or two away. */
    async near(surfaces: readonly string[], before: Frequencies): Promise<Frequencies> {
      const questions = new Map<string, Dsl>();
      for (const surface of surfaces) {
        if (surface.length < 4) continue;
        for (const value of [surface, ...otherSpellings(surface)])
          questions.set(`near ${value}`, {
            fuzzy: { s: { value, fuzziness: surface.length >= 8 ? 2 : 1, prefix_length: 0, max_expansions: 300, transpositions: true } },
          });
      }
      if (questions.size === 0) return before;
      const found = await lookUp(questions);
      const counted = await count(found.map(({ stem: of }) => of));
      return { words: unique([...before.words, ...found]), stems: new Map([...before.stems, ...counted]) };
    },
    /** With words that may be of the family of one of these. */
    async families(surfaces: readonly string[], before: Frequencies): Promise<Frequencies> {
      const roots = surfaces.flatMap((surface) => rootOf(stem(surface, 'de')) ?? []);
      if (roots.length === 0) return before;
      const found = await lookUp(new Map(roots.map((root) => [`family ${root}`, { prefix: { s: { value: root } } }])));
      return { words: unique([...before.words, ...found]), stems: before.stems };
    },
    /** With these stems. */
    async and(stems: Iterable<string>, before: Frequencies): Promise<Frequencies> {
      return { words: before.words, stems: new Map([...before.stems, ...(await count(stems))]) };
    },
  };
}

function unique(words: readonly DictionaryWord[]): DictionaryWord[] {
  return [...new Map(words.map((word) => [`${word.surface} ${word.stem}`, word])).values()];
}
