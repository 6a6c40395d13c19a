/** Rich text of behaviour.md 5.0.3: what is not on the list is left out, its words stay. */
import sanitizeHtml from 'sanitize-html';

const LINK = /^(https:\/\/[^\s/]|mailto:[^\s@]+@)/i;

/** Clean HTML; the same again when it is cleaned again. Pictures stay where `pictures` says which addresses are our own. */
export function cleanRichText(html: string, { pictures }: { pictures?: RegExp } = {}): string {
  const text = html
    .normalize('NFC')
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]+/g, ' ');
  return sanitizeHtml(text, {
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
      // A link that leads nowhere is only its words.
      a: (_, { href = '' }): sanitizeHtml.Tag =>
        LINK.test(href.trim()) ? { tagName: 'a', attribs: { href: href.trim() } } : { tagName: 'span', attribs: {} },
    },
    exclusiveFilter: ({ tag, attribs, text: words, mediaChildren }) =>
      (tag === 'img' && !pictures?.test(attribs.src ?? '')) ||
      (['p', 'li', 'h3', 'h4', 'strong', 'em', 'a', 'ul', 'ol'].includes(tag) && words.trim() === '' && mediaChildren.length === 0),
  }).trim();
}

/** Whether there are any words in it. */
export const hasWords = (html: string): boolean => sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).trim() !== '';
