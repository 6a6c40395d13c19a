/** Derives the short text of a card from the first sentence of a description. */

/** Maximum length of a short text in characters. */
export const SHORT_TEXT = 200;

/** Abbreviations that do not end a sentence even if a capital letter follows. */
const ABBREVIATIONS = new Set(
  'abb abs allg aufl bearb darst enth hist ill jg med phil rer verb verf art bd bez bsp bspw bzw ca dr evtl engl franz frz geb gest ggf hl hrsg inkl jh jhd lat max min mio mrd nr o prof s sog st str teilw tel u usw v vgl vol z zit zus'.split(
    ' ',
  ),
);

/** A full stop, question mark or exclamation mark, with closing quotes, if the following text looks like a new sentence. */
const SENTENCE_END = /(?<![.!?…])([.!?…]+)["'»“”)\]]*\s+(?=["'«»„“(¿¡]*[\p{Lu}\d])/gu;

const MIN_SENTENCE = 20;

/** Returns whether a full stop belongs to an abbreviation, an initial or an ordinal number, as in `z. B.`, `J. S. Bach` and `19. Jahrhundert`. */
const continuesWord = (before: string, mark: string): boolean => {
  if (mark !== '.') return false;
  const word = /(?<![\p{L}\d])[\p{L}\d]+$/u.exec(before)?.[0] ?? '';
  return word.length === 1 || /^\d{1,2}$/.test(word) || ABBREVIATIONS.has(word.toLowerCase());
};

/** Returns the first sentence of a plain text. A sentence longer than {@link SHORT_TEXT} is shortened after a complete word. */
export function firstSentence(text: string): string {
  // Examines only the beginning of the text, which limits the time for long descriptions.
  const flat = text
    .slice(0, SHORT_TEXT * 20)
    .replace(/\s+/g, ' ')
    .trim();
  for (const match of flat.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].trimEnd().length;
    if (end < MIN_SENTENCE || continuesWord(flat.slice(Math.max(0, match.index - 20), match.index), match[1]!)) continue;
    return shorten(flat.slice(0, end), SHORT_TEXT);
  }
  return shorten(flat, SHORT_TEXT);
}

/** Returns at most `max` characters of a text. A longer text is cut after a complete word and marked with `…`. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1).toWellFormed();
  const word = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'));
  return `${(word > max / 2 ? cut.slice(0, word) : cut.replace(/\ufffd$/, '')).replace(/(?<![\s,;:–-])[\s,;:–-]+$/u, '')}…`;
}
