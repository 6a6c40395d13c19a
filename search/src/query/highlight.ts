/** Splits texts into fragments and marks those that match the query. */
import { isStopWord } from '../analysis/stop-words.ts';
import { languageOf, type Language } from '../analysis/stem.ts';
import { createKnownWords, type KnownWords } from '../analysis/known-words.ts';
import { scan } from '../analysis/tokenise.ts';
import { find, stringAt } from '../index/dictionary.ts';
import { ELEMENT_SEPARATOR, type Segment } from '../index/segment.ts';
import { wordStems } from '../analysis/word-stems.ts';
import type { Alternative, Context, Plan } from './plan.ts';
import type { ScoredRecord } from './top-hits.ts';

export type Fragments = { text: string; mark: boolean }[];

/** Returns a function that returns the fragments of each text field of a record that contains a match. List elements are joined with commas. */
export function highlightsOf(
  plan: Plan,
  { view, fields }: Context,
  names: readonly string[],
): (hit: ScoredRecord) => Record<string, Fragments> {
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
  const isMatch = ({ surface, stems: own }: StemmedWord): boolean => own.some((stem) => stems.has(stem)) || begins(surface);
  const query = ++queries;
  const numbers = names.map((name) => fields.text.findIndex((field) => field.name === name));
  return ({ segmentIndex, record }) => {
    const { segment } = view.segments[segmentIndex]!;
    const known = knownWords(segment, languageOf(segment.languages[segment.language[record]!]));
    const isMatchAt: IsMatch = (text, start, end, hash) => {
      const word = known.of(text, start, end, hash);
      if (word.query === query) return word.mark;
      word.query = query;
      return (word.mark = word.readings.some(isMatch));
    };
    const marked: Record<string, Fragments> = {};
    if (nothing) return marked;
    names.forEach((field, i) => {
      const text = stringAt(segment.texts, record * fields.text.length + numbers[i]!).replaceAll(ELEMENT_SEPARATOR, ', ');
      const fragments = fragmentsOf(text, isMatchAt);
      if (fragments.length > 1 || fragments[0]?.mark) marked[field] = fragments;
    });
    return marked;
  };
}

/** A folded word with its stem and the stems of its compound parts. */
export type StemmedWord = { surface: string; stems: readonly string[] };
/** A word with its readings. `mark` is true if it matches query number `query`. */
type Word = { readings: readonly StemmedWord[]; query: number; mark: boolean };

/** Cached words by segment and language, because texts contain the same words many times. */
const wordCaches = new WeakMap<Segment, Map<Language, KnownWords<Word>>>();
let queries = 0;

export function knownWords(segment: Segment, language: Language): KnownWords<Word> {
  let languages = wordCaches.get(segment);
  if (languages === undefined) wordCaches.set(segment, (languages = new Map()));
  let known = languages.get(language);
  if (known === undefined) {
    known = createKnownWords((raw) => ({ readings: readingsOf(raw, language, segment), query: 0, mark: false }));
    languages.set(language, known);
  }
  return known;
}

function readingsOf(raw: string, language: Language, { terms, parts }: Segment): StemmedWord[] {
  return wordStems(raw, language).map(({ surface, stem }) => {
    const stems = [stem];
    const term = find(terms, stem);
    if (term >= 0) for (let p = parts.start[term]!; p < parts.start[term + 1]!; p++) stems.push(stringAt(terms, parts.terms[p]!));
    return { surface, stems };
  });
}

type IsMatch = (text: string, start: number, end: number, hash: number) => boolean;

export function fragmentsOf(text: string, isMatchAt: IsMatch): Fragments {
  const fragments: Fragments = [];
  /** Start of the current fragment. `marked` is true if the fragment matches. */
  let from = 0;
  let marked = false;
  const turn = (at: number, mark: boolean): void => {
    if (mark === marked) return;
    if (at > from) fragments.push({ text: text.slice(from, at), mark: marked });
    [from, marked] = [at, mark];
  };
  let at = 0;
  scan(text, (start, end, hash) => {
    if (start > at) turn(at, false);
    turn(start, isMatchAt(text, start, end, hash));
    at = end;
  });
  if (at < text.length) turn(at, false);
  if (from < text.length) fragments.push({ text: text.slice(from), mark: marked });
  return fragments;
}
