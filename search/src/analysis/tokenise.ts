/** Cutting text into words: runs of letters and digits, single pictographs, and ordinals with their dot (`2. Weltkrieg`). */

const OTHER = 0;
const WORD = 1;
const DIGIT = 2;
const DOT = 46;

/** Words longer than this are cut; nobody types them. */
const LONGEST = 64;

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

/** Calls `emit` for every word with its place in the text; an ordinal keeps its dot. */
export function tokenise(text: string, emit: (raw: string, start: number, end: number) => void): void {
  const length = text.length;
  let i = 0;
  while (i < length) {
    const code = text.charCodeAt(i);
    if (code >= 0xd800 && code <= 0xdbff && i + 1 < length) {
      i = astral(text, i, emit);
      continue;
    }
    let kind = kindOf(code);
    if (kind === OTHER) {
      i++;
      continue;
    }
    const start = i;
    let digits = true;
    while (kind !== OTHER) {
      if (kind !== DIGIT) digits = false;
      i++;
      if (i >= length) break;
      kind = kindOf(text.charCodeAt(i));
    }
    const end = Math.min(i, start + LONGEST);
    const raw = text.slice(start, end);
    if (text.charCodeAt(i) === DOT && (digits ? raw.length <= 2 : ROMAN.test(raw)) && isOrdinal(text, i)) {
      emit(`${raw}.`, start, i + 1);
      i++;
    } else {
      emit(raw, start, end);
    }
  }
}

/** A space and a letter follow the dot: the number counts something. */
function isOrdinal(text: string, at: number): boolean {
  const gap = text.charCodeAt(at + 1);
  return (gap === 32 || gap === 0xa0) && at + 2 < text.length && kindOf(text.charCodeAt(at + 2)) === WORD;
}

function astral(text: string, at: number, emit: (raw: string, start: number, end: number) => void): number {
  const letter = text.slice(at, at + 2);
  if (PICTOGRAPH.test(letter)) {
    emit(letter, at, at + 2);
    return at + 2;
  }
  let end = at;
  while (end < text.length && /[\p{L}\p{M}\p{N}]/u.test(String.fromCodePoint(text.codePointAt(end)!)))
    end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  if (end === at) return at + 2;
  emit(text.slice(at, Math.min(end, at + LONGEST)), at, end);
  return end;
}
