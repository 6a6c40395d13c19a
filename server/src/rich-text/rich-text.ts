/** Sanitises rich text. Disallowed elements are removed, but their text is kept (docs/behaviour/common.md#rich-text). */
import { normalizeText } from '@fundus/contract/unicode';
import { stripTags } from '@fundus/contract/markup';
import sanitizeHtml from 'sanitize-html';

const LINK = /^(https:\/\/[^\s/]|mailto:[^\s@]+@)/i;

/** Maximum nesting depth, because the parsing time per element grows with its depth. */
const MAX_DEPTH = 100;

class TooDeep extends Error {}

/** Sanitises HTML. Throws `TooDeep` as soon as an element is nested too deeply. */
function sanitize(html: string, options: sanitizeHtml.IOptions): string {
  let depth = 0;
  return sanitizeHtml(html, {
    ...options,
    onOpenTag: () => {
      depth += 1;
      if (depth > MAX_DEPTH) throw new TooDeep();
    },
    onCloseTag: () => {
      depth -= 1;
    },
  });
}

/**
 * Returns sanitised HTML. Idempotent. Pictures are kept if their address matches `pictures`. Elements nested deeper than `MAX_DEPTH` are reduced to
 * their text.
 */
export function cleanRichText(html: string, options: { pictures?: RegExp } = {}): string {
  try {
    return cleanMarkup(html, options);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    const words = plainWordsOf(html).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
    return cleanMarkup(`<p>${words}</p>`, options);
  }
}

function cleanMarkup(html: string, { pictures }: { pictures?: RegExp }): string {
  // oxlint-disable-next-line no-control-regex
  let before = normalizeText(html).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]+/g, ' ');
  // A renamed element may be invalid inside its parent. The parser then moves it, so another round is needed.
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const clean = tidy(cleanOnce(before), pictures);
    if (clean === before) break;
    before = clean;
  }
  return before;
}

const MAX_ROUNDS = 10;

const cleanOnce = (html: string): string =>
  sanitize(html, {
    allowedTags: ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a', 'h3', 'h4', 'img'],
    allowedAttributes: { a: ['href'], img: ['src', 'alt'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      b: 'strong',
      i: 'em',
      div: 'p',
      h1: 'h3',
      h2: 'h3',
      h5: 'h4',
      h6: 'h4',
      a: (_, { href = '' }): sanitizeHtml.Tag => ({ tagName: 'a', attribs: { href: href.trim() } }),
    },
  });

/** Matches a tag and its name, or a text. Sanitised HTML contains no other `<` and `>`. */
const TOKEN = /<(\/?)([a-z]+\d?)(?![a-z\d])([^<>]*)>|[^<]+/g;

type Open = { from: number; kept: boolean; says: boolean };

/**
 * Removes rejected pictures, empty elements, and the tags of rejected links from sanitised HTML. Filters of the sanitiser would copy the whole result
 * for each removed element.
 */
function tidy(html: string, pictures: RegExp | undefined): string {
  const parts: string[] = [];
  const open: Open[] = [];
  const markContent = (says = true): void => {
    const inside = open.at(-1);
    if (inside && says) inside.says = true;
  };
  for (const [token, end, tag, attributes = ''] of html.matchAll(TOKEN)) {
    if (tag === undefined || tag === 'br') {
      parts.push(token);
      markContent(tag === undefined && /\S/.test(token));
    } else if (tag === 'img') {
      if (!pictures?.test(/\ssrc="([^"]*)"/.exec(attributes)?.[1] ?? '')) continue;
      parts.push(token);
      markContent();
    } else if (end === '') {
      const isAllowed = tag !== 'a' || LINK.test(/\shref="([^"]*)"/.exec(attributes)?.[1] ?? '');
      open.push({ from: parts.length, kept: isAllowed, says: false });
      if (isAllowed) parts.push(token);
    } else {
      const closed = open.pop();
      if (!closed) continue;
      const { from, kept, says } = closed;
      if (kept && says) parts.push(token);
      else if (kept) parts.length = from;
      markContent(says);
    }
  }
  return parts.join('').trim();
}

/** Returns whether the HTML contains any text. */
export const hasWords = (html: string): boolean => extractText(html) !== '';

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' };

/** Returns plain text with decoded entities and a space between paragraphs. */
export const plainWordsOf = (html: string): string =>
  stripTags(html, (tag) => (/^<\/(?:p|li|h\d)>|^<br\b/i.test(tag) ? ' ' : ''))
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => SIGNS[name]!)
    .replace(/ {2,}/g, ' ')
    .trim();

/** Returns the text of sanitised HTML. Its entities remain escaped. */
export const extractText = (html: string): string => sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).trim();
