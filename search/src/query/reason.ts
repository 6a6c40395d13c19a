/** Finds the reason for a hit: a passage of a long field that contains query words which the highlighted fields lack. */
import type { Hit } from '../api.ts';
import { languageOf } from '../analysis/stem.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { scan } from '../analysis/tokenise.ts';
import { stringAt } from '../index/dictionary.ts';
import { ELEMENT_SEPARATOR } from '../index/segment.ts';
import { fragmentsOf, knownWords, type StemmedWord } from './highlight.ts';
import type { Alternative, Context, Plan } from './plan.ts';
import type { ScoredRecord } from './top-hits.ts';

/** Number of characters of a passage before its first match. `AFTER` is the number after it. */
const BEFORE = 50;
const AFTER = 90;
/** Maximum number of characters of a text that are searched. */
const MAX_TEXT = 200_000;

/**
 * Returns a function that finds the reason for a hit: a passage of the first field in `reasons` with a word that no field in `shown` contains. It
 * returns undefined if these fields contain all words.
 */
export function reasonsOf(
  plan: Plan,
  { view, fields }: Context,
  shown: readonly string[],
  reasons: readonly string[],
): (found: ScoredRecord) => Hit['reason'] {
  const stems = new Map<string, number>();
  /**
   * Clauses by stem, for stems that are only one of several required words, such as parts of a compound. Such a stem alone does not satisfy the
   * clause.
   */
  const parts = new Map<string, number>();
  const prefixes: { text: string; clause: number }[] = [];
  plan.clauses.slice(0, 30).forEach((clause, c) => {
    const take = (alternative: Alternative): void => {
      if (alternative.kind === 'prefix') prefixes.push({ text: alternative.text, clause: 1 << c });
      else
        for (const stem of alternative.kind === 'stem' ? [alternative.stem] : alternative.words.flat()) {
          const known = alternative.kind === 'stem' ? stems : parts;
          known.set(stem, (known.get(stem) ?? 0) | (1 << c));
        }
    };
    clause.alternatives.forEach(take);
  });
  const clausesOf = (readings: readonly StemmedWord[], withParts = true): number => {
    let found = 0;
    for (const { surface, stems: own } of readings) {
      for (const stem of own) found |= (stems.get(stem) ?? 0) | (withParts ? (parts.get(stem) ?? 0) : 0);
      for (const { text, clause } of prefixes) if (surface.startsWith(text) && !isStopWord(surface)) found |= clause;
    }
    return found;
  };
  const numberOf = (name: string): number => fields.text.findIndex((field) => field.name === name);
  return ({ segmentIndex, record }) => {
    const { segment } = view.segments[segmentIndex]!;
    const known = knownWords(segment, languageOf(segment.languages[segment.language[record]!]));
    const textOf = (name: string): string => stringAt(segment.texts, record * fields.text.length + numberOf(name)).slice(0, MAX_TEXT);
    let covered = 0;
    for (const name of shown) {
      const text = textOf(name);
      scan(text, (start, end, hash) => void (covered |= clausesOf(known.of(text, start, end, hash).readings, false)));
    }
    for (const field of reasons) {
      const text = textOf(field);
      let first = -1;
      scan(text, (start, end, hash) => {
        if (first < 0 && (clausesOf(known.of(text, start, end, hash).readings) & ~covered) !== 0) first = start;
      });
      if (first < 0) continue;
      const passage = extractPassage(text, first);
      const matches = (_: string, start: number, end: number, hash: number): boolean =>
        clausesOf(known.of(passage, start, end, hash).readings) !== 0;
      return { field, pieces: fragmentsOf(passage, matches) };
    }
    return undefined;
  };
}

/** Returns the complete words around a position in a text, within the same list element. */
function extractPassage(text: string, at: number): string {
  const begin = text.lastIndexOf(ELEMENT_SEPARATOR, at) + 1;
  const close = text.indexOf(ELEMENT_SEPARATOR, at);
  const end = close < 0 ? text.length : close;
  let from = Math.max(begin, at - BEFORE);
  if (from > begin) from = Math.min(at, text.indexOf(' ', from - 1) + 1 || at);
  let to = Math.min(end, at + AFTER);
  if (to < end) to = Math.max(text.lastIndexOf(' ', to), Math.min(end, at + 1));
  return text.slice(from, to);
}
