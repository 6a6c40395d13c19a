/** Distinguishes tags in captions from text that contains `<`. */

export type CuePiece = { text: string } | { tag: string };

/** Tags of WebVTT and SubRip. Any other text in angle brackets is not a tag. */
const TAG =
  /^<(?:\/?(?:b|i|u|s|em|strong|c|v|lang|ruby|rt|br|font|span)(?:\.[^\s<>.]{1,60}){0,9}[ \t]?\/?|(?:v|lang|c|font|span)(?:\.[^\s<>.]{1,60}){0,9}[ \t][^<>]{0,300}|\d{1,4}(?::\d{2}){1,2}[.,]\d{3}|\/)>/i;

/** Splits a line into text and tags. Tags are returned without angle brackets, and entities in the text are not decoded. */
export function splitTags(words: string): CuePiece[] {
  const pieces: CuePiece[] = [];
  let from = 0;
  for (let at = words.indexOf('<'); at >= 0; at = words.indexOf('<', at)) {
    const tag = TAG.exec(words.slice(at, at + 1_000))?.[0];
    if (tag === undefined) {
      at += 1;
      continue;
    }
    if (at > from) pieces.push({ text: words.slice(from, at) });
    pieces.push({ tag: tag.slice(1, -1) });
    at += tag.length;
    from = at;
  }
  if (from < words.length) pieces.push({ text: words.slice(from) });
  return pieces;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0', lrm: '\u200E', rlm: '\u200F' };

/** Decodes WebVTT entities and numeric character references. */
export function decodeEntities(text: string): string {
  return text.replace(/&(#x?[0-9a-f]{1,7}|[a-z]{2,5});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}
