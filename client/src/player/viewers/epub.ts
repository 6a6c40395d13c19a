/** Reads the structure of an unpacked EPUB 2 or 3 (https://www.w3.org/TR/epub-33/): container, package document, contents. Pure but for DOMParser. */
import { trustedHtml } from '../../ui/trusted-types.ts';

type EpubContents = { title: string; /** Path in the book, with `#` and anchor where it has one. */ path: string; level: number };

export type Epub = {
  title: string;
  language: string | null;
  direction: 'ltr' | 'rtl';
  /** Paths of the chapters in reading order, from the root of the book. */
  spine: string[];
  contents: EpubContents[];
};

const xml = (source: string): Document => {
  const document = new DOMParser().parseFromString(trustedHtml(source), 'application/xml');
  if (document.querySelector('parsererror')) throw new Error('not well-formed XML');
  return document;
};

/** Elements by local name: prefixes differ from book to book. */
const all = (root: ParentNode & Node, name: string): Element[] =>
  Array.from((root as Document | Element).getElementsByTagNameNS('*', name));

/** A path relative to a file of the book, without `..`; null when it leads out of the book or to another site. */
export function resolvePath(from: string, to: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(to)) return null;
  const root = 'https://book.invalid/a/a/a/a/';
  const base = new URL(encodeURI(from).replace(/#/g, '%23'), `${root}`);
  const url = new URL(to, base);
  if (!url.href.startsWith(root)) return null;
  try {
    return decodeURI(url.pathname.slice(new URL(root).pathname.length)) + url.hash;
  } catch {
    return null;
  }
}

/** Path of the package document, from `META-INF/container.xml`. Throws when there is none. */
export function packagePath(container: string): string {
  const path = all(xml(container), 'rootfile')
    .find((file) => (file.getAttribute('media-type') ?? '').includes('oebps-package'))
    ?.getAttribute('full-path');
  if (!path) throw new Error('container without package document');
  return path;
}

export type Package = Omit<Epub, 'contents'> & { nav: string | null; ncx: string | null };

/** Reads the package document (`.opf`). Throws when it names nothing to read. */
export function readPackage(source: string, path: string): Package {
  const document = xml(source);
  const items = new Map(all(document, 'item').map((item) => [item.getAttribute('id') ?? '', item]));
  const pathOf = (item: Element | undefined): string | null => {
    const href = item?.getAttribute('href');
    return href ? resolvePath(path, href) : null;
  };
  const spine = all(document, 'itemref')
    .filter((ref) => ref.getAttribute('linear') !== 'no')
    .map((ref) => items.get(ref.getAttribute('idref') ?? ''))
    .filter((item) => /html|svg/.test(item?.getAttribute('media-type') ?? ''))
    .map(pathOf)
    .filter((chapter) => chapter !== null);
  if (spine.length === 0) throw new Error('package without chapters');
  const text = (name: string): string | null => all(document, name)[0]?.textContent?.trim() || null;
  const list = [...items.values()];
  const order = all(document, 'spine')[0];
  return {
    title: text('title') ?? '',
    language: text('language'),
    direction: order?.getAttribute('page-progression-direction') === 'rtl' ? 'rtl' : 'ltr',
    spine,
    nav: pathOf(list.find((item) => (item.getAttribute('properties') ?? '').split(/\s+/).includes('nav'))),
    ncx: pathOf(items.get(order?.getAttribute('toc') ?? '') ?? list.find((item) => /dtbncx/.test(item.getAttribute('media-type') ?? ''))),
  };
}

/** Contents of EPUB 3: the list in `<nav epub:type="toc">`. */
export function readNav(source: string, path: string): EpubContents[] {
  const document = parseChapter(source);
  const navs = all(document, 'nav');
  const nav = navs.find((one) => /\btoc\b/.test(one.getAttribute('epub:type') ?? one.getAttribute('role') ?? '')) ?? navs[0];
  return (nav ? all(nav, 'a') : []).flatMap((link) => {
    const to = resolvePath(path, link.getAttribute('href') ?? '');
    const title = words(link.textContent);
    return to && title ? [{ title, path: to, level: depth(link, 'ol', nav!) }] : [];
  });
}

/** Contents of EPUB 2: `navMap` of the NCX. */
export function readNcx(source: string, path: string): EpubContents[] {
  return all(xml(source), 'navPoint').flatMap((point) => {
    const child = (name: string): Element | undefined => Array.from(point.children).find((one) => one.localName === name);
    const to = resolvePath(path, child('content')?.getAttribute('src') ?? '');
    const title = words(child('navLabel')?.textContent);
    return to && title ? [{ title, path: to, level: depth(point, 'navPoint', point.ownerDocument.documentElement) + 1 }] : [];
  });
}

const words = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** How many ancestors of a name an element has, below `root`. */
function depth(element: Element, name: string, root: Element): number {
  let count = 0;
  for (let at = element.parentElement; at && at !== root; at = at.parentElement) if (at.localName === name) count++;
  return count;
}

/** A chapter as a document; books that are not well-formed are read as HTML. */
export function parseChapter(source: string): Document {
  const strict = new DOMParser().parseFromString(trustedHtml(source), 'application/xhtml+xml');
  return strict.querySelector('parsererror') ? new DOMParser().parseFromString(trustedHtml(source), 'text/html') : strict;
}

/** Opens a book: `read` fetches the text of a path in it. */
export async function openEpub(read: (path: string) => Promise<string>): Promise<Epub> {
  const path = packagePath(await read('META-INF/container.xml'));
  const { nav, ncx, ...book } = readPackage(await read(path), path);
  const contents = nav ? readNav(await read(nav), nav) : ncx ? readNcx(await read(ncx), ncx) : [];
  return {
    ...book,
    contents: contents.length > 0 ? contents : book.spine.map((chapter, i) => ({ title: String(i + 1), path: chapter, level: 1 })),
  };
}

/** Index of the chapter a path belongs to; -1 when it is not in the reading order. */
export const chapterOf = (spine: readonly string[], path: string): number => spine.indexOf(path.split('#')[0]!);
