/** Selection in a rich text and its formatting. */
import type { RefObject } from 'react';
import { trustedHtml } from '../../ui/trusted-types.ts';

export const BLOCKS = ['p', 'h3', 'h4'] as const;
type BlockTag = (typeof BLOCKS)[number];
export type Here = {
  block: BlockTag;
  bold: boolean;
  italic: boolean;
  list: boolean;
  numbers: boolean;
  link: HTMLAnchorElement | null;
  picture: HTMLImageElement | null;
};
export const NOWHERE: Here = { block: 'p', bold: false, italic: false, list: false, numbers: false, link: null, picture: null };

// The only editing API all browsers share; deprecated without a successor.
export const run = (command: string, value?: string): boolean =>
  document.execCommand(command, false, command === 'insertHTML' && value !== undefined ? trustedHtml(value) : value);

export function pictureHtml(href: string, alt: string): string {
  const picture = document.createElement('img');
  picture.setAttribute('src', href);
  picture.alt = alt;
  return picture.outerHTML;
}

/** Returns the picture if only that is selected. */
function pictureIn(range: Range): HTMLImageElement | null {
  const { startContainer, startOffset, endContainer, endOffset } = range;
  const node = startContainer === endContainer && endOffset === startOffset + 1 ? startContainer.childNodes[startOffset] : null;
  return node instanceof HTMLImageElement ? node : null;
}

export function lookAround(root: HTMLElement, selection: Selection): Here {
  const node = selection.anchorNode!;
  const element = node instanceof Element ? node : node.parentElement;
  const inside = (selector: string): Element | null => {
    const found = element?.closest(selector) ?? null;
    return found && root.contains(found) && found !== root ? found : null;
  };
  const block = inside('h3, h4')?.tagName.toLowerCase() as BlockTag | undefined;
  const list = inside('ul, ol')?.tagName;
  return {
    block: block ?? 'p',
    bold: document.queryCommandState('bold') && !block,
    italic: document.queryCommandState('italic'),
    list: list === 'UL',
    numbers: list === 'OL',
    link: inside('a') as HTMLAnchorElement | null,
    picture: pictureIn(selection.getRangeAt(0)),
  };
}

export function endOf(root: HTMLElement): Range {
  const range = document.createRange();
  range.selectNodeContents(root.lastElementChild ?? root);
  range.collapse(false);
  return range;
}

/** Replaces the selection by text and selects it. */
export function writeAndSelect(words: string): void {
  run('insertText', words);
  const { anchorNode, anchorOffset } = getSelection()!;
  if (!(anchorNode instanceof Text)) return;
  getSelection()!.setBaseAndExtent(anchorNode, Math.max(0, anchorOffset - words.length), anchorNode, anchorOffset);
}

export function selectNode(node: Node, range: RefObject<Range | null>): void {
  const all = document.createRange();
  all.selectNode(node);
  range.current = all;
}
