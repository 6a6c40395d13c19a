/** Finds and outlines the marked texts of the current page, so that the user can select them. */
import { useEffect, useRef, useState } from 'react';
import { keysIn, stripMarks } from '../../../i18n/text-marks.ts';

/** Attributes that contain text. */
const ATTRIBUTES = ['aria-label', 'placeholder', 'title', 'alt'] as const;
/** Attribute that excludes the elements of the editor itself. */
export const PLAIN_ATTRIBUTE = 'data-plain';

export type MarkedText = { key: string; words: string };

/** Returns all marked texts in page order without duplicates. While `picking` is true, a click only selects a text. */
export function useMarkedTexts(active: boolean, picking: boolean, onPick: (keys: readonly string[]) => void): readonly MarkedText[] {
  const [found, setFound] = useState<readonly MarkedText[]>([]);
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  });

  useEffect(() => {
    if (!active) return;
    let frame = 0;
    const update = () => {
      frame = 0;
      setFound(outline());
    };
    const soon = () => (frame ||= requestAnimationFrame(update));
    const watch = new MutationObserver(soon);
    watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: [...ATTRIBUTES] });
    soon();
    return () => {
      watch.disconnect();
      cancelAnimationFrame(frame);
      clear();
    };
  }, [active]);

  useEffect(() => {
    if (!active || !picking) return;
    const marked = (event: Event) => {
      const target = event.target as Element | null;
      return target?.closest(`[${PLAIN_ATTRIBUTE}]`) ? null : (target?.closest<HTMLElement>('[data-text-keys]') ?? null);
    };
    const stop = (event: Event) => {
      if (!marked(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const take = (event: Event) => {
      const keys = marked(event)?.dataset.textKeys;
      stop(event);
      if (keys) pick.current(keys.split(' '));
    };
    document.addEventListener('mousedown', stop, true);
    document.addEventListener('click', take, true);
    return () => {
      document.removeEventListener('mousedown', stop, true);
      document.removeEventListener('click', take, true);
    };
  }, [active, picking]);

  return found;
}

function clear(): void {
  for (const element of document.querySelectorAll('[data-text-keys]')) element.removeAttribute('data-text-keys');
}

function outline(): MarkedText[] {
  clear();
  const texts = new Map<string, string>();
  const add = (element: Element | null, words: string) => {
    const keys = keysIn(words);
    if (keys.length === 0 || !element || element.closest(`[${PLAIN_ATTRIBUTE}]`)) return;
    // Texts of options are selected by clicking their select element.
    const holder = element.closest<HTMLElement>('select') ?? (element as HTMLElement);
    holder.dataset.textKeys = [...new Set([...(holder.dataset.textKeys?.split(' ') ?? []), ...keys])].join(' ');
    for (const key of keys) if (!texts.has(key)) texts.set(key, stripMarks(words).trim());
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Text) add(node.parentElement, node.data);
    else if (node instanceof Element) for (const name of ATTRIBUTES) add(node, node.getAttribute(name) ?? '');
  }
  return [...texts].map(([key, words]) => ({ key, words }));
}
