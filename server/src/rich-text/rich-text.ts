/** Rich text of docs/behaviour/common.md#rich-text: what is not on the list is left out, its words stay. */
import { stripTags } from '@fundus/contract/markup';
import sanitizeHtml from 'sanitize-html';

const LINK = /^(https:\/\/[^\s/]|mailto:[^\s@]+@)/i;

/** Clean HTML; the same again when it is cleaned again. Pictures stay where `pictures` says which addresses are our own. */
export function cleanRichText(html: string, { pictures }: { pictures?: RegExp } = {}): string {
  const text = html
    .normalize('NFC')
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]+/g, ' ');
  let before = unwrapRefusedLinks(text);
  // What was taken out can leave an element empty, and that one another.
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const clean = cleanOnce(before, pictures);
    if (clean === before) break;
    before = clean;
  }
  return before;
}

const MOST_ROUNDS = 10;

function cleanOnce(html: string, pictures: RegExp | undefined): string {
  return sanitizeHtml(html, {
    allowedTags: ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a', 'h3', 'h4', ...(pictures ? ['img'] : [])],
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
    exclusiveFilter: ({ tag, attribs, text: words, mediaChildren }) =>
      (tag === 'img' && !pictures?.test(attribs.src ?? '')) ||
      (['p', 'li', 'h3', 'h4', 'strong', 'em', 'a', 'ul', 'ol'].includes(tag) && words.trim() === '' && mediaChildren.length === 0),
  }).trim();
}

/**
 * Links that lead nowhere become their words. In a pass of its own: a tag that is renamed while others are left out takes the end of the
 * next element for its own, and that element then swallows what follows.
 */
const unwrapRefusedLinks = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    parseStyleAttributes: false,
    exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && !LINK.test((attribs.href ?? '').trim()) ? 'excludeTag' : false),
  });

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
