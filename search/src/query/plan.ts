/** Creates the plan of a query, which is valid for all segments: a weighted clause of stems for each word, phrases, and exclusions. */
import { isStopWord } from '../analysis/stop-words.ts';
import { stemsOf } from '../analysis/stem.ts';
import { hash, variantHash, variantKey } from '../analysis/variants.ts';
import { findTerm, prefixRange, stringAt } from '../index/dictionary.ts';
import type { IndexView } from '../index/index-view.ts';
import { idf } from '../index/impact.ts';
import type { Fields } from '../index/segment.ts';
import { ordinalStem } from '../analysis/word-stems.ts';
import type { Item, ParsedSearch, QueryWord } from './parse.ts';
import type { Synonyms } from './synonyms.ts';
import { WEIGHTS } from './weights.ts';

/** A way in which a word can match. `factor` is in 256ths of an exact match. */
export type Alternative =
  | { kind: 'stem'; stem: string; factor: number }
  /** Matches stems that begin with the text. `irregular` contains other stems of words that begin with the text. */
  | { kind: 'prefix'; text: string; irregular: string[]; factor: number }
  /** Matches records that contain all words. Each word is a list of stems. */
  | { kind: 'all'; words: string[][]; factor: number };

export type Clause = {
  alternatives: Alternative[];
  weight: number;
  /** True if parts of compounds do not match. */
  wordsOnly: boolean;
  /** Bitmap of the text fields that are searched. */
  mask: number;
  /** True if the word may be missing in a partial match. */
  optional: boolean;
  /** Folded word as typed; '' for prefixes and values. */
  surface: string;
};

export type PhraseTest = { words: string[][]; mask: number };

export type Plan = {
  clauses: Clause[];
  phrases: PhraseTest[];
  excluded: { clause: Clause | null; phrase: PhraseTest | null }[];
  /** Conditions of the form `field:value`. */
  values: { field: number; value: string; negative: boolean }[];
  /** Hash of the folded query, which is compared with hashes of complete titles; `null` if titles are not compared. */
  titleHash: number | null;
  /** Sorting key of the query without a leading article, which is compared with titles; `null` if titles are not compared. */
  titleKey: string | null;
  /** True if typing errors are allowed. */
  typos: boolean;
  /** The whole query as a phrase, which raises the score of records that contain it; `null` for a single word. */
  wholePhrase: string[][] | null;
  noTerms: boolean;
};

const FACTORS = WEIGHTS.alternative;
/** Mask that selects all text fields, of which a schema has at most eight. */
export const EVERY_FIELD = 0xff;

export type Context = { view: IndexView; fields: Fields; synonyms: Synonyms };

/** Returns the plan of a query. If `live` is true, a last word without a blank after it also matches as a prefix. */
export function makePlan(parsed: ParsedSearch, context: Context, live: boolean): Plan {
  const positive = parsed.items.filter((item) => !item.negative && item.kind !== 'value');
  const hasContent = positive.some((item) => item.kind !== 'plain' || !isStopWord(item.words[0]!.surface));
  const plan: Plan = {
    clauses: [],
    phrases: [],
    excluded: [],
    values: [],
    titleHash: null,
    titleKey: null,
    typos: false,
    wholePhrase: null,
    noTerms: parsed.noTerms,
  };
  const related = relatedAlternatives(parsed.items, context);
  parsed.items.forEach((item, i) => {
    const mask = item.field < 0 ? EVERY_FIELD : 1 << item.field;
    if (item.kind === 'value') {
      plan.values.push({ field: item.field, value: item.value, negative: item.negative });
    } else if (item.negative) {
      if (item.kind === 'phrase') plan.excluded.push({ clause: null, phrase: { words: item.words.map(stemsOfWord), mask } });
      else plan.excluded.push({ clause: strictClause(item, item.words[0]!, mask, context), phrase: null });
    } else if (item.kind === 'plain') {
      const last = live && parsed.unfinished && i === parsed.items.length - 1;
      if (!hasContent || !isStopWord(item.words[0]!.surface)) plan.clauses.push(plainClause(item.words[0]!, last, related[i]!, context));
    } else {
      for (const word of item.words) plan.clauses.push(strictClause(item, word, mask, context));
      if (item.kind === 'phrase') plan.phrases.push({ words: item.words.map(stemsOfWord), mask });
    }
  });
  if (parsed.title !== null) {
    if (positive.length > 1) plan.wholePhrase = positive.map((item) => stemsOfWord(item.words[0]!));
    plan.titleKey = parsed.titleKey;
    plan.titleHash = hash(parsed.title);
  }
  return plan;
}

/** Returns the stems of a word. An ordinal has the stem of its word (`zweite`) and its digits. */
function stemsOfWord(word: QueryWord): string[] {
  return word.ordinal > 0 ? [ordinalStem(word.ordinal), word.surface] : stemsOf(word.surface);
}

function strictClause(item: Item, word: QueryWord, mask: number, context: Context): Clause {
  const alternatives: Alternative[] = stemsOfWord(word).map((stem) => ({ kind: 'stem', stem, factor: FACTORS.exact }));
  if (item.kind === 'prefix') alternatives.splice(0, alternatives.length, prefixAlternative(word.surface, FACTORS.exact, context.view));
  return { alternatives, weight: weightOf(alternatives, context.view), wordsOnly: true, mask, optional: false, surface: '' };
}

/** Returns the synonyms and joined spellings for each item: those of its word and those of sequences of words that contain it. */
function relatedAlternatives(items: readonly Item[], { synonyms, view }: Context): Alternative[][] {
  const related: Alternative[][] = items.map(() => []);
  for (let from = 0; from < items.length; from++) {
    const row: QueryWord[] = [];
    for (let to = from; to < items.length && items[to]!.kind === 'plain' && row.length < Math.max(2, synonyms.longest); to++) {
      row.push(items[to]!.words[0]!);
      const alternatives = synonyms.of(row).flatMap((words) => synonymAlternatives(words, view));
      if (row.length === 2) alternatives.push(...joinedAlternatives(row, view));
      for (let i = from; i <= to; i++) related[i]!.push(...alternatives);
    }
  }
  return related;
}

function synonymAlternatives(words: readonly QueryWord[], view: IndexView): Alternative[] {
  const [only] = words;
  if (words.length > 1) {
    const contentWords = words.filter((word) => !isStopWord(word.surface));
    return [{ kind: 'all', words: (contentWords.length > 0 ? contentWords : words).map(stemsOfWord), factor: FACTORS.synonym }];
  }
  const stems = [...stemsOfWord(only!), ...(only!.ordinal > 0 ? [] : variantsOf(only!.surface, view))];
  return stems.map((stem) => ({ kind: 'stem', stem, factor: FACTORS.synonym }));
}

function joinedAlternatives([first, second]: readonly QueryWord[], view: IndexView): Alternative[] {
  if (first!.ordinal > 0 || second!.ordinal > 0 || isStopWord(first!.surface) || isStopWord(second!.surface)) return [];
  const stems = stemsOf(first!.surface + second!.surface).filter((stem) => recordFrequency(stem, view) > 0);
  return stems.map((stem) => ({ kind: 'stem', stem, factor: FACTORS.joined }));
}

function plainClause(word: QueryWord, unfinished: boolean, related: readonly Alternative[], context: Context): Clause {
  const alternatives: Alternative[] = [];
  const taken = new Set<string>();
  const take = (stem: string, factor: number): void => {
    if (taken.has(stem)) return;
    taken.add(stem);
    alternatives.push({ kind: 'stem', stem, factor });
  };
  if (word.ordinal > 0) {
    take(ordinalStem(word.ordinal), FACTORS.exact);
    take(word.surface, FACTORS.ordinalDigits);
  }
  const own = word.ordinal > 0 ? [] : stemsOf(word.surface);
  for (const stem of own) take(stem, FACTORS.exact);
  if (own.length > 0) for (const stem of variantsOf(word.surface, context.view)) take(stem, FACTORS.variant);
  for (const alternative of related) {
    if (alternative.kind === 'stem') take(alternative.stem, alternative.factor);
    else alternatives.push(alternative);
  }
  const weight = weightOf(alternatives, context.view);
  if (unfinished) alternatives.push(prefixAlternative(word.surface, FACTORS.unfinished, context.view));
  return {
    alternatives,
    weight: unfinished ? Math.min(weight, weightOf(alternatives.slice(-1), context.view)) : weight,
    wordsOnly: false,
    mask: EVERY_FIELD,
    optional: true,
    surface: word.surface,
  };
}

/** Returns the stems of indexed words that are other spellings of a folded word. */
function variantsOf(word: string, view: IndexView): string[] {
  const key = variantKey(word);
  if (key === null) return [];
  const wanted = variantHash(word);
  const found = new Set<string>();
  for (const { segment } of view.segments) {
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

/** Returns an alternative that matches all indexed words beginning with the text. */
function prefixAlternative(text: string, factor: number, view: IndexView): Alternative {
  const irregular = new Set<string>();
  for (const { segment } of view.segments) {
    const [from, to] = prefixRange(segment.surfaces, text);
    const [low, high] = prefixRange(segment.terms, text);
    for (let s = from; s < to; s++) {
      const term = segment.surfaceTerm[s]!;
      if ((term < low || term >= high) && segment.surfaceLive[s]! > 0) irregular.add(stringAt(segment.terms, term));
    }
  }
  return { kind: 'prefix', text, irregular: [...irregular].sort(), factor };
}

/** Returns the weight of a clause, which is the inverse document frequency of its most frequent alternative. */
export function weightOf(alternatives: readonly Alternative[], view: IndexView): number {
  let frequency = 0;
  for (const alternative of alternatives) {
    if (alternative.kind === 'stem') frequency = Math.max(frequency, recordFrequency(alternative.stem, view));
    else if (alternative.kind === 'prefix') frequency = Math.max(frequency, prefixFrequency(alternative.text, view));
  }
  return idf(Math.min(frequency, view.records), view.records);
}

/** Returns the number of records that contain the stem. */
export function recordFrequency(stem: string, view: IndexView): number {
  let found = 0;
  for (const { segment } of view.segments) {
    const term = findTerm(segment.terms, stem);
    if (term >= 0) found += segment.termLive[term]!;
  }
  return found;
}

/** Returns the sum, over all stems that begin with the text, of the number of records that contain the stem. */
function prefixFrequency(text: string, view: IndexView): number {
  let found = 0;
  for (const { segment } of view.segments) {
    const [from, to] = prefixRange(segment.terms, text);
    for (let term = from; term < to; term++) found += segment.termLive[term]!;
  }
  return found;
}
