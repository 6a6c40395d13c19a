/** Highlighting: the fragments of a text, marked where the query matched. */
import { isStopWord } from '../analysis/stop-words.ts';
import { languageOf, type Language } from '../analysis/stem.ts';
import { createKnownWords, type KnownWords } from '../analysis/known-words.ts';
import { scan } from '../analysis/tokenise.ts';
import { find, stringAt } from '../index/dictionary.ts';
import { ELEMENT_SEPARATOR, type Segment } from '../index/segment.ts';
import { wordStems } from '../analysis/word-stems.ts';
import type { Alternative, Context, Plan } from './plan.ts';
import type { ScoredRecord } from './top-hits.ts';

export type Pieces = { text: string; mark: boolean }[];

/** A function that gives the marked texts of a hit, those with a mark alone. Elements of lists are joined by commas. */
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
  const begins = (surface: string): boolean => prefixes.some((prefix) => surface.startsWith(prefix)) && !isStopWord(surface);
  const isMatch = ({ surface, stems: own }: Reading): boolean => own.some((stem) => stems.has(stem)) || begins(surface);
  const asked = ++queries;
  const numbers = names.map((name) => fields.text.findIndex((field) => field.name === name));
  return ({ segmentIndex, record }) => {
    const { segment } = view.segments[segmentIndex]!;
    const known = knownWords(segment, languageOf(segment.languages[segment.language[record]!]));
    const matches: Matches = (text, start, end, hash) => {
      const word = known.of(text, start, end, hash);
      if (word.asked === asked) return word.mark;
      word.asked = asked;
      return (word.mark = word.readings.some(isMatch));
    };
    const marked: Record<string, Pieces> = {};
    if (nothing) return marked;
    names.forEach((field, i) => {
      const text = stringAt(segment.texts, record * fields.text.length + numbers[i]!).replaceAll(ELEMENT_SEPARATOR, ', ');
      const cut = pieces(text, matches);
      if (cut.length > 1 || cut[0]?.mark) marked[field] = cut;
    });
    return marked;
  };
}

/** A word of a text as it was folded, with its stem and those of its parts. */
export type Reading = { surface: string; stems: readonly string[] };
/** `mark`: what it was the last time, for the query `asked`. */
type Word = { readings: readonly Reading[]; asked: number; mark: boolean };

/** Texts say the same words again and again: what was found out about a word stays. */
const words = new WeakMap<Segment, Map<Language, KnownWords<Word>>>();
let queries = 0;

export function knownWords(segment: Segment, language: Language): KnownWords<Word> {
  let languages = words.get(segment);
  if (languages === undefined) words.set(segment, (languages = new Map()));
  let known = languages.get(language);
  if (known === undefined) {
    known = createKnownWords((raw) => ({ readings: readingsOf(raw, language, segment), asked: 0, mark: false }));
    languages.set(language, known);
  }
  return known;
}

function readingsOf(raw: string, language: Language, { terms, parts }: Segment): Reading[] {
  return wordStems(raw, language).map(({ surface, stem }) => {
    const stems = [stem];
    const term = find(terms, stem);
    if (term >= 0) for (let p = parts.start[term]!; p < parts.start[term + 1]!; p++) stems.push(stringAt(terms, parts.terms[p]!));
    return { surface, stems };
  });
}

type Matches = (text: string, start: number, end: number, hash: number) => boolean;

export function pieces(text: string, matches: Matches): Pieces {
  const cut: Pieces = [];
  /** Where the piece begins that is not cut yet, and whether it is marked. */
  let from = 0;
  let marked = false;
  const turn = (at: number, mark: boolean): void => {
    if (mark === marked) return;
    if (at > from) cut.push({ text: text.slice(from, at), mark: marked });
    [from, marked] = [at, mark];
  };
  let at = 0;
  scan(text, (start, end, hash) => {
    if (start > at) turn(at, false);
    turn(start, matches(text, start, end, hash));
    at = end;
  });
  if (at < text.length) turn(at, false);
  if (from < text.length) cut.push({ text: text.slice(from), mark: marked });
  return cut;
}
