/**
 * Converts markup in texts of suppliers. Descriptions may be HTML, in CDATA, escaped once or twice, or plain text with named characters. Each
 * function takes linear time and loses no word.
 */
import { HTML_ELEMENTS } from '@fundus/contract/markup';
import { decodeHTMLStrict } from 'entities/decode';

/** Closing tags. A text is HTML if it contains the closing tag of an HTML element, or one of the elements in `UNCLOSED`. */
const CLOSING = /<\/([a-z][a-z0-9]{0,11})\s{0,8}>/gi;
const UNCLOSED = /<(?:br|hr|p|li|img)(?:\s[^<>]*)?\/?>/i;

const isMarkup = (text: string): boolean =>
  UNCLOSED.test(text) || [...text.matchAll(CLOSING)].some(([, name]) => HTML_ELEMENTS.has(name!.toLowerCase()));

/** Maximum number of times that a text is unescaped. */
const ROUNDS = 3;

/** Decodes named and numeric character references, even if the text was escaped several times. */
function decodeCharacters(text: string): string {
  let decoded = text;
  for (let round = 0; round < ROUNDS && decoded.includes('&'); round += 1) {
    const next = decodeHTMLStrict(decoded);
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
}

/** Returns the unescaped HTML of a text, or `null` if it contains none. */
function findMarkup(text: string): string | null {
  let candidate = text;
  for (let round = 0; round <= ROUNDS; round += 1) {
    if (isMarkup(candidate)) return candidate;
    const next = candidate.includes('&') ? decodeHTMLStrict(candidate) : candidate;
    if (next === candidate) return null;
    candidate = next;
  }
  return null;
}

const dropCdata = (text: string): string => (text.includes('<![CDATA[') ? text.replaceAll('<![CDATA[', '').replaceAll(']]>', '') : text);

const DOUBLE = /&amp;(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z0-9]{1,30});/gi;

/** Returns a description as the portal stores it: as unescaped HTML or as plain text. */
export function readRichText(text: string): string {
  if (!text.includes('&') && !text.includes('<')) return text;
  const plain = dropCdata(text);
  const markup = findMarkup(plain);
  return markup === null ? decodeCharacters(plain) : markup.replace(DOUBLE, '&$1;');
}

const TAG = /<\/?([a-z][a-z0-9]{0,11})(?=[\s/>])[^<>]*>/gi;
const HIDDEN = /<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi;

/** Inline elements, which do not separate words. */
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q ruby rt rp s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** Returns a text as displayed: without tags, with decoded characters, and with one line for each paragraph and list item. */
export function readPlainText(text: string): string {
  if (!text.includes('&') && !text.includes('<')) return text;
  const plain = dropCdata(text);
  const markup = findMarkup(plain);
  if (markup === null) return decodeCharacters(plain);
  const lines = dropComments(markup)
    .replace(HIDDEN, ' ')
    .replace(/\s+/g, ' ')
    .replace(TAG, (tag, name: string) => {
      const element = name.toLowerCase();
      if (!HTML_ELEMENTS.has(element)) return tag;
      return INLINE.has(element) ? '' : element === 'td' || element === 'th' ? ' ' : '\n';
    });
  return decodeCharacters(lines)
    .split('\n')
    .map((line) => line.replace(/[ \t\u00a0]+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}

function dropComments(text: string): string {
  let rest = text;
  const parts: string[] = [];
  for (;;) {
    const start = rest.indexOf('<!--');
    const end = start < 0 ? -1 : rest.indexOf('-->', start + 4);
    if (end < 0) return parts.join(' ') + rest;
    parts.push(rest.slice(0, start), '');
    rest = rest.slice(end + 3);
  }
}

/** Returns the plain text of a text or of each text in a list. Other values are returned unchanged. */
export const plainValue = (value: unknown): unknown =>
  typeof value === 'string' ? readPlainText(value) : Array.isArray(value) ? value.map((each) => plainValue(each)) : value;
