/**
 * Reads the structure of an unpacked EPUB 2 or 3 (https://www.w3.org/TR/epub-33/): container, package document and table of contents. Paths are
 * URL-encoded and relative to the root of the book. Pure except for DOMParser.
 */
import { normalizeText } from '@fundus/contract/unicode';
import { findElements, readAttribute, BrokenBook, parseChapter, parseXml } from './epub-xml.ts';

export { BrokenBook };

type EpubContents = { title: string; /** Path in the book, including the anchor if there is one. */ path: string; level: number };

export type Epub = {
  title: string;
  language: string | null;
  direction: 'ltr' | 'rtl';
  /** Paths of the chapters in reading order, followed by those that are reached only by links. */
  spine: string[];
  /** Number of chapters in the reading order. */
  linear: number;
  /** True if pages have a fixed size and use the book's styles. */
  fixed: boolean;
  contents: EpubContents[];
};

const ROOT = 'https://book.invalid/a/a/a/a/';

/** Returns a path relative to a file as a path in the book, without `..`. Returns `null` if it leaves the book or leads to another site. */
export function resolvePath(from: string, to: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(to.trim())) return null;
  const [reference, anchor] = splitAnchor(to.trim());
  try {
    const url = new URL(reference === '' ? from : literal(reference), reference === '' ? ROOT : new URL(from, ROOT));
    if (!url.href.startsWith(ROOT)) return null;
    const path = url.pathname.slice(new URL(ROOT).pathname.length).split('/').map(canonical).join('/');
    return anchor === '' ? path : `${path}#${anchor}`;
  } catch {
    return null;
  }
}

function splitAnchor(reference: string): [path: string, anchor: string] {
  const at = reference.indexOf('#');
  return at < 0 ? [reference, ''] : [reference.slice(0, at), reference.slice(at + 1)];
}

/** Removes the query of a reference. A question mark before a file extension is part of the name and is escaped instead. */
function literal(reference: string): string {
  const at = reference.indexOf('?');
  if (at < 0) return reference;
  return /\.\w{2,5}$/.test(reference.slice(at)) ? reference.replaceAll('?', '%3F') : reference.slice(0, at);
}

/** Returns the canonical URL encoding of a name in composed Unicode (NFC). */
function canonical(segment: string): string {
  try {
    return encodeURIComponent(normalizeText(decodeURIComponent(segment)));
  } catch {
    // A percent sign that is not part of a valid escape is a literal character.
    return encodeURIComponent(normalizeText(segment));
  }
}

/** Returns the path of the package document in `META-INF/container.xml`. Throws if there is none. */
export function packagePath(container: string): string {
  const roots = findElements(parseXml(container), 'rootfile');
  const root = roots.find((file) => (file.getAttribute('media-type') ?? '').includes('oebps-package')) ?? roots[0];
  // Some programs write absolute paths.
  const path = root && resolvePath('', (root.getAttribute('full-path') ?? '').replace(/^\/+/, ''));
  if (!path) throw new BrokenBook('container without package document');
  return path;
}

export type Package = Omit<Epub, 'contents'> & { nav: string | null; ncx: string | null; optionsApart: boolean };

/** Reads the package document (`.opf`). Throws if it lists no chapters. */
export function readPackage(source: string, path: string): Package {
  const document = parseXml(source);
  const items = new Map(findElements(document, 'item').map((item) => [item.getAttribute('id') ?? '', item]));
  const pathOf = (item: Element | undefined): string | null => {
    const href = item?.getAttribute('href');
    return href ? (resolvePath(path, href)?.split('#')[0] ?? null) : null;
  };
  const isChapter = (item: Element | undefined): boolean =>
    /html|svg|dtbook/.test(item?.getAttribute('media-type') ?? '') || /\.x?html?$/i.test(item?.getAttribute('href') ?? '');
  const chapters = (linear: boolean): string[] =>
    refs
      .filter((ref) => (ref.getAttribute('linear') !== 'no') === linear)
      .map((ref) => items.get(ref.getAttribute('idref') ?? ''))
      .filter(isChapter)
      .map(pathOf)
      .filter((chapter) => chapter !== null);
  const refs = findElements(document, 'itemref');
  const list = [...items.values()];
  const inOrder = [...new Set(chapters(true))];
  const aside = [...chapters(false), ...list.filter(isChapter).map(pathOf)].filter((chapter) => chapter !== null);
  const spine = [...new Set([...inOrder, ...aside])];
  if (refs.length === 0 || spine.length === 0) throw new BrokenBook('package without chapters');
  const text = (name: string): string | null => findElements(document, name)[0]?.textContent?.trim() || null;
  const order = findElements(document, 'spine')[0];
  return {
    title: text('title') ?? '',
    language: text('language'),
    direction: order?.getAttribute('page-progression-direction') === 'rtl' ? 'rtl' : 'ltr',
    spine,
    // If no chapter is marked as part of the reading order, all chapters are.
    linear: inOrder.length || spine.length,
    fixed: isFixed(document, refs),
    // Only EPUB 2 may declare the layout in a separate file; EPUB 3 has a property for it.
    optionsApart: document.documentElement.getAttribute('version')?.trim().startsWith('2') ?? false,
    nav: pathOf(list.find((item) => (item.getAttribute('properties') ?? '').split(/\s+/).includes('nav'))),
    ncx: pathOf(items.get(order?.getAttribute('toc') ?? '') ?? list.find((item) => /dtbncx/.test(item.getAttribute('media-type') ?? ''))),
  };
}

/** Returns whether the layout is fixed. It is declared by the package (EPUB 3, or the older form of Kindle and Apple) or by most of its pages. */
function isFixed(document: Document, refs: readonly Element[]): boolean {
  const declaresFixedLayout = (meta: Element): boolean =>
    (meta.getAttribute('property') === 'rendition:layout' && meta.textContent.trim() === 'pre-paginated') ||
    (meta.getAttribute('name') === 'fixed-layout' && meta.getAttribute('content') === 'true');
  const pages = refs.filter((ref) => (ref.getAttribute('properties') ?? '').includes('rendition:layout-pre-paginated'));
  return findElements(document, 'meta').some(declaresFixedLayout) || (pages.length > 0 && pages.length * 2 > refs.length);
}

/** Returns whether Apple's display options declare a fixed layout. */
export const isFixedLayout = (options: string): boolean =>
  findElements(parseXml(options), 'option').some(
    (option) => option.getAttribute('name') === 'fixed-layout' && option.textContent.trim() === 'true',
  );

/** Reads the table of contents of EPUB 3: the list in `<nav epub:type="toc">`. A heading without a link gets the link of its first entry. */
export function readNav(source: string, path: string): EpubContents[] {
  const document = parseChapter(source);
  const navs = findElements(document, 'nav');
  const nav = navs.find((one) => /\btoc\b/.test(readAttribute(one, 'type') ?? one.getAttribute('role') ?? '')) ?? navs[0];
  const lists = nav ? findElements(nav, 'li') : [];
  const linked = lists.flatMap((entry) => {
    const label = Array.from(entry.children).find((child) => child.localName === 'a' || child.localName === 'span');
    const link = label?.localName === 'a' ? label : findElements(entry, 'a')[0];
    return label && link ? [{ label, link }] : [];
  });
  const found = linked.length > 0 ? linked : (nav ? findElements(nav, 'a') : []).map((link) => ({ label: link, link }));
  return found.flatMap(({ label, link }) => {
    const to = resolvePath(path, link.getAttribute('href') ?? '');
    const title = words(label.textContent);
    return to && title ? [{ title, path: to, level: depth(label, 'ol', nav!) }] : [];
  });
}

/** Reads the table of contents of EPUB 2: the `navMap` of the NCX. */
export function readNcx(source: string, path: string): EpubContents[] {
  return findElements(parseXml(source), 'navPoint').flatMap((point) => {
    const child = (name: string): Element | undefined => Array.from(point.children).find((one) => findElements(point, name).includes(one));
    const to = resolvePath(path, child('content')?.getAttribute('src') ?? '');
    const title = words(child('navLabel')?.textContent);
    return to && title ? [{ title, path: to, level: depth(point, 'navpoint', point.ownerDocument.documentElement) + 1 }] : [];
  });
}

const words = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** Counts the ancestors of an element below `root` that have the given name. */
function depth(element: Element, name: string, root: Element): number {
  let count = 0;
  for (let at = element.parentElement; at && at !== root; at = at.parentElement) if (at.localName.toLowerCase() === name) count++;
  return count;
}

const CONTAINER = 'META-INF/container.xml';
const DISPLAY_OPTIONS = 'META-INF/com.apple.ibooks.display-options.xml';

/** Opens a book. `read` returns the text of the file at a path. */
export async function openEpub(read: (path: string) => Promise<string>): Promise<Epub> {
  const path = packagePath(await read(CONTAINER));
  const { nav, ncx, optionsApart, ...book } = readPackage(await read(path), path);
  const fixed = book.fixed || (optionsApart && (await read(DISPLAY_OPTIONS).then(isFixedLayout, () => false)));
  const lists = await Promise.all([nav && contentsOf(read, nav, readNav), ncx && contentsOf(read, ncx, readNcx)]);
  const [first, second] = lists.map((list) => list || []) as [EpubContents[], EpubContents[]];
  // A navigation document with a single entry often names only the book itself, so the NCX is preferred.
  const contents = first.length > 1 || first.length >= second.length ? first : second;
  return {
    ...book,
    fixed,
    contents:
      contents.length > 0
        ? contents
        : book.spine.slice(0, book.linear).map((chapter, i) => ({ title: String(i + 1), path: chapter, level: 1 })),
  };
}

/** Returns the paths of all files that the package document lists. */
export async function resourcesOf(read: (path: string) => Promise<string>): Promise<string[]> {
  const path = packagePath(await read(CONTAINER));
  const items = findElements(parseXml(await read(path)), 'item');
  return items.flatMap((item) => resolvePath(path, item.getAttribute('href') ?? '')?.split('#')[0] || []);
}

/** Reads a table of contents. Returns an empty list if the file is missing or not readable, so that the book can still be opened. */
const contentsOf = async (
  read: (path: string) => Promise<string>,
  path: string,
  parse: (source: string, path: string) => EpubContents[],
): Promise<EpubContents[]> => {
  try {
    return parse(await read(path), path);
  } catch {
    return [];
  }
};

/** Returns the index of the chapter at a path, or -1. If there is no exact match, case is ignored. */
export function chapterOf(spine: readonly string[], path: string): number {
  const file = path.split('#')[0]!;
  const exact = spine.indexOf(file);
  return exact >= 0 ? exact : spine.findIndex((chapter) => chapter.toLowerCase() === file.toLowerCase());
}
