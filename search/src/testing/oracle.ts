/**
 * What the engine must answer, worked out by looking at every record: the same analysis and the same formula, but
 * no index, no segments and no short cuts.
 */
import { tornParts } from '../analysis/compounds.ts';
import { cistem, languageOf, stem, stemsOf } from '../analysis/stem.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { sortKey } from '../analysis/fold.ts';
import { tokenise } from '../analysis/tokenise.ts';
import { otherSpellings, variantKey } from '../analysis/variants.ts';
import type { FacetCount, Query, SearchAnswer, SearchQuery, SearchRecord } from '../door.ts';
import { completionKey } from '../index/delete.ts';
import type { Generation } from '../index/generation.ts';
import { lexiconOf } from '../index/generation.ts';
import { impactOf, partImpact, rarity } from '../index/impact.ts';
import { textElements } from '../index/invert.ts';
import { partsIn, stemParts } from '../index/vocabulary.ts';
import type { Fields } from '../index/segment.ts';
import { ordinalStem, wordStems } from '../index/words.ts';
import type { Item, QueryWord } from '../query/parse.ts';
import { parse } from '../query/parse.ts';
import type { Synonyms } from '../query/synonyms.ts';

type Analysed = {
  record: SearchRecord;
  /** Stems as words: their impact and where they stand, per text field. */
  words: Map<string, { impact: number; places: Set<number>[] }>;
  /** Stems that are only parts of compounds. */
  parts: Map<string, number>;
  written: Set<string>;
  titles: Set<string>;
};

type Match = (doc: Analysed) => number;
type Prefix = { text: string; match(stem: string): boolean; factor: number };
type Group = {
  alternatives: { stems: string[][]; factor: number }[];
  prefixes: Prefix[];
  weight: number;
  whole: boolean;
  mask: number;
  optional: boolean;
  surface: string;
};

export class Oracle {
  readonly fields: Fields;
  readonly synonyms: Synonyms;
  readonly records = new Map<string, SearchRecord>();
  private docs: Analysed[] = [];
  private counts = new Map<string, number>();
  private generation!: Generation;

  constructor(fields: Fields, synonyms: Synonyms) {
    this.fields = fields;
    this.synonyms = synonyms;
  }

  /** Only the lexicon is taken from the engine: which words it has learned so far is its own affair. */
  look(generation: Generation): void {
    this.generation = generation;
    this.counts = new Map();
    const known = generation.entries.length === 0 ? null : partsIn(generation.entries[0]!.segment);
    this.docs = [...this.records.values()].map((record) =>
      this.analyse(record, (whole) => known?.(whole) ?? stemParts(whole, whole, lexiconOf(generation.lexicon))),
    );
    this.docs.sort((a, b) => Buffer.compare(Buffer.from(a.record.id), Buffer.from(b.record.id)));
  }

  private analyse(record: SearchRecord, partsOf: (stem: string) => string[]): Analysed {
    const language = languageOf(record.language);
    const words: Analysed['words'] = new Map();
    const written = new Set<string>();
    const titles = new Set<string>();
    const lengths: number[] = [];
    this.fields.text.forEach((field, f) => {
      let place = 0;
      lengths[f] = 0;
      for (const element of textElements(record.text[field.name])) {
        tokenise(element, (raw) => {
          const found = wordStems(raw, language);
          if (found.length === 0) return;
          for (const each of found) {
            written.add(`${each.surface}\n${each.stem}`);
            const word = words.get(each.stem) ?? { impact: 0, places: this.fields.text.map(() => new Set<number>()) };
            words.set(each.stem, word);
            word.places[f]!.add(place);
          }
          place++;
          lengths[f]!++;
        });
        place++;
        if (field.exact) titles.add(completionKey(element, record.language));
      }
    });
    const parts = new Map<string, number>();
    for (const word of words.values())
      word.impact = impactOf(
        this.fields,
        word.places.map((places) => places.size),
        lengths,
      );
    for (const [whole, { impact }] of words) {
      for (const part of partsOf(whole)) if (!words.has(part)) parts.set(part, Math.max(parts.get(part) ?? 0, partImpact(impact)));
    }
    return { record, words, parts, written, titles };
  }

  private live(stemOf: string): number {
    let count = this.counts.get(stemOf);
    if (count === undefined)
      this.counts.set(stemOf, (count = this.docs.filter((doc) => doc.words.has(stemOf) || doc.parts.has(stemOf)).length));
    return count;
  }

  private impact(doc: Analysed, stemOf: string, whole: boolean, mask: number): number {
    const word = doc.words.get(stemOf);
    if (word !== undefined) return !whole || word.places.some((places, f) => places.size > 0 && (mask >> f) & 1) ? word.impact : 0;
    return whole ? 0 : (doc.parts.get(stemOf) ?? 0);
  }

  private score(doc: Analysed, group: Group): number {
    let best = 0;
    const take = (impact: number, factor: number): void => {
      if (impact > 0) best = Math.max(best, Math.max(1, (impact * factor) >> 8));
    };
    for (const { stems, factor } of group.alternatives) {
      take(Math.min(...stems.map((each) => Math.max(...each.map((stemOf) => this.impact(doc, stemOf, group.whole, group.mask))))), factor);
    }
    for (const prefix of group.prefixes) {
      for (const stemOf of [...doc.words.keys(), ...doc.parts.keys()]) {
        if (prefix.match(stemOf)) take(this.impact(doc, stemOf, group.whole, group.mask), prefix.factor);
      }
    }
    return best;
  }

  private stemsOfWord(word: QueryWord): string[] {
    return word.ordinal > 0 ? [ordinalStem(word.ordinal), word.surface] : stemsOf(word.surface);
  }

  private weigh(group: Pick<Group, 'alternatives' | 'prefixes'>): number {
    const single = group.alternatives
      .filter((alternative) => alternative.stems.length === 1)
      .flatMap((alternative) => alternative.stems[0]!);
    let most = Math.max(0, ...single.map((stemOf) => this.live(stemOf)));
    for (const prefix of group.prefixes) {
      const all = new Set(this.docs.flatMap((doc) => [...doc.words.keys(), ...doc.parts.keys()]));
      let sum = 0;
      for (const stemOf of all) if (stemOf.startsWith(prefix.text)) sum += this.live(stemOf);
      most = Math.max(most, sum);
    }
    return rarity(Math.min(most, this.docs.length), this.docs.length);
  }

  private prefix(text: string, factor: number): Prefix {
    const odd = new Set(
      this.docs.flatMap((doc) => [...doc.written].filter((pair) => pair.startsWith(text)).map((pair) => pair.split('\n')[1]!)),
    );
    return { text, factor, match: (stemOf) => stemOf.startsWith(text) || odd.has(stemOf) };
  }

  private strict(item: Item, word: QueryWord, mask: number): Group {
    const group = {
      alternatives: [] as Group['alternatives'],
      prefixes: [] as Prefix[],
      weight: 0,
      whole: true,
      mask,
      optional: false,
      surface: '',
    };
    if (item.kind === 'prefix') group.prefixes.push(this.prefix(word.surface, 256));
    else group.alternatives = this.stemsOfWord(word).map((each) => ({ stems: [[each]], factor: 256 }));
    return { ...group, weight: this.weigh(group) };
  }

  private plain(word: QueryWord, unfinished: boolean): Group {
    const alternatives: Group['alternatives'] = [];
    const take = (stemOf: string, factor: number): void => {
      if (!alternatives.some((known) => known.stems.length === 1 && known.stems[0]![0] === stemOf))
        alternatives.push({ stems: [[stemOf]], factor });
    };
    const own = word.ordinal > 0 ? [] : stemsOf(word.surface);
    if (word.ordinal > 0) {
      take(ordinalStem(word.ordinal), 256);
      take(word.surface, 180);
    }
    for (const each of own) take(each, 256);
    const key = variantKey(word.surface);
    if (own.length > 0 && key !== null) {
      for (const doc of this.docs) {
        for (const pair of doc.written) {
          const [surface, stemOf] = pair.split('\n') as [string, string];
          if (!stemOf.includes("'") && variantKey(surface) === key) take(stemOf, 230);
        }
      }
    }
    for (const words of this.synonyms.of(own[0] ?? '')) {
      if (words.length === 1) for (const each of words[0]!) take(each, 180);
      else alternatives.push({ stems: words, factor: 180 });
    }
    const group = { alternatives, prefixes: [] as Prefix[], whole: false, mask: 0xff, optional: true, surface: word.surface };
    let weight = this.weigh(group);
    if (unfinished) {
      group.prefixes.push(this.prefix(word.surface, 180));
      weight = Math.min(weight, this.weigh({ alternatives: [], prefixes: group.prefixes }));
    }
    return { ...group, weight };
  }

  private row(doc: Analysed, words: readonly string[][], mask: number): number {
    let found = 0;
    this.fields.text.forEach((_, f) => {
      if (((mask >> f) & 1) === 0) return;
      const starts = new Set(words[0]!.flatMap((each) => [...(doc.words.get(each)?.places[f] ?? [])]));
      for (const start of starts) {
        if (words.every((stems, i) => stems.some((each) => doc.words.get(each)?.places[f]!.has(start + i)))) found |= 1 << f;
      }
    });
    return found;
  }

  private few(group: Group): boolean {
    return group.alternatives.every(({ stems }) => stems.length > 1 || this.live(stems[0]![0]!) < 5);
  }

  private torn(group: Group): Group[] {
    if (!this.few(group)) return [group];
    const parts = tornParts(group.surface, lexiconOf(this.generation.lexicon)).map((part): Group => {
      const alternatives = stemsOf(part).map((each) => ({ stems: [[each]], factor: 128 }));
      return {
        alternatives,
        prefixes: [],
        weight: this.weigh({ alternatives, prefixes: [] }),
        whole: false,
        mask: 0xff,
        optional: true,
        surface: part,
      };
    });
    return [group, ...parts];
  }

  private relaxed(group: Group): Group {
    if (!group.optional || !this.few(group)) return group;
    const alternatives = [...group.alternatives];
    const known = new Set(alternatives.filter(({ stems }) => stems.length === 1).map(({ stems }) => stems[0]![0]!));
    for (const stemOf of this.typos(group.surface)) {
      if (known.has(stemOf)) continue;
      known.add(stemOf);
      alternatives.push({ stems: [[stemOf]], factor: 120 });
    }
    const outer = tornParts(group.surface, lexiconOf(this.generation.lexicon));
    if (outer.length > 1) alternatives.push({ stems: outer.map((part) => [stem(part, 'de'), ...stemsOf(part).slice(1)]), factor: 128 });
    const beginning = cistem(group.surface);
    const prefixes =
      beginning.length < 5
        ? group.prefixes
        : [...group.prefixes, { text: beginning, factor: 110, match: (stemOf: string) => stemOf.startsWith(beginning) }];
    if (alternatives.length === group.alternatives.length && prefixes === group.prefixes) return group;
    return { ...group, alternatives, prefixes, weight: Math.min(group.weight, this.weigh({ alternatives, prefixes })) };
  }

  private typos(word: string): string[] {
    for (const spelling of [word, ...otherSpellings(word)]) {
      const found = this.near(spelling, word.length);
      if (found.length > 0) return found;
    }
    return [];
  }

  private near(word: string, letters: number): string[] {
    const most = letters >= 8 ? 2 : letters >= 4 ? 1 : 0;
    const counts = new Map<string, number>();
    for (const doc of this.docs) for (const pair of doc.written) counts.set(pair, (counts.get(pair) ?? 0) + 1);
    const found = [...counts].map(([pair, live]) => ({
      surface: pair.split('\n')[0]!,
      stem: pair.split('\n')[1]!,
      live,
      distance: distance(Buffer.from(word), Buffer.from(pair.split('\n')[0]!)),
    }));
    const near = found.filter((typo) => typo.distance > 0 && typo.distance <= most);
    const nearest = Math.min(...near.map((typo) => typo.distance));
    return near
      .filter((typo) => typo.distance === nearest)
      .sort((a, b) => b.live - a.live || (a.surface < b.surface ? -1 : a.surface > b.surface ? 1 : a.stem < b.stem ? -1 : 1))
      .slice(0, 8)
      .map((typo) => typo.stem);
  }

  private passes(query: Query, items: readonly Item[], except?: string): Match {
    const carries = (values: readonly string[], wanted: readonly string[]): boolean =>
      wanted.some((want) => values.some((value) => (want.endsWith('*') ? value.startsWith(want.slice(0, -1)) : value === want)));
    return (doc) => {
      if (!carries(doc.record.visible, query.visible)) return 0;
      for (const [name, wanted] of Object.entries(query.filters ?? {})) {
        if (name !== except && wanted.length > 0 && !carries(doc.record.values[name] ?? [], wanted)) return 0;
      }
      for (const item of items) {
        if (item.kind !== 'value') continue;
        if (carries(doc.record.values[this.fields.values[item.field]!.name] ?? [], [item.value]) === item.negative) return 0;
      }
      return 1;
    };
  }

  private tiers(
    query: Query & { live?: boolean },
    except?: string,
  ): { doc: Analysed; score: number; tier: number; row: number; whole: boolean }[] {
    const parsed = parse(query.q, this.fields);
    if (parsed.nothing) return [];
    const maskOf = (item: Item): number => (item.field < 0 ? 0xff : 1 << item.field);
    const positive = parsed.items.filter((item) => !item.negative && item.kind !== 'value');
    const meaning = positive.some((item) => item.kind !== 'plain' || !isStopWord(item.words[0]!.surface));
    const groups: Group[] = [];
    parsed.items.forEach((item, i) => {
      if (item.kind === 'value' || item.negative) return;
      if (item.kind !== 'plain') for (const word of item.words) groups.push(this.strict(item, word, maskOf(item)));
      else if (!meaning || !isStopWord(item.words[0]!.surface)) {
        groups.push(this.plain(item.words[0]!, query.live === true && parsed.unfinished && i === parsed.items.length - 1));
      }
    });
    const phrases = parsed.items.filter((item) => item.kind === 'phrase');
    const passes = this.passes(query, parsed.items, except);
    const allowed = this.docs.filter((doc) => {
      if (passes(doc) === 0) return false;
      for (const item of parsed.items) {
        if (!item.negative || item.kind === 'value') continue;
        if (
          item.kind === 'phrase'
            ? this.row(
                doc,
                item.words.map((word) => this.stemsOfWord(word)),
                maskOf(item),
              ) !== 0
            : this.score(doc, this.strict(item, item.words[0]!, maskOf(item))) > 0
        )
          return false;
      }
      return phrases.every(
        (item) =>
          item.negative ||
          this.row(
            doc,
            item.words.map((word) => this.stemsOfWord(word)),
            maskOf(item),
          ) !== 0,
      );
    });
    const found: { doc: Analysed; score: number; tier: number; row: number; whole: boolean }[] = [];
    const taken = new Set<Analysed>();
    const all = (these: readonly Group[], tier: number): void => {
      for (const doc of allowed) {
        const scores = these.map((group) => this.score(doc, group));
        if (taken.has(doc) || scores.includes(0)) continue;
        taken.add(doc);
        const score = these.length === 0 ? 1 : these.reduce((sum, group, i) => sum + group.weight * scores[i]!, 0);
        const row =
          tier === 0 && parsed.title !== null && positive.length > 1
            ? this.row(
                doc,
                positive.map((item) => this.stemsOfWord(item.words[0]!)),
                0xff,
              )
            : 0;
        found.push({ doc, score, tier, row, whole: tier === 0 && parsed.title !== null && doc.titles.has(parsed.title) });
      }
    };
    all(groups, 0);
    if (groups.length === 0 || found.length >= 50) return found;
    const looser = found.length < 5 ? groups.map((group) => this.relaxed(group)) : groups;
    if (found.length < 5) all(looser, 1);
    const words = looser.filter((group) => group.optional);
    const optional = found.length === 0 ? words.flatMap((group) => this.torn(group)) : words;
    const strict = looser.filter((group) => !group.optional);
    if (found.length >= 50 || optional.length < 2) return found;
    const rest = allowed
      .filter((doc) => !taken.has(doc) && strict.every((group) => this.score(doc, group) > 0))
      .map((doc) => ({
        doc,
        weight: optional.reduce((sum, group) => sum + (this.score(doc, group) > 0 ? group.weight : 0), 0),
        score: [...strict, ...optional].reduce((sum, group) => sum + group.weight * this.score(doc, group), 0),
      }));
    const half = optional.reduce((sum, group) => sum + group.weight, 0) / 2;
    const best = Math.max(0, ...rest.map(({ weight }) => weight));
    const least = best >= half ? half : best;
    for (const { doc, weight, score } of rest) if (weight > 0 && weight >= least) found.push({ doc, score, tier: 2, row: 0, whole: false });
    return found;
  }

  search(query: SearchQuery): Pick<SearchAnswer, 'total' | 'partialTotal' | 'hits'> {
    const titleMask = this.fields.text.reduce((mask, field, f) => (field.exact ? mask | (1 << f) : mask), 0);
    const sort = query.sort ?? 'relevance';
    const ranked = this.tiers(query).map((each) => {
      let score = each.score;
      if (sort === 'relevance') {
        for (const boost of query.boosts ?? []) {
          const { record } = each.doc;
          const holds =
            'field' in boost
              ? (record.values[boost.field] ?? []).includes(boost.value)
              : 'token' in boost
                ? record.visible.includes(boost.token)
                : (record.numbers[boost.number] ?? NaN) >= boost.min;
          if (holds) score *= boost.factor;
        }
        if (each.row !== 0) score *= (each.row & titleMask) !== 0 ? 1.6 : 1.25;
        if (each.whole) score += 1e9;
      } else if (typeof sort === 'object') {
        const value = each.doc.record.numbers[sort.number];
        score = value === undefined ? -Infinity : sort.order === 'desc' ? value : -value;
      }
      const exact = this.fields.text.find((field) => field.exact);
      const key = exact === undefined ? '' : sortKey(textElements(each.doc.record.text[exact.name])[0] ?? '');
      return { ...each, score, key: Buffer.from(key), tier: sort === 'relevance' ? each.tier : Math.floor(each.tier / 2) * 2 };
    });
    const byId = new Map(this.docs.map((doc, i) => [doc, i]));
    ranked.sort(
      (a, b) =>
        a.tier - b.tier ||
        (sort === 'title' ? Buffer.compare(a.key, b.key) : a.score === b.score ? 0 : b.score - a.score) ||
        byId.get(a.doc)! - byId.get(b.doc)!,
    );
    const offset = query.offset ?? 0;
    const total = ranked.filter((each) => each.tier < 2).length;
    const hits = ranked
      .slice(offset, offset + (query.limit ?? 24))
      .map((each) => ({ id: each.doc.record.id, score: each.score, partial: each.tier === 2 }));
    return { total, partialTotal: ranked.length - total, hits };
  }

  facets(query: Query & { field: string; limit?: number }): FacetCount[] {
    const found = this.tiers(query, query.field);
    const full = found.filter((each) => each.tier < 2);
    const values = new Set([...this.docs.flatMap((doc) => doc.record.values[query.field] ?? [])]);
    const tree = this.fields.values.find((field) => field.name === query.field)!.tree;
    return [...values]
      .map((value) => ({
        value,
        count: (full.length > 0 ? full : found).filter(({ doc }) =>
          (doc.record.values[query.field] ?? []).some((own) => (tree ? own.startsWith(value) : own === value)),
        ).length,
      }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || Buffer.compare(Buffer.from(a.value), Buffer.from(b.value)))
      .slice(0, query.limit ?? 10_000);
  }
}

/** Letters put in, left out, exchanged or swapped with their neighbour. */
function distance(a: Uint8Array, b: Uint8Array): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      table[i]![j] = Math.min(table[i - 1]![j]! + 1, table[i]![j - 1]! + 1, table[i - 1]![j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        table[i]![j] = Math.min(table[i]![j]!, table[i - 2]![j - 2]! + 1);
    }
  }
  return table[a.length]![b.length]!;
}
