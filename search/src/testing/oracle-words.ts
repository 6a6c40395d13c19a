/** Computes the alternatives and weights of query words for the oracle. */
import { outermostParts } from '../analysis/compounds.ts';
import { mayBeFamily, rootOf } from '../analysis/family.ts';
import { stem, stemsOf } from '../analysis/stem.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { otherSpellings, variantKey } from '../analysis/variants.ts';
import { idf } from '../index/impact.ts';
import { ordinalStem } from '../analysis/word-stems.ts';
import type { Item, QueryWord } from '../query/parse.ts';
import type { Synonyms } from '../query/synonyms.ts';
import { distance } from './distance.ts';
import type { Analysed, OracleIndex } from './oracle-records.ts';

type Prefix = { text: string; match(stem: string): boolean; factor: number };
type Alternative = { stems: string[][]; factor: number };
export type Clause = {
  alternatives: Alternative[];
  prefixes: Prefix[];
  weight: number;
  wordsOnly: boolean;
  mask: number;
  optional: boolean;
  surface: string;
};

export function stemsOfWord(word: QueryWord): string[] {
  return word.ordinal > 0 ? [ordinalStem(word.ordinal), word.surface] : stemsOf(word.surface);
}

export class Words {
  private readonly shelf: OracleIndex;
  private readonly synonyms: Synonyms;

  constructor(shelf: OracleIndex, synonyms: Synonyms) {
    this.shelf = shelf;
    this.synonyms = synonyms;
  }

  score(doc: Analysed, clause: Clause): number {
    let best = 0;
    const impact = (stemOf: string): number => this.shelf.impact(doc, stemOf, clause.wordsOnly, clause.mask);
    const take = (found: number, factor: number): void => {
      if (found > 0) best = Math.max(best, Math.max(1, (found * factor) >> 8));
    };
    for (const { stems, factor } of clause.alternatives) take(Math.min(...stems.map((each) => Math.max(...each.map(impact)))), factor);
    for (const prefix of clause.prefixes) {
      for (const stemOf of [...doc.words.keys(), ...doc.parts.keys()]) if (prefix.match(stemOf)) take(impact(stemOf), prefix.factor);
    }
    return best;
  }

  private weigh(clause: Pick<Clause, 'alternatives' | 'prefixes'>): number {
    const { shelf } = this;
    const single = clause.alternatives.filter(({ stems }) => stems.length === 1).flatMap(({ stems }) => stems[0]!);
    let max = Math.max(0, ...single.map((stemOf) => shelf.live(stemOf)));
    for (const prefix of clause.prefixes) {
      const all = new Set(shelf.docs.flatMap((doc) => [...doc.words.keys(), ...doc.parts.keys()]));
      let sum = 0;
      for (const stemOf of all) if (stemOf.startsWith(prefix.text)) sum += shelf.live(stemOf);
      max = Math.max(max, sum);
    }
    return idf(Math.min(max, shelf.docs.length), shelf.docs.length);
  }

  private prefix(text: string, factor: number): Prefix {
    const odd = new Set(
      this.shelf.docs.flatMap((doc) => [...doc.written].filter((pair) => pair.startsWith(text)).map((pair) => pair.split('\n')[1]!)),
    );
    return { text, factor, match: (stemOf) => stemOf.startsWith(text) || odd.has(stemOf) };
  }

  strict(item: Item, word: QueryWord, mask: number): Clause {
    const clause: Clause = { alternatives: [], prefixes: [], weight: 0, wordsOnly: true, mask, optional: false, surface: '' };
    if (item.kind === 'prefix') clause.prefixes.push(this.prefix(word.surface, 256));
    else clause.alternatives = stemsOfWord(word).map((each) => ({ stems: [[each]], factor: 256 }));
    return { ...clause, weight: this.weigh(clause) };
  }

  /** Returns the stems of all spelling variants of a word. */
  private variants(surface: string): string[] {
    const key = variantKey(surface);
    if (key === null) return [];
    const pairs = this.shelf.docs.flatMap((doc) => [...doc.written]).map((pair) => pair.split('\n') as [string, string]);
    return [
      ...new Set(pairs.filter(([other, stemOf]) => !stemOf.includes("'") && variantKey(other) === key).map(([, stemOf]) => stemOf)),
    ].sort();
  }

  /** Returns the synonyms and joined spellings for each item: those of its word and those of sequences of words that contain it. */
  related(items: readonly Item[]): Alternative[][] {
    const related: Alternative[][] = items.map(() => []);
    for (let from = 0; from < items.length; from++) {
      for (let to = from; to < items.length && items[to]!.kind === 'plain'; to++) {
        const row = items.slice(from, to + 1).map((item) => item.words[0]!);
        const alternatives: Alternative[] = this.synonyms.of(row).flatMap((words) => {
          const [only] = words;
          if (words.length === 1)
            return [...stemsOfWord(only!), ...(only!.ordinal > 0 ? [] : this.variants(only!.surface))].map((each) => ({
              stems: [[each]],
              factor: 180,
            }));
          const meaning = words.filter((word) => !isStopWord(word.surface));
          return [{ stems: (meaning.length > 0 ? meaning : words).map(stemsOfWord), factor: 180 }];
        });
        if (row.length === 2 && row.every((word) => word.ordinal === 0 && !isStopWord(word.surface))) {
          for (const each of stemsOf(row[0]!.surface + row[1]!.surface))
            if (this.shelf.live(each) > 0) alternatives.push({ stems: [[each]], factor: 230 });
        }
        for (let i = from; i <= to; i++) related[i]!.push(...alternatives);
      }
    }
    return related;
  }

  plain(word: QueryWord, unfinished: boolean, related: readonly Alternative[]): Clause {
    const alternatives: Alternative[] = [];
    const take = (stemOf: string, factor: number): void => {
      if (!alternatives.some(({ stems }) => stems.length === 1 && stems[0]![0] === stemOf))
        alternatives.push({ stems: [[stemOf]], factor });
    };
    if (word.ordinal > 0) {
      take(ordinalStem(word.ordinal), 256);
      take(word.surface, 180);
    } else {
      for (const each of stemsOf(word.surface)) take(each, 256);
      for (const each of this.variants(word.surface)) take(each, 230);
    }
    for (const alternative of related) {
      if (alternative.stems.length === 1) take(alternative.stems[0]![0]!, alternative.factor);
      else alternatives.push(alternative);
    }
    const clause = { alternatives, prefixes: [] as Prefix[], wordsOnly: false, mask: 0xff, optional: true, surface: word.surface };
    let weight = this.weigh(clause);
    if (unfinished) {
      clause.prefixes.push(this.prefix(word.surface, 180));
      weight = Math.min(weight, this.weigh({ alternatives: [], prefixes: clause.prefixes }));
    }
    return { ...clause, weight };
  }

  private few(clause: Clause): boolean {
    return clause.alternatives.every(({ stems }) => stems.length > 1 || this.shelf.live(stems[0]![0]!) < 5);
  }

  /** Returns the stems that replace a missing word: those of its family and its compound parts. */
  relatedStems(clause: Clause): Clause {
    const own = stem(clause.surface, 'de');
    const root = rootOf(own);
    const all = root === null ? [] : [...new Set(this.shelf.docs.flatMap((doc) => [...doc.words.keys(), ...doc.parts.keys()]))];
    const family = all.filter((other) => root !== null && other.startsWith(root) && mayBeFamily(root, other.length, other));
    const parts = outermostParts(clause.surface, this.shelf.lexicon).map((part) => stem(part, 'de'));
    const found = new Map([...parts.map((part) => [part, 90] as const), ...family.map((other) => [other, 180] as const)]);
    found.delete(own);
    const alternatives = clause.optional ? Array.from(found, ([each, factor]) => ({ stems: [[each]], factor })) : [];
    return { ...clause, alternatives, prefixes: [] };
  }

  /** Returns a clause for each part of a rare compound. */
  partsOf(clause: Clause): Clause[] {
    if (!clause.optional || !this.few(clause)) return [];
    return outermostParts(clause.surface, this.shelf.lexicon).map((part): Clause => {
      const alternatives = stemsOf(part).map((each) => ({ stems: [[each]], factor: 128 }));
      const weight = this.weigh({ alternatives, prefixes: [] });
      return { alternatives, prefixes: [], weight, wordsOnly: false, mask: 0xff, optional: true, surface: part };
    });
  }

  /** Returns the clause of a rare word with looser alternatives; other clauses are returned unchanged. */
  relaxed(clause: Clause): Clause {
    if (!clause.optional || !this.few(clause)) return clause;
    const alternatives = [...clause.alternatives];
    const known = new Set(alternatives.filter(({ stems }) => stems.length === 1).map(({ stems }) => stems[0]![0]!));
    for (const stemOf of this.typos(clause.surface)) {
      if (known.has(stemOf)) continue;
      known.add(stemOf);
      alternatives.push({ stems: [[stemOf]], factor: 120 });
    }
    const outer = outermostParts(clause.surface, this.shelf.lexicon);
    if (outer.length > 1) alternatives.push({ stems: outer.map((part) => [stem(part, 'de'), ...stemsOf(part).slice(1)]), factor: 128 });
    const beginning = stem(clause.surface, 'de');
    const prefixes =
      beginning.length < 5
        ? clause.prefixes
        : [...clause.prefixes, { text: beginning, factor: 110, match: (stemOf: string) => stemOf.startsWith(beginning) }];
    if (alternatives.length === clause.alternatives.length && prefixes === clause.prefixes) return clause;
    return { ...clause, alternatives, prefixes, weight: Math.min(clause.weight, this.weigh({ alternatives, prefixes })) };
  }

  private typos(word: string): string[] {
    for (const spelling of [word, ...otherSpellings(word)]) {
      const found = this.near(spelling, word.length);
      if (found.length > 0) return found;
    }
    return [];
  }

  private near(word: string, letters: number): string[] {
    const max = letters >= 8 ? 2 : letters >= 4 ? 1 : 0;
    const counts = new Map<string, number>();
    for (const doc of this.shelf.docs) for (const pair of doc.written) counts.set(pair, (counts.get(pair) ?? 0) + 1);
    const codes = (text: string): number[] => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
    const near = [...counts]
      .map(([pair, live]) => {
        const [surface, stemOf] = pair.split('\n') as [string, string];
        return { surface, stem: stemOf, live, distance: distance(codes(word), codes(surface)) };
      })
      .filter((typo) => typo.distance > 0 && typo.distance <= max);
    const nearest = Math.min(...near.map((typo) => typo.distance));
    return near
      .filter((typo) => typo.distance === nearest)
      .sort((a, b) => b.live - a.live || (a.surface < b.surface ? -1 : a.surface > b.surface ? 1 : a.stem < b.stem ? -1 : 1))
      .slice(0, 8)
      .map((typo) => typo.stem);
  }
}
