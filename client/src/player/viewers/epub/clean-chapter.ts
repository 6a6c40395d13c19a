/** Sanitises a chapter. Structure and pictures are kept; styles are those of the portal. */
import DOMPurify from 'dompurify';
import { parseChapter } from './epub-xml.ts';
import { resolvePath } from './epub.ts';

/** Prefix that DOMPurify adds to ids, so that a book cannot shadow names of the page. */
export const ID_PREFIX = 'user-content-';

const PICTURES = [
  ['img', 'src'],
  ['image', 'href'],
  ['image', 'xlink:href'],
  ['audio', 'src'],
  ['video', 'src'],
  ['video', 'poster'],
  ['source', 'src'],
] as const;

/**
 * Returns safe HTML. `path` is the chapter's path in the book, `base` the address of the unpacked book ending with `/`. Links within the book become
 * `#path`, and external links open in a new tab without a referrer. Other addresses are removed.
 */
export function cleanChapter(source: string, path: string, base: string): string {
  const clean = DOMPurify.sanitize(bodyHtml(source), {
    USE_PROFILES: { html: true, svg: true, mathMl: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'dialog', 'marquee', 'font', 'center'],
    FORBID_ATTR: [
      'style',
      'class',
      'target',
      'srcset',
      'autoplay',
      'autofocus',
      'tabindex',
      'width',
      'height',
      'align',
      'bgcolor',
      'color',
    ],
    ADD_TAGS: ['image'],
    SANITIZE_NAMED_PROPS: true,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const [tag, name] of PICTURES) {
    for (const element of clean.querySelectorAll(tag)) {
      const address = element.getAttribute(name);
      if (address === null) continue;
      const inside = resolvePath(path, address);
      if (inside === null) element.removeAttribute(name);
      else element.setAttribute(name, base + inside.split('#')[0]!);
    }
  }
  for (const link of clean.querySelectorAll('a[href]')) {
    const address = link.getAttribute('href')!;
    const inside = resolvePath(path, address);
    if (inside !== null) link.setAttribute('href', `#${inside}`);
    else if (/^(https?|mailto):/i.test(address)) {
      link.setAttribute('target', '_blank');
      link.setAttribute('rel', 'noopener noreferrer');
    } else link.removeAttribute('href');
  }
  for (const image of clean.querySelectorAll('img:not([alt])')) image.setAttribute('alt', '');
  for (const sound of clean.querySelectorAll('audio, video')) sound.setAttribute('controls', '');
  lowerHeadings(clean);
  const box = document.createElement('div');
  box.append(clean);
  return box.innerHTML;
}

/** Returns the body of a chapter as HTML. It is created in an inert document, so that no picture is fetched before sanitising. */
function bodyHtml(source: string): string {
  const quiet = document.implementation.createHTMLDocument('');
  const nodes = parseChapter(source).querySelector('body')?.childNodes ?? [];
  quiet.body.append(...Array.from(nodes, (node) => quiet.importNode(node, true)));
  return quiet.body.innerHTML;
}

/** Lowers the headings of a book below the h1 of the page and the h2 of the viewer. */
function lowerHeadings(root: DocumentFragment): void {
  for (const level of [4, 3, 2, 1]) {
    for (const heading of root.querySelectorAll(`h${level}`)) {
      const lower = document.createElement(`h${Math.min(6, level + 2)}`);
      lower.dataset.level = String(level);
      if (heading.id) lower.id = heading.id;
      lower.append(...heading.childNodes);
      // Marks a label such as "Kapitel 1" before the title, because books separate them only by style.
      const label = lower.firstElementChild;
      if (label?.localName === 'span' && label === lower.firstChild && lower.textContent.length > label.textContent.length) {
        label.setAttribute('data-label', '');
      }
      heading.replaceWith(lower);
    }
  }
}
