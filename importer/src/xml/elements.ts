/** Reading what an element holds. */
import type { XmlElement } from './read-xml.ts';

export const isElement = (node: XmlElement | string): node is XmlElement => typeof node !== 'string';

export const childrenOf = (element: XmlElement, name?: string): XmlElement[] =>
  element.children.filter((node) => isElement(node) && (name === undefined || node.name === name)) as XmlElement[];

/** All elements at a path below. */
export const elementsAt = (element: XmlElement, ...path: readonly string[]): XmlElement[] =>
  path.reduce<XmlElement[]>((found, name) => found.flatMap((each) => childrenOf(each, name)), [element]);

/** All text inside, in one line: markup and line ends of a document say nothing about the text. */
export const readText = (element: XmlElement): string => readRaw(element).replace(/\s+/g, ' ').trim();

/** Elements of XHTML that end a line: words before and after them are not one word. */
const LINES = new Set('address blockquote br dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section table td th tr ul'.split(' '));

/** All text inside with its line ends, and one for each paragraph of XHTML. */
export function readRaw(element: XmlElement): string {
  return element.children
    .map((node) => (!isElement(node) ? node : LINES.has(node.name.toLowerCase()) ? `\n${readRaw(node)}\n` : readRaw(node)))
    .join('');
}

/** The texts at a path that are not empty. */
export const textsAt = (element: XmlElement, ...path: readonly string[]): string[] =>
  elementsAt(element, ...path)
    .map(readText)
    .filter(Boolean);

export const textAt = (element: XmlElement, ...path: readonly string[]): string => textsAt(element, ...path)[0] ?? '';

/** The first element of a name at any depth, itself included. */
export function findElement(element: XmlElement, name: string): XmlElement | undefined {
  if (element.name === name) return element;
  for (const child of childrenOf(element)) {
    const found = findElement(child, name);
    if (found) return found;
  }
  return undefined;
}
