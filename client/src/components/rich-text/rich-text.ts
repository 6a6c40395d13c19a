/** Rich text (docs/behaviour/common.md#rich-text). The server sanitises it on write, and the client again before display. */
import { stripTags } from '@fundus/contract/markup';
import DOMPurify from 'dompurify';

const TAGS = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a', 'h3', 'h4'];
/** Elements of other editors and programs, with the allowed element that replaces each. */
const SAME: Record<string, string> = { B: 'strong', I: 'em', DIV: 'p', H1: 'h3', H2: 'h3', H5: 'h4', H6: 'h4' };
const LINK = /^(https:\/\/[^\s/]|mailto:[^\s@]+@)/i;
/** Matches addresses of pictures in news (`newsFileHref` in the contract). */
const PICTURE = /^\/api\/v1\/news\/files\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Options for sanitising. `pictures` keeps pictures stored in the portal with their descriptions. */
export type RichTextOptions = { pictures?: boolean };

/** Sanitises HTML and returns a fragment with allowed elements only. */
export function cleanFragment(html: string, { pictures = false }: RichTextOptions): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...TAGS, ...Object.keys(SAME).map((tag) => tag.toLowerCase()), ...(pictures ? ['img'] : [])],
    ALLOWED_ATTR: ['href', ...(pictures ? ['src', 'alt'] : [])],
    ALLOWED_URI_REGEXP: pictures ? new RegExp(`${LINK.source}|${PICTURE.source}`, 'i') : LINK,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const element of [...fragment.querySelectorAll('*')]) {
    const other = SAME[element.tagName];
    if (other) swap(element, document.createElement(other));
    else if (element.tagName === 'IMG') {
      if (!PICTURE.test(element.getAttribute('src') ?? '')) element.remove();
    } else if (element.tagName === 'A' && !LINK.test(element.getAttribute('href') ?? '')) element.replaceWith(...element.childNodes);
  }
  return fragment;
}

function swap(element: Element, other: Element): void {
  other.append(...element.childNodes);
  element.replaceWith(other);
}

/** Returns the HTML of a fragment. The fragment is empty afterwards. */
export function htmlOf(fragment: DocumentFragment): string {
  const box = document.createElement('div');
  box.append(fragment);
  return box.innerHTML;
}

/** Returns HTML with allowed elements only, as it is sent and stored. */
export const cleanRichText = (html: string, options: RichTextOptions = {}): string => htmlOf(cleanFragment(html, options)).trim();

/** Returns whether the HTML contains text or a picture. Editors leave empty paragraphs behind. */
export const hasContent = (html: string): boolean => /<img\b/i.test(html) || /[^\s\u200b]/.test(stripTags(html).replaceAll('&nbsp;', ''));

/**
 * Returns HTML for display. Links send no referrer, headings start at `level`, and `gap` returns the text that replaces a placeholder such as
 * `[[words]]`.
 */
export function shownRichText(html: string, gap: (words: string) => string, level: 2 | 3 = 3, options: RichTextOptions = {}): string {
  const fragment = cleanFragment(html, options);
  if (level === 2)
    for (const heading of [...fragment.querySelectorAll('h3, h4')])
      swap(heading, document.createElement(heading.tagName === 'H3' ? 'h2' : 'h3'));
  for (const link of fragment.querySelectorAll('a[href]')) link.setAttribute('rel', 'noopener noreferrer');
  for (const picture of fragment.querySelectorAll('img')) {
    picture.setAttribute('loading', 'lazy');
    if (!picture.hasAttribute('alt')) picture.setAttribute('alt', '');
  }
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const parts = text.data.split(/\[\[([^[\]]{1,200})\]\]/);
    if (parts.length === 1) continue;
    text.replaceWith(
      ...parts.map((part, i) => {
        if (i % 2 === 0) return part;
        const mark = document.createElement('mark');
        mark.textContent = gap(part.trim());
        return mark;
      }),
    );
  }
  return htmlOf(fragment);
}

/** Returns the address of a typed link. Accepts `https://`, `www.` and e-mail addresses; returns `null` for anything else. */
export function toLinkUrl(typed: string): string | null {
  const text = typed.trim();
  if (/\s/.test(text)) return null;
  if (/^[^@:/]+@[^@:/.]+(?:\.[^@:/.]+)+$/.test(text)) return `mailto:${text}`;
  const whole = /^www\.[^/]+\./i.test(text) ? `https://${text}` : text;
  if (/^mailto:/i.test(whole)) return LINK.test(whole) ? whole : null;
  return /^https:\/\//i.test(whole) && URL.canParse(whole) ? whole : null;
}
