/** The words of a query as the oracle understands them: in which ways each may match, and what it weighs. */
import { tornParts } from '../analysis/compounds.ts';
import { stem, stemsOf } from '../analysis/stem.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { otherSpellings, variantKey } from '../analysis/variants.ts';
import { rarity } from '../index/impact.ts';
import { ordinalStem } from '../index/words.ts';
import type { Item, QueryWord } from '../query/parse.ts';
import type { Synonyms } from '../query/synonyms.ts';
import { distance } from './distance.ts';
import type { Analysed, Shelf } from './oracle-records.ts';

type Prefix = { text: string; match(stem: string): boolean; factor: number };
type Way = { stems: string[][]; factor: number };
export type Group = {
  alternatives: Way[];
  prefixes: Prefix[];
  weight: number;
  whole: boolean;
  mask: number;
  optional: boolean;
  surface: string;
};

export function stemsOfWord(word: QueryWord): string[] {
  return word.ordinal > 0 ? [ordinalStem(word.ordinal), word.surface] : stemsOf(word.surface);
}

export class Words {
  private readonly shelf: Shelf;
  private readonly synonyms: Synonyms;

  constructor(shelf: Shelf, synonyms: Synonyms) {
    this.shelf = shelf;
    this.synonyms = synonyms;
  }

  score(doc: Analysed, group: Group): number {
    let best = 0;
    const impact = (stemOf: string): number => this.shelf.impact(doc, stemOf, group.whole, group.mask);
    const take = (found: number, factor: number): void => {
      if (found > 0) best = Math.max(best, Math.max(1, (found * factor) >> 8));
    };
    for (const { stems, factor } of group.alternatives) take(Math.min(...stems.map((each) => Math.max(...each.map(impact)))), factor);
    for (const prefix of group.prefixes) {
      for (const stemOf of [...doc.words.keys(), ...doc.parts.keys()]) if (prefix.match(stemOf)) take(impact(stemOf), prefix.factor);
    }
    return best;
  }

  private weigh(group: Pick<Group, 'alternatives' | 'prefixes'>): number {
    const { shelf } = this;
    const single = group.alternatives.filter(({ stems }) => stems.length === 1).flatMap(({ stems }) => stems[0]!);
    let most = Math.max(0, ...single.map((stemOf) => shelf.live(stemOf)));
    for (const prefix of group.prefixes) {
      const all = new Set(shelf.docs.flatMap((doc) => [...doc.words.keys(), ...doc.parts.keys()]));
      let sum = 0;
      for (const stemOf of all) if (stemOf.startsWith(prefix.text)) sum += shelf.live(stemOf);
      most = Math.max(most, sum);
    }
    return rarity(Math.min(most, shelf.docs.length), shelf.docs.length);
  }

  private prefix(text: string, factor: number): Prefix {
    const odd = new Set(
      this.shelf.docs.flatMap((doc) => [...doc.written].filter((pair) => pair.startsWith(text)).map((pair) => pair.split('\n')[1]!)),
    );
    return { text, factor, match: (stemOf) => stemOf.startsWith(text) || odd.has(stemOf) };
  }

  strict(item: Item, word: QueryWord, mask: number): Group {
    const group: Group = { alternatives: [], prefixes: [], weight: 0, whole: true, mask, optional: false, surface: '' };
    if (item.kind === 'prefix') group.prefixes.push(this.prefix(word.surface, 256));
    else group.alternatives = stemsOfWord(word).map((each) => ({ stems: [[each]], factor: 256 }));
    return { ...group, weight: this.weigh(group) };
  }

  /** Stems of words written otherwise. */
  private variants(surface: string): string[] {
    const key = variantKey(surface);
    if (key === null) return [];
    const pairs = this.shelf.docs.flatMap((doc) => [...doc.written]).map((pair) => pair.split('\n') as [string, string]);
    return [
      ...new Set(pairs.filter(([other, stemOf]) => !stemOf.includes("'") && variantKey(other) === key).map(([, stemOf]) => stemOf)),
    ].sort();
  }

  /** For each item what its word, or a row of words it stands in, is also called. */
  related(items: readonly Item[]): Way[][] {
    const related: Way[][] = items.map(() => []);
    for (let from = 0; from < items.length; from++) {
      for (let to = from; to < items.length && items[to]!.kind === 'plain'; to++) {
        const row = items.slice(from, to + 1).map((item) => item.words[0]!);
        const ways: Way[] = this.synonyms.of(row).flatMap((words) => {
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
            if (this.shelf.live(each) > 0) ways.push({ stems: [[each]], factor: 230 });
        }
        for (let i = from; i <= to; i++) related[i]!.push(...ways);
      }
    }
    return related;
  }

  plain(word: QueryWord, unfinished: boolean, related: readonly Way[]): Group {
    const alternatives: Way[] = [];
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
    for (const way of related) {
      if (way.stems.length === 1) take(way.stems[0]![0]!, way.factor);
      else alternatives.push(way);
    }
    const group = { alternatives, prefixes: [] as Prefix[], whole: false, mask: 0xff, optional: true, surface: word.surface };
    let weight = this.weigh(group);
    if (unfinished) {
      group.prefixes.push(this.prefix(word.surface, 180));
      weight = Math.min(weight, this.weigh({ alternatives: [], prefixes: group.prefixes }));
    }
    return { ...group, weight };
  }

  private few(group: Group): boolean {
    return group.alternatives.every(({ stems }) => stems.length > 1 || this.shelf.live(stems[0]![0]!) < 5);
  }

  /** A word with the parts it is torn into, each of which may be missing. */
  torn(group: Group): Group[] {
    if (!this.few(group)) return [group];
    const parts = tornParts(group.surface, this.shelf.lexicon).map((part): Group => {
      const alternatives = stemsOf(part).map((each) => ({ stems: [[each]], factor: 128 }));
      const weight = this.weigh({ alternatives, prefixes: [] });
      return { alternatives, prefixes: [], weight, whole: false, mask: 0xff, optional: true, surface: part };
    });
    return [group, ...parts];
  }

  /** A word that hardly occurs, with slips forgiven. */
  relaxed(group: Group): Group {
    if (!group.optional || !this.few(group)) return group;
    const alternatives = [...group.alternatives];
    const known = new Set(alternatives.filter(({ stems }) => stems.length === 1).map(({ stems }) => stems[0]![0]!));
    for (const stemOf of this.typos(group.surface)) {
      if (known.has(stemOf)) continue;
      known.add(stemOf);
      alternatives.push({ stems: [[stemOf]], factor: 120 });
    }
    const outer = tornParts(group.surface, this.shelf.lexicon);
    if (outer.length > 1) alternatives.push({ stems: outer.map((part) => [stem(part, 'de'), ...stemsOf(part).slice(1)]), factor: 128 });
    const beginning = stem(group.surface, 'de');
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
    for (const doc of this.shelf.docs) for (const pair of doc.written) counts.set(pair, (counts.get(pair) ?? 0) + 1);
    const codes = (text: string): number[] => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
    const near = [...counts]
      .map(([pair, live]) => {
        const [surface, stemOf] = pair.split('\n') as [string, string];
        return { surface, stem: stemOf, live, distance: distance(codes(word), codes(surface)) };
      })
      .filter((typo) => typo.distance > 0 && typo.distance <= most);
    const nearest = Math.min(...near.map((typo) => typo.distance));
    return near
      .filter((typo) => typo.distance === nearest)
      .sort((a, b) => b.live - a.live || (a.surface < b.surface ? -1 : a.surface > b.surface ? 1 : a.stem < b.stem ? -1 : 1))
      .slice(0, 8)
      .map((typo) => typo.stem);
  }
}
