/** Rich text of docs/behaviour/common.md#rich-text: what is not on the list is left out, its words stay. */
import { normalizeText } from '@fundus/contract/unicode';
import { stripTags } from '@fundus/contract/markup';
import sanitizeHtml from 'sanitize-html';

const LINK = /^(https:\/\/[^\s/]|mailto:[^\s@]+@)/i;

/** Maximum number of elements inside each other. The time of the parser grows with the depth of every element. */
const MAX_DEPTH = 100;

class TooDeep extends Error {}

/** Sanitizes HTML. Throws `TooDeep` as soon as elements are nested too deeply. */
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
 * Returns clean HTML; cleaning it again changes nothing. Pictures stay if `pictures` matches their address. Of elements nested more than
 * `MAX_DEPTH` deep only the words stay.
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
  // A renamed element can be one that may not be inside its parent; the parser then moves it.
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

/** A tag with its name, or text. Sanitized HTML has no other `<` and `>`. */
const TOKEN = /<(\/?)([a-z]+\d?)(?![a-z\d])([^<>]*)>|[^<]+/g;

type Open = { from: number; kept: boolean; says: boolean };

/**
 * Removes refused pictures, elements without words, and the tags of links that lead nowhere, from sanitized HTML. The filters of the
 * sanitizer would copy the whole result for each of them.
 */
function tidy(html: string, pictures: RegExp | undefined): string {
  const parts: string[] = [];
  const open: Open[] = [];
  const say = (says = true): void => {
    const inside = open.at(-1);
    if (inside && says) inside.says = true;
  };
  for (const [token, end, tag, attributes = ''] of html.matchAll(TOKEN)) {
    if (tag === undefined || tag === 'br') {
      parts.push(token);
      say(tag === undefined && /\S/.test(token));
    } else if (tag === 'img') {
      if (!pictures?.test(/\ssrc="([^"]*)"/.exec(attributes)?.[1] ?? '')) continue;
      parts.push(token);
      say();
    } else if (end === '') {
      const kept = tag !== 'a' || LINK.test(/\shref="([^"]*)"/.exec(attributes)?.[1] ?? '');
      open.push({ from: parts.length, kept, says: false });
      if (kept) parts.push(token);
    } else {
      const closed = open.pop();
      if (!closed) continue;
      const { from, kept, says } = closed;
      if (kept && says) parts.push(token);
      else if (kept) parts.length = from;
      say(says);
    }
  }
  return parts.join('').trim();
}

/** Whether there are any words in it. */
export const hasWords = (html: string): boolean => wordsOf(html) !== '';

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' };

/** The same as plain text, for what is no HTML: each sign stands for itself, and what was a paragraph is not joined to the next. */
export const plainWordsOf = (html: string): string =>
  stripTags(html, (tag) => (/^<\/(?:p|li|h\d)>|^<br\b/i.test(tag) ? ' ' : ''))
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => SIGNS[name]!)
    .replace(/ {2,}/g, ' ')
    .trim();

/** The words of cleaned HTML without its marks. */
export const wordsOf = (html: string): string => sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).trim();
