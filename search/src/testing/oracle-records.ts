/** Records of the oracle with all words, compound parts and positions. */
import { languageOf } from '../analysis/stem.ts';
import { tokenise } from '../analysis/tokenise.ts';
import type { SearchRecord } from '../api.ts';
import { completionKey, MAX_COMPLETION, textElements } from '../index/stored-text.ts';
import type { IndexView } from '../index/index-view.ts';
import { lexiconOf } from '../index/index-view.ts';
import { countAt, impactOf, partImpact } from '../index/impact.ts';
import type { Fields } from '../index/segment.ts';
import { partsIn, stemParts } from '../writer/vocabulary.ts';
import { wordStems } from '../analysis/word-stems.ts';

export type Analysed = {
  record: SearchRecord;
  /** Impact of each stem that occurs as a word, and its positions in each text field. */
  words: Map<string, { impact: number; positions: Set<number>[] }>;
  /** Impact of each stem that only occurs as part of a compound. */
  parts: Map<string, number>;
  /** Folded words with their stems. */
  written: Set<string>;
  titles: Set<string>;
  /** Folded short texts of each text field. */
  completions: Map<string, string>[];
};

/**
 * All records, which are analysed again after each change. Only the lexicon is taken from the engine, because it depends on the history of merges.
 */
export class OracleIndex {
  readonly fields: Fields;
  readonly docs: Analysed[];
  readonly lexicon: ReturnType<typeof lexiconOf>;
  private readonly counts = new Map<string, number>();

  constructor(fields: Fields, records: Iterable<SearchRecord>, view: IndexView) {
    this.fields = fields;
    this.lexicon = lexiconOf(view.lexicon);
    const known = view.segments.length === 0 ? null : partsIn(view.segments[0]!.segment);
    this.docs = [...records].map((record) =>
      this.analyse(record, (compound) => known?.(compound) ?? stemParts(compound, compound, this.lexicon)),
    );
    this.docs.sort((a, b) => Buffer.compare(Buffer.from(a.record.id), Buffer.from(b.record.id)));
  }

  private analyse(record: SearchRecord, partsOf: (stem: string) => string[]): Analysed {
    const language = languageOf(record.language);
    const words: Analysed['words'] = new Map();
    const written = new Set<string>();
    const titles = new Set<string>();
    const completions = this.fields.text.map(() => new Map<string, string>());
    const lengths: number[] = [];
    this.fields.text.forEach((field, f) => {
      let position = 0;
      lengths[f] = 0;
      for (const element of textElements(record.text[field.name])) {
        tokenise(element, (raw) => {
          const found = wordStems(raw, language);
          if (found.length === 0) return;
          for (const each of found) {
            written.add(`${each.surface}\n${each.stem}`);
            const word = words.get(each.stem) ?? { impact: 0, positions: this.fields.text.map(() => new Set<number>()) };
            words.set(each.stem, word);
            word.positions[f]!.add(position);
          }
          position++;
          lengths[f]!++;
        });
        position++;
        const key = completionKey(element, record.language);
        if (field.exact) titles.add(key);
        if (key !== '' && element.length <= MAX_COMPLETION && !completions[f]!.has(key)) completions[f]!.set(key, element);
      }
    });
    const parts = new Map<string, number>();
    for (const word of words.values())
      word.impact = impactOf(
        this.fields,
        word.positions.map((positions) => [...positions].reduce((sum, at) => sum + countAt(at), 0)),
        lengths,
      );
    for (const [compound, { impact }] of words) {
      for (const part of partsOf(compound)) parts.set(part, Math.max(parts.get(part) ?? 0, partImpact(impact)));
    }
    return { record, words, parts, written, titles, completions };
  }

  /** Returns the number of records that contain the stem as a word or as part of a compound. */
  live(stem: string): number {
    let count = this.counts.get(stem);
    if (count === undefined) this.counts.set(stem, (count = this.docs.filter((doc) => doc.words.has(stem) || doc.parts.has(stem)).length));
    return count;
  }

  impact(doc: Analysed, stem: string, wordsOnly: boolean, mask: number): number {
    const word = doc.words.get(stem);
    const part = doc.parts.get(stem) ?? 0;
    if (word === undefined) return wordsOnly ? 0 : part;
    const counts = !wordsOnly || word.positions.some((positions, f) => positions.size > 0 && (mask >> f) & 1);
    return counts ? Math.max(word.impact, part) : 0;
  }

  /** Returns a bitmap of the text fields that contain the words as a phrase. */
  row(doc: Analysed, words: readonly string[][], mask: number): number {
    let found = 0;
    this.fields.text.forEach((_, f) => {
      if (((mask >> f) & 1) === 0) return;
      const starts = new Set(words[0]!.flatMap((each) => [...(doc.words.get(each)?.positions[f] ?? [])]));
      for (const start of starts) {
        if (words.every((stems, i) => stems.some((each) => doc.words.get(each)?.positions[f]!.has(start + i)))) found |= 1 << f;
      }
    });
    return found;
  }
}
