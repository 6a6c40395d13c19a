/** Prepares HTML pasted from other programs before sanitising removes its styles and comments. */
import { stripTags } from '@fundus/contract/markup';
import DOMPurify from 'dompurify';
import { htmlOf } from './rich-text.ts';

const BOLD = /font-weight:\s*(bold|[6-9]00)/i;
const NOT_BOLD = /font-weight:\s*(normal|[1-4]00)/i;
const ITALIC = /font-style:\s*italic/i;
/** Matches the list level (1 to 9) of a paragraph from Word, which has no list elements. */
const WORD_LIST = /mso-list:\s*l\d+\s+level([1-9])(?!\d)/i;

/**
 * Returns pasted HTML with elements instead of styles: bold and italic text of Google Docs and LibreOffice, and lists of Word. The result must still
 * be sanitised.
 */
export function preparePastedHtml(html: string): string {
  const fragment = DOMPurify.sanitize(stripTags(html, maskStyles), { RETURN_DOM_FRAGMENT: true });
  for (const element of fragment.querySelectorAll('b, strong, span')) applyStyle(element);
  makeWordLists(fragment);
  return htmlOf(fragment);
}

/**
 * Renames style attributes and elements, because parsing them would violate the Content-Security-Policy. The sanitiser removes `template` elements
 * with their content.
 */
const maskStyles = (tag: string): string => tag.replace(/^(<\/?)style\b/i, '$1template').replace(/(\s)style(\s*=)/gi, '$1data-style$2');

const styleOf = (element: Element): string => element.getAttribute('data-style') ?? '';

function applyStyle(element: Element): void {
  const style = styleOf(element);
  // Google Docs wraps the whole text in `<b style="font-weight:normal">`.
  if (element.tagName !== 'SPAN' && NOT_BOLD.test(style)) return element.replaceWith(...element.childNodes);
  for (const [pattern, tag] of [
    [BOLD, 'strong'],
    [ITALIC, 'em'],
  ] as const) {
    if (element.tagName !== 'SPAN' || !pattern.test(style)) continue;
    const wrapper = document.createElement(tag);
    wrapper.append(...element.childNodes);
    element.append(wrapper);
  }
}

function makeWordLists(fragment: DocumentFragment): void {
  /** Open lists by level; empty outside of a list. */
  let open: Element[] = [];
  let last: Element | null = null;
  for (const paragraph of fragment.querySelectorAll('p')) {
    const level = Number(WORD_LIST.exec(styleOf(paragraph))?.[1] ?? 0);
    if (level === 0) continue;
    const marker = [...paragraph.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)));
    const tag = /^\s*[\dA-Za-z]+[.)]/.test(marker?.textContent ?? '') ? 'ol' : 'ul';
    marker?.remove();
    if (paragraph.previousElementSibling !== last) open = [];
    open.length = Math.min(open.length, level);
    const item = document.createElement('li');
    item.append(...paragraph.childNodes);
    if (open.length < level) {
      const list = document.createElement(tag);
      const parent = open.at(-1)?.lastElementChild;
      if (parent) parent.append(list);
      else paragraph.before(list);
      while (open.length < level) open.push(list);
    }
    open.at(-1)!.append(item);
    last = open[0]!;
    paragraph.remove();
  }
}
