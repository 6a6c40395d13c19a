/** Reads texts and children of XML elements. */
import type { XmlElement } from './read-xml.ts';

export const isElement = (node: XmlElement | string): node is XmlElement => typeof node !== 'string';

export const childrenOf = (element: XmlElement, name?: string): XmlElement[] =>
  element.children.filter((node) => isElement(node) && (name === undefined || node.name === name)) as XmlElement[];

/** Returns all descendants at a path of element names. */
export const elementsAt = (element: XmlElement, ...path: readonly string[]): XmlElement[] =>
  path.reduce<XmlElement[]>((found, name) => found.flatMap((each) => childrenOf(each, name)), [element]);

/** Returns the whole text of an element on one line. Markup and line ends are ignored. */
export const readText = (element: XmlElement): string => readTextWithLines(element).replace(/\s+/g, ' ').trim();

/** XHTML elements that start a new line. */
const LINES = new Set('address blockquote br dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section table td th tr ul'.split(' '));

/** Returns the whole text of an element with its line ends. XHTML paragraphs start a new line. */
export function readTextWithLines(element: XmlElement): string {
  return element.children
    .map((node) =>
      !isElement(node) ? node : LINES.has(node.name.toLowerCase()) ? `\n${readTextWithLines(node)}\n` : readTextWithLines(node),
    )
    .join('');
}

/** Returns the non-empty texts of all elements at a path. */
export const textsAt = (element: XmlElement, ...path: readonly string[]): string[] =>
  elementsAt(element, ...path)
    .map(readText)
    .filter(Boolean);

export const textAt = (element: XmlElement, ...path: readonly string[]): string => textsAt(element, ...path)[0] ?? '';

/** Returns the first element with a name at any depth, including the element itself; `undefined` if there is none. */
export function findElement(element: XmlElement, name: string): XmlElement | undefined {
  if (element.name === name) return element;
  for (const child of childrenOf(element)) {
    const found = findElement(child, name);
    if (found) return found;
  }
  return undefined;
}
