/** Highlighting: the fragments of a text, marked where the query matched. */
import { isStopWord } from '../analysis/stop-words.ts';
import { languageOf } from '../analysis/stem.ts';
import { tokenise } from '../analysis/tokenise.ts';
import { find, stringAt } from '../index/dictionary.ts';
import { ELEMENT_SEPARATOR } from '../index/segment.ts';
import { wordStems } from '../analysis/word-stems.ts';
import type { Alternative, Context, Plan } from './plan.ts';
import type { ScoredRecord } from './top-hits.ts';

type Pieces = { text: string; mark: boolean }[];

/** A function that gives the marked texts of a hit. Elements of lists are joined by commas. */
export function highlightsOf(
  plan: Plan,
  { view, fields }: Context,
  names: readonly string[],
): (found: ScoredRecord) => Record<string, Pieces> {
  const stems = new Set<string>();
  const prefixes: string[] = [];
  const take = (alternative: Alternative): void => {
    if (alternative.kind === 'stem') stems.add(alternative.stem);
    else if (alternative.kind === 'prefix') prefixes.push(alternative.text);
    else for (const word of alternative.words) for (const stem of word) stems.add(stem);
  };
  for (const clause of plan.clauses) clause.alternatives.forEach(take);
  const nothing = stems.size === 0 && prefixes.length === 0;
  /** Hits say the same words again and again: what was found out about a word, by language and segment. */
  const known = new Map<string, Map<string, boolean>>();
  return ({ segmentIndex, record }) => {
    const { segment } = view.segments[segmentIndex]!;
    const name = segment.languages[segment.language[record]!];
    const language = languageOf(name);
    const key = `${segmentIndex} ${name}`;
    const words = known.get(key) ?? new Map<string, boolean>();
    known.set(key, words);
    const isMatch = (raw: string): boolean =>
      wordStems(raw, language).some(({ surface, stem }) => {
        if (stems.has(stem) || (prefixes.some((prefix) => surface.startsWith(prefix)) && !isStopWord(surface))) return true;
        const term = find(segment.terms, stem);
        if (term < 0) return false;
        for (let p = segment.parts.start[term]!; p < segment.parts.start[term + 1]!; p++) {
          if (stems.has(stringAt(segment.terms, segment.parts.terms[p]!))) return true;
        }
        return false;
      });
    const matches = (raw: string): boolean => {
      let match = words.get(raw);
      if (match === undefined) words.set(raw, (match = isMatch(raw)));
      return match;
    };
    const marked: Record<string, Pieces> = {};
    for (const field of names) {
      const f = fields.text.findIndex(({ name }) => name === field);
      const text = stringAt(segment.texts, record * fields.text.length + f).replaceAll(ELEMENT_SEPARATOR, ', ');
      if (!nothing) marked[field] = pieces(text, matches);
      else marked[field] = text === '' ? [] : [{ text, mark: false }];
    }
    return marked;
  };
}

function pieces(text: string, matches: (raw: string) => boolean): Pieces {
  const cut: Pieces = [];
  const take = (piece: string, mark: boolean): void => {
    if (piece === '') return;
    const last = cut[cut.length - 1];
    if (last !== undefined && last.mark === mark) last.text += piece;
    else cut.push({ text: piece, mark });
  };
  let at = 0;
  tokenise(text, (raw, start, end) => {
    take(text.slice(at, start), false);
    take(text.slice(start, end), matches(raw));
    at = end;
  });
  take(text.slice(at), false);
  return cut;
}
