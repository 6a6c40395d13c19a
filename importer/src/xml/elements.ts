/** Reads the content of elements. */
import type { XmlElement } from './read-xml.ts';

export const isElement = (node: XmlElement | string): node is XmlElement => typeof node !== 'string';

export const childrenOf = (element: XmlElement, name?: string): XmlElement[] =>
  element.children.filter((node) => isElement(node) && (name === undefined || node.name === name)) as XmlElement[];

/** Returns all elements at a path. */
export const elementsAt = (element: XmlElement, ...path: readonly string[]): XmlElement[] =>
  path.reduce<XmlElement[]>((found, name) => found.flatMap((each) => childrenOf(each, name)), [element]);

/** Returns all text in one line; markup and line ends of the document are ignored. */
export const readText = (element: XmlElement): string => readTextWithLines(element).replace(/\s+/g, ' ').trim();

/** Elements of XHTML that end a line and separate words. */
const LINES = new Set('address blockquote br dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section table td th tr ul'.split(' '));

/** Returns all text with its line ends, and one for each paragraph of XHTML. */
export function readTextWithLines(element: XmlElement): string {
  return element.children
    .map((node) =>
      !isElement(node) ? node : LINES.has(node.name.toLowerCase()) ? `\n${readTextWithLines(node)}\n` : readTextWithLines(node),
    )
    .join('');
}

/** Returns the texts at a path that are not empty. */
export const textsAt = (element: XmlElement, ...path: readonly string[]): string[] =>
  elementsAt(element, ...path)
    .map(readText)
    .filter(Boolean);

export const textAt = (element: XmlElement, ...path: readonly string[]): string => textsAt(element, ...path)[0] ?? '';

/** Returns the first element of a name at any depth, including the element itself. */
export function findElement(element: XmlElement, name: string): XmlElement | undefined {
  if (element.name === name) return element;
  for (const child of childrenOf(element)) {
    const found = findElement(child, name);
    if (found) return found;
  }
  return undefined;
}
