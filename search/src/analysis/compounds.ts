/** Splits German compounds with a lexicon, which contains words that occur in enough records and the words of given labels. */
import { isStopWord } from './stop-words.ts';
import { fold } from './fold.ts';
import { tokenise } from './tokenise.ts';

/**
 * Lexicon of compound parts. `frequency` returns how frequent the folded word from `from` to `to` is on its own; 0 if it cannot be a compound part.
 * `hash` is the hash of its letters (see `step`).
 */
export type Lexicon = { frequency(text: string, from: number, to: number, hash: number): number };

const HASH_START = 0x811c9dc5 | 0;

function step(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, 0x01000193);
}

/** Returns a lexicon based on a hash table, which is fast for many lookups. */
export function lexiconTable(words: ReadonlyMap<string, number>): Lexicon {
  const mask = (1 << (33 - Math.clz32(Math.max(16, words.size)))) * 2 - 1;
  const slots = new Int32Array(mask + 1);
  const hashes = new Int32Array(words.size);
  const texts = [...words.keys()];
  const counts = [...words.values()];
  texts.forEach((text, i) => {
    let hash = HASH_START;
    for (let c = 0; c < text.length; c++) hash = step(hash, text.charCodeAt(c));
    hashes[i] = hash;
    let at = (hash ^ (hash >>> 15)) & mask;
    while (slots[at] !== 0) at = (at + 1) & mask;
    slots[at] = i + 1;
  });
  return {
    frequency(text, from, to, hash) {
      for (let at = (hash ^ (hash >>> 15)) & mask; slots[at] !== 0; at = (at + 1) & mask) {
        const i = slots[at]! - 1;
        if (hashes[i] === hash && texts[i]!.length === to - from && text.startsWith(texts[i]!, from)) return counts[i]!;
      }
      return 0;
    },
  };
}

const MIN_WORD = 7;
const MIN_PART = 4;
/** Minimum length of a known word at the beginning of a compound whose end is unknown, and of that end. */
const MIN_PREFIX = 5;
const MAX_PART = 24;
const MAX_WORD = 48;
const LINKS = ['s', 'n', 'en', 'es', 'er', 'e', 'ens'];
const LETTERS = /^[a-z]+$/;

/** Prefixes and suffixes that occur as words but are not compound parts. */
const NO_PARTS = new Set(
  'heit keit schaft lich isch chen lein ling ung haft anti inter intra mono poly tion ismus iert ieren lisch tisch rung gung dung tung nung lung sche schen scher isches ische stes sten ster'.split(
    ' ',
  ),
);

function mayBePart(word: string, minLength = MIN_PART): boolean {
  return word.length >= minLength && word.length <= MAX_PART && LETTERS.test(word) && !NO_PARTS.has(word) && !isStopWord(word);
}

/** Returns the minimum number of records that must contain a word for it to be a compound part. */
export const minRecords = (records: number): number => (records < 1000 ? 1 : records < 5000 ? 2 : Math.max(3, Math.ceil(records / 10_000)));

/**
 * Returns the compound parts of a catalogue. `words` are folded words with the number of records that contain them; `minRecords` is the required
 * number. Words of labels count as if a hundred records contained them.
 */
export function learnLexicon(words: Iterable<readonly [string, number]>, labels: readonly string[], records: number): Map<string, number> {
  const min = minRecords(records);
  const lexicon = new Map<string, number>();
  for (const [word, count] of words) if (count >= min && mayBePart(word)) lexicon.set(word, (lexicon.get(word) ?? 0) + count);
  for (const label of labels) {
    tokenise(label, (raw) => {
      const word = fold(raw);
      if (mayBePart(word, 3)) lexicon.set(word, Math.max(100, lexicon.get(word) ?? 0));
    });
  }
  return lexicon;
}

/**
 * Returns all parts of a folded compound, including shorter compounds (`weltkrieg`, `welt`, `krieg`, `film`); an empty list if the word is not a
 * compound.
 */
export function decompound(word: string, lexicon: Lexicon): string[] {
  const parts = new Set<string>();
  collectParts(word, lexicon, parts);
  parts.delete(word);
  return [...parts];
}

/**
 * Returns the outermost parts of a compound without splitting shorter compounds. If the word cannot be split, returns the longest known word at its
 * beginning.
 */
export function outermostParts(word: string, lexicon: Lexicon): string[] {
  const parts = decompound(word, lexicon);
  if (parts.length > 0) return parts.filter((part) => !parts.some((other) => other !== part && other.includes(part)));
  return longestKnownPrefix(word, lexicon, MIN_PART, 3);
}

/**
 * Returns the longest known word at the beginning of a word. The known word must have `minLength` letters and leave `minRest`; otherwise returns an
 * empty list.
 */
function longestKnownPrefix(word: string, lexicon: Lexicon, minLength: number, minRest: number): string[] {
  if (!LETTERS.test(word)) return [];
  for (let end = Math.min(word.length - minRest, MAX_PART); end >= minLength; end--) {
    let hash = HASH_START;
    for (let i = 0; i < end; i++) hash = step(hash, word.charCodeAt(i));
    if (lexicon.frequency(word, 0, end, hash) > 0) return [word.slice(0, end)];
  }
  return [];
}

function collectParts(word: string, lexicon: Lexicon, into: Set<string>): void {
  const pieces = coverWithWords(word, lexicon) ?? longestKnownPrefix(word, lexicon, MIN_PREFIX, MIN_PREFIX);
  for (const piece of pieces) {
    if (into.has(piece)) continue;
    into.add(piece);
    collectParts(piece, lexicon, into);
  }
}

/**
 * Returns the best sequence of known words that covers a word; `null` if there is none. Few, frequent parts and few linking elements are preferred.
 */
function coverWithWords(word: string, lexicon: Lexicon): string[] | null {
  const length = word.length;
  if (length < MIN_WORD || length > MAX_WORD || !LETTERS.test(word)) return null;
  cost.fill(Infinity, 0, length + 1);
  cost[0] = 0;
  for (let i = 0; i + 3 <= length; i++) {
    if (cost[i] === Infinity) continue;
    let hash = step(step(HASH_START, word.charCodeAt(i)), word.charCodeAt(i + 1));
    for (let j = i + 3; j <= length && j - i <= MAX_PART; j++) {
      hash = step(hash, word.charCodeAt(j - 1));
      if (i === 0 && j === length) continue;
      const frequency = lexicon.frequency(word, i, j, hash);
      if (frequency === 0) continue;
      const reached = cost[i]! + 12 - Math.min(8, Math.log2(1 + frequency) / 2) + (j - i < 5 ? 2 : 0);
      markReachable(i, j, j, reached);
      if (j === length) continue;
      for (const link of LINKS) {
        const after = j + link.length;
        if (after + 3 <= length && word.startsWith(link, j)) markReachable(i, j, after, reached + 1);
      }
    }
  }
  if (cost[length] === Infinity) return null;
  const pieces: string[] = [];
  for (let at = length; at > 0; at = from[at]!) pieces.push(word.slice(from[at]!, end[at]!));
  return pieces.reverse();
}

/** For each offset in the word: the lowest cost to reach it, and the start and end of the last part on that path. */
const cost = new Float64Array(MAX_WORD + 1);
const from = new Int16Array(MAX_WORD + 1);
const end = new Int16Array(MAX_WORD + 1);

function markReachable(start: number, partEnd: number, at: number, reached: number): void {
  if (reached >= cost[at]!) return;
  cost[at] = reached;
  from[at] = start;
  end[at] = partEnd;
}
