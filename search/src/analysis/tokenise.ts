/** Splits text into words: sequences of letters and digits, single pictographs, and ordinals with their dot (`2. Weltkrieg`). */

const OTHER = 0;
const WORD = 1;
const DIGIT = 2;
const DOT = 46;

const HASH_START = 0x811c9dc5 | 0;
const HASH_STEP = 0x01000193;

/** Maximum length of a word in characters; the rest of a longer word is ignored. */
export const MAX_WORD = 64;

const KINDS = new Uint8Array(0x10000).fill(255);
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}\u00ad\u200b-\u200d]/u;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;
const ROMAN = /^[IVX]{1,4}$/;

function kindOf(code: number): number {
  const known = KINDS[code]!;
  if (known !== 255) return known;
  const kind = code >= 48 && code <= 57 ? DIGIT : WORD_CHARACTER.test(String.fromCharCode(code)) ? WORD : OTHER;
  KINDS[code] = kind;
  return kind;
}

/** Calls `emit` for every word with its offsets in the text. Ordinals include their dot. */
export function tokenise(text: string, emit: (raw: string, start: number, end: number) => void): void {
  scan(text, (start, end) => emit(text.slice(start, Math.min(end, start + MAX_WORD)), start, end));
}

/** Calls `emit` for every word with its offsets and a signed 32-bit hash, without creating strings. Only the first `MAX_WORD` letters are hashed. */
export function scan(text: string, emit: (start: number, end: number, hash: number) => void): void {
  const cuts = spare.pop() ?? newCuts();
  const count = cut(text, cuts);
  for (let w = 0; w < count; w++) emit(cuts.starts[w]!, cuts.ends[w]!, cuts.hashes[w]!);
  spare.push(cuts);
}

/** Offsets and hashes of the words in a text. The arrays are reused for further texts. */
type Cuts = { starts: Int32Array; ends: Int32Array; hashes: Int32Array };

export const newCuts = (): Cuts => ({ starts: new Int32Array(64), ends: new Int32Array(64), hashes: new Int32Array(64) });

/** Pool of spare arrays. Several are needed, because `emit` may scan another text. */
const spare: Cuts[] = [];

/** Writes the offsets and hashes of all words in a text to `cuts` and returns their number. */
export function cut(text: string, cuts: Cuts): number {
  const length = text.length;
  if (cuts.starts.length < length) widen(cuts, length);
  const { starts, ends, hashes } = cuts;
  let count = 0;
  let i = 0;
  while (i < length) {
    let code = text.charCodeAt(i);
    if (code >= 0xd800 && code <= 0xdbff && i + 1 < length) {
      const from = i;
      const end = endOfAstral(text, i);
      i = Math.abs(end);
      if (end < 0) continue;
      starts[count] = from;
      ends[count] = end;
      hashes[count++] = hashOf(text, from, end);
      continue;
    }
    let kind = kindOf(code);
    if (kind === OTHER) {
      i++;
      continue;
    }
    const start = i;
    let digits = true;
    let hash = HASH_START;
    while (kind !== OTHER) {
      if (kind !== DIGIT) digits = false;
      if (i - start < MAX_WORD) hash = Math.imul(hash ^ code, HASH_STEP);
      i++;
      if (i >= length) break;
      code = text.charCodeAt(i);
      kind = kindOf(code);
    }
    if (
      code === DOT &&
      i < length &&
      i - start <= 4 &&
      (digits ? i - start <= 2 : ROMAN.test(text.slice(start, i))) &&
      isOrdinal(text, i)
    ) {
      i++;
      hash = Math.imul(hash ^ DOT, HASH_STEP);
    }
    starts[count] = start;
    ends[count] = i;
    hashes[count++] = hash;
  }
  return count;
}

function widen(cuts: Cuts, length: number): void {
  cuts.starts = new Int32Array(length);
  cuts.ends = new Int32Array(length);
  cuts.hashes = new Int32Array(length);
}

/** Returns whether a blank and a letter follow the dot, so that the number is an ordinal. */
function isOrdinal(text: string, at: number): boolean {
  const gap = text.charCodeAt(at + 1);
  return (gap === 32 || gap === 0xa0) && at + 2 < text.length && kindOf(text.charCodeAt(at + 2)) === WORD;
}

/** Returns the end of a word that begins with a character above U+FFFF. If it is not a word, returns the next offset as a negative number. */
function endOfAstral(text: string, at: number): number {
  if (PICTOGRAPH.test(text.slice(at, at + 2))) return at + 2;
  let end = at;
  while (end < text.length && WORD_CHARACTER.test(String.fromCodePoint(text.codePointAt(end)!)))
    end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  return end === at ? -(at + 2) : end;
}

function hashOf(text: string, from: number, end: number): number {
  let hash = HASH_START;
  for (let i = from; i < end && i - from < MAX_WORD; i++) hash = Math.imul(hash ^ text.charCodeAt(i), HASH_STEP);
  return hash;
}
