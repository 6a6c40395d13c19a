/** A query, made ready for any segment: groups of stems with weights, and what must hold besides. */
import { isStopWord } from '../analysis/stop-words.ts';
import { stemsOf } from '../analysis/stem.ts';
import { hash, variantHash, variantKey } from '../analysis/variants.ts';
import { find, prefixRange, stringAt } from '../index/dictionary.ts';
import type { Generation } from '../index/generation.ts';
import { rarity } from '../index/impact.ts';
import type { Fields } from '../index/segment.ts';
import { ordinalStem } from '../index/words.ts';
import type { Item, Parsed, QueryWord } from './parse.ts';
import type { Synonyms } from './synonyms.ts';

/** A way in which a word can match; `factor` is in 256ths of an exact match. */
export type Alternative =
  | { kind: 'stem'; stem: string; factor: number }
  /** Stems that begin with the text, and stems that do not although a word of theirs does. */
  | { kind: 'prefix'; text: string; irregular: string[]; factor: number }
  /** All of these words, each in one of its stems. */
  | { kind: 'all'; words: string[][]; factor: number };

export type Group = {
  alternatives: Alternative[];
  weight: number;
  /** Only words as such, no parts of compounds. */
  whole: boolean;
  /** The text fields that count, as bits. */
  mask: number;
  /** May be missing in a partial match. */
  optional: boolean;
  /** The word as typed and folded; empty for prefixes and values. */
  surface: string;
};

export type PhraseTest = { words: string[][]; mask: number };

export type Plan = {
  groups: Group[];
  phrases: PhraseTest[];
  excluded: { group: Group | null; phrase: PhraseTest | null }[];
  /** Values asked for by `field:value`. */
  values: { field: number; value: string; negative: boolean }[];
  /** Hash of the whole query, to be found among the titles. */
  title: number | null;
  /** The words in a row: where they stand so, the record gains. */
  row: string[][] | null;
  nothing: boolean;
};

export const FULL = 256;
const VARIANT = 230;
const SYNONYM = 180;
const UNFINISHED = 180;
const ORDINAL_DIGIT = 180;
/** Two words that are written as one: `Klima Wandel`, `Cyber-Mobbing`. */
const JOINED = 230;
const EVERY_FIELD = 0xff;

export type Context = { generation: Generation; fields: Fields; synonyms: Synonyms };

export function makePlan(parsed: Parsed, context: Context, live: boolean): Plan {
  const positive = parsed.items.filter((item) => !item.negative && item.kind !== 'value');
  const meaning = positive.some((item) => item.kind !== 'plain' || !isStopWord(item.words[0]!.surface));
  const plan: Plan = { groups: [], phrases: [], excluded: [], values: [], title: null, row: null, nothing: parsed.nothing };
  if (parsed.title !== null) {
    plan.title = hash(parsed.title);
    if (positive.length > 1) plan.row = positive.map((item) => stemsOfWord(item.words[0]!));
  }
  const related = relatedWords(parsed.items, context);
  parsed.items.forEach((item, i) => {
    const mask = item.field < 0 ? EVERY_FIELD : 1 << item.field;
    if (item.kind === 'value') {
      plan.values.push({ field: item.field, value: item.value, negative: item.negative });
    } else if (item.negative) {
      if (item.kind === 'phrase') plan.excluded.push({ group: null, phrase: { words: item.words.map(stemsOfWord), mask } });
      else plan.excluded.push({ group: strictGroup(item, item.words[0]!, mask, context), phrase: null });
    } else if (item.kind === 'plain') {
      const last = live && parsed.unfinished && i === parsed.items.length - 1;
      if (!meaning || !isStopWord(item.words[0]!.surface)) plan.groups.push(plainGroup(item.words[0]!, last, related[i]!, context));
    } else {
      for (const word of item.words) plan.groups.push(strictGroup(item, word, mask, context));
      if (item.kind === 'phrase') plan.phrases.push({ words: item.words.map(stemsOfWord), mask });
    }
  });
  return plan;
}

/** An ordinal is the word for it or, where that is not written, its number. */
function stemsOfWord(word: QueryWord): string[] {
  return word.ordinal > 0 ? [ordinalStem(word.ordinal), word.surface] : stemsOf(word.surface);
}

function strictGroup(item: Item, word: QueryWord, mask: number, context: Context): Group {
  const alternatives: Alternative[] = stemsOfWord(word).map((stem) => ({ kind: 'stem', stem, factor: FULL }));
  if (item.kind === 'prefix') alternatives.splice(0, alternatives.length, prefixOf(word.surface, FULL, context.generation));
  return { alternatives, weight: weigh(alternatives, context.generation), whole: true, mask, optional: false, surface: '' };
}

/** For each item the other ways to say it, alone or in a row with its neighbours. */
function relatedWords(items: readonly Item[], { synonyms, generation }: Context): Alternative[][] {
  const related: Alternative[][] = items.map(() => []);
  for (let from = 0; from < items.length; from++) {
    const row: QueryWord[] = [];
    for (let to = from; to < items.length && items[to]!.kind === 'plain' && row.length < Math.max(2, synonyms.longest); to++) {
      row.push(items[to]!.words[0]!);
      const ways = synonyms.of(row).flatMap((words) => synonymFor(words, generation));
      if (row.length === 2) ways.push(...joined(row, generation));
      for (let i = from; i <= to; i++) related[i]!.push(...ways);
    }
  }
  return related;
}

function synonymFor(words: readonly QueryWord[], generation: Generation): Alternative[] {
  const [only] = words;
  if (words.length > 1) {
    const meaning = words.filter((word) => !isStopWord(word.surface));
    return [{ kind: 'all', words: (meaning.length > 0 ? meaning : words).map(stemsOfWord), factor: SYNONYM }];
  }
  const stems = [...stemsOfWord(only!), ...(only!.ordinal > 0 ? [] : variantsOf(only!.surface, generation))];
  return stems.map((stem) => ({ kind: 'stem', stem, factor: SYNONYM }));
}

function joined([first, second]: readonly QueryWord[], generation: Generation): Alternative[] {
  if (first!.ordinal > 0 || second!.ordinal > 0 || isStopWord(first!.surface) || isStopWord(second!.surface)) return [];
  const stems = stemsOf(first!.surface + second!.surface).filter((stem) => liveRecords(stem, generation) > 0);
  return stems.map((stem) => ({ kind: 'stem', stem, factor: JOINED }));
}

function plainGroup(word: QueryWord, unfinished: boolean, related: readonly Alternative[], context: Context): Group {
  const alternatives: Alternative[] = [];
  const taken = new Set<string>();
  const take = (stem: string, factor: number): void => {
    if (taken.has(stem)) return;
    taken.add(stem);
    alternatives.push({ kind: 'stem', stem, factor });
  };
  if (word.ordinal > 0) {
    take(ordinalStem(word.ordinal), FULL);
    take(word.surface, ORDINAL_DIGIT);
  }
  const own = word.ordinal > 0 ? [] : stemsOf(word.surface);
  for (const stem of own) take(stem, FULL);
  if (own.length > 0) for (const stem of variantsOf(word.surface, context.generation)) take(stem, VARIANT);
  for (const way of related) {
    if (way.kind === 'stem') take(way.stem, way.factor);
    else alternatives.push(way);
  }
  const weight = weigh(alternatives, context.generation);
  if (unfinished) alternatives.push(prefixOf(word.surface, UNFINISHED, context.generation));
  return {
    alternatives,
    weight: unfinished ? Math.min(weight, weigh(alternatives.slice(-1), context.generation)) : weight,
    whole: false,
    mask: EVERY_FIELD,
    optional: true,
    surface: word.surface,
  };
}

/** Stems of words that are another spelling of the folded word. */
export function variantsOf(word: string, generation: Generation): string[] {
  const key = variantKey(word);
  if (key === null) return [];
  const wanted = variantHash(word);
  const found = new Set<string>();
  for (const { segment } of generation.entries) {
    const { variants, surfaceVariant } = segment;
    let at = 0;
    for (let high = variants.length; at < high;) {
      const middle = (at + high) >>> 1;
      if (surfaceVariant[variants[middle]!]! < wanted) at = middle + 1;
      else high = middle;
    }
    for (; at < variants.length && surfaceVariant[variants[at]!] === wanted; at++) {
      const surface = variants[at]!;
      if (segment.surfaceLive[surface]! > 0 && variantKey(stringAt(segment.surfaces, surface)) === key) {
        found.add(stringAt(segment.terms, segment.surfaceTerm[surface]!));
      }
    }
  }
  return [...found].sort();
}

export function lowerBound(sorted: Uint32Array, value: number, from = 0, to = sorted.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function prefixOf(text: string, factor: number, generation: Generation): Alternative {
  const irregular = new Set<string>();
  for (const { segment } of generation.entries) {
    const [from, to] = prefixRange(segment.surfaces, text);
    const [low, high] = prefixRange(segment.terms, text);
    for (let s = from; s < to; s++) {
      const term = segment.surfaceTerm[s]!;
      if ((term < low || term >= high) && segment.surfaceLive[s]! > 0) irregular.add(stringAt(segment.terms, term));
    }
  }
  return { kind: 'prefix', text, irregular: [...irregular].sort(), factor };
}

/** The rarity of the most frequent alternative. */
export function weigh(alternatives: readonly Alternative[], generation: Generation): number {
  let most = 0;
  for (const alternative of alternatives) {
    if (alternative.kind === 'stem') most = Math.max(most, liveRecords(alternative.stem, generation));
    else if (alternative.kind === 'prefix') most = Math.max(most, liveWithPrefix(alternative.text, generation));
  }
  return rarity(Math.min(most, generation.records), generation.records);
}

export function liveRecords(stem: string, generation: Generation): number {
  let found = 0;
  for (const { segment } of generation.entries) {
    const term = find(segment.terms, stem);
    if (term >= 0) found += segment.termLive[term]!;
  }
  return found;
}

function liveWithPrefix(text: string, generation: Generation): number {
  let found = 0;
  for (const { segment } of generation.entries) {
    const [from, to] = prefixRange(segment.terms, text);
    for (let term = from; term < to; term++) found += segment.termLive[term]!;
  }
  return found;
}
