/**
 * Finds synonyms of query words outside the search engine, in the built-in lists and in the groups of administrators
 * (docs/behaviour/catalogue.md#synonyms).
 */
import { DEVICE_SYNONYMS } from '@fundus/search/analysis/device-synonyms';
import { SCHOOL_SYNONYMS } from '@fundus/search/analysis/school-synonyms';
import { stem } from '@fundus/search/analysis/stem';
import { variantKey } from '@fundus/search/analysis/variants';
import { wordsOf } from '@fundus/search/query/parse';
import type { Db } from '../../../db/open.ts';
import { listGroupsWith } from './synonym-repository.ts';

/** Maximum number of words of a synonym that is looked up. */
const MAX_RUN = 3;
/** Maximum number of words of a query that are looked up. Later words have no alternatives. */
const MAX_WORDS = 12;
/** Minimum length of stems and synonyms in characters. Shorter ones such as `PC` and `AI` are part of too many words. */
const MIN_LENGTH = 4;
/** Maximum length of an ending that is removed. A longer ending is part of the word, as in `Tablets` with the stem `tabl`. */
const MAX_ENDING = 2;

/** Returns a key that is the same for all inflections and spellings of a word, as in the search engine. */
const keyOf = (text: string): string =>
  wordsOf(text)
    .map(({ surface }) => variantKey(surface) ?? stem(surface, 'de'))
    .join(' ');

const BUILT_IN = [...SCHOOL_SYNONYMS, ...DEVICE_SYNONYMS];

function addTo(table: Map<string, Set<string>>, groups: readonly (readonly string[])[]): Map<string, Set<string>> {
  for (const group of groups)
    for (const member of group) {
      const key = keyOf(member);
      const known = table.get(key) ?? new Set();
      for (const other of group) known.add(other);
      table.set(key, known);
    }
  return table;
}

let shipped: Map<string, Set<string>> | undefined;

/** Returns the stem of a word if the word starts with it, for example `mikrofon` for `Mikrofone`. */
function beginningOf(word: string): string[] {
  const short = stem(word.toLowerCase(), 'de');
  const ending = word.length - short.length;
  return short.length >= MIN_LENGTH && ending > 0 && ending <= MAX_ENDING && word.toLowerCase().startsWith(short) ? [short] : [];
}

/**
 * Splits a query into parts and returns the alternatives of each part, which are the part itself, its stem and its synonyms. A part is a word, or
 * several words that are a member of a synonym group.
 */
export async function findAlternatives(db: Db, q: string): Promise<string[][]> {
  const words = q.split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const runs = words.slice(0, MAX_WORDS).flatMap((_, i) => Array.from({ length: MAX_RUN }, (__, n) => words.slice(i, i + n + 1).join(' ')));
  shipped ??= addTo(new Map(), BUILT_IN);
  const own = addTo(new Map(), await listGroupsWith(db, [...new Set(runs.flatMap((run) => [run.toLowerCase(), ...beginningOf(run)]))]));
  const parts: string[][] = [];
  for (let i = 0; i < words.length;) {
    const [run, others] = longestAt(words, i, own);
    parts.push([...new Set([run, ...beginningOf(run), ...others])]);
    i += run === words[i] ? 1 : run.split(' ').length;
  }
  return parts;
}

/** Returns the longest sequence of words starting at `at` that has synonyms. If there is none, returns the word at `at`. */
function longestAt(words: readonly string[], at: number, own: ReadonlyMap<string, Set<string>>): [string, string[]] {
  if (at < MAX_WORDS)
    for (let length = Math.min(MAX_RUN, words.length - at); length > 0; length -= 1) {
      const run = words.slice(at, at + length).join(' ');
      const key = keyOf(run);
      const others = [...(own.get(key) ?? []), ...(shipped?.get(key) ?? [])].filter((other) => other.length >= MIN_LENGTH);
      if (others.length > 0) return [run, others];
    }
  return [words[at]!, []];
}
