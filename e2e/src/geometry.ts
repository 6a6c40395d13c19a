/** Detects visual problems that axe does not detect: clipped text, horizontal scrolling, overlapping elements. */
import type { Page } from 'playwright-core';

/** Returns by how many pixels the page is wider than the window. */
export const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Returns the names of visible buttons with the browser's default border, which no style sheet of the portal uses. */
export const unstyledButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button')].flatMap((button) =>
      button.checkVisibility() && getComputedStyle(button).borderTopStyle === 'outset'
        ? [(button.getAttribute('aria-label') ?? button.textContent ?? '').trim()]
        : [],
    ),
  );

/**
 * Returns texts that are clipped horizontally by the window or an element. Ignores scrollable elements, texts for screen readers, and intended
 * ellipses (`title`, line clamp).
 */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const parent = node.parentElement;
      if (!node.data.trim() || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (parent.closest('.sr, [aria-hidden="true"], option, [popover]:not(:popover-open)')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width } = range.getBoundingClientRect();
      if (width < 1) continue;
      let within: [number, number] = [0, document.documentElement.clientWidth];
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (/auto|scroll/.test(style.overflowX)) {
          // Text in a scrollable element can be scrolled into view.
          within = [-Infinity, Infinity];
          break;
        }
        if (style.webkitLineClamp !== 'none' || style.clipPath !== 'none' || box.hasAttribute('title')) continue;
        if (style.overflowX !== 'visible') {
          const rect = box.getBoundingClientRect();
          within = [Math.max(within[0], rect.left), Math.min(within[1], rect.right)];
        }
      }
      if (left < within[0] - 1.5 || right > within[1] + 1.5) found.add(node.data.trim().slice(0, 80));
    }
    return [...found];
  });

/** Returns the texts of elements `words` that are covered by the element `over` in the same `frame`. All three are selectors. */
export const overlaps = (page: Page, frame: string, words: string, over: string): Promise<string[]> =>
  page.evaluate(
    ([frameOf, wordsOf, overOf]) =>
      [...document.querySelectorAll(frameOf!)].flatMap((box) => {
        const [text, button] = [box.querySelector(wordsOf!), box.querySelector(overOf!)];
        if (!text?.checkVisibility() || !button?.checkVisibility()) return [];
        const range = document.createRange();
        range.selectNodeContents(text);
        const under = button.getBoundingClientRect();
        const hit = [...range.getClientRects()].some(
          (line) =>
            line.left < under.right - 1 && line.right > under.left + 1 && line.top < under.bottom - 1 && line.bottom > under.top + 1,
        );
        return hit ? [(text.textContent ?? '').trim()] : [];
      }),
    [frame, words, over],
  );

/** Returns the names of icon buttons that are alone in a row if their group (`frame`) has several rows. */
export const isolatedIcons = (page: Page, frame: string): Promise<string[]> =>
  page.evaluate((frameOf) => {
    const alone: string[] = [];
    for (const group of document.querySelectorAll(frameOf)) {
      const rows = new Map<number, HTMLElement[]>();
      for (const button of group.querySelectorAll<HTMLElement>('button, a.btn')) {
        if (!button.checkVisibility()) continue;
        const { top, height } = button.getBoundingClientRect();
        const middle = Math.round((top + height / 2) / 10);
        rows.set(middle, [...(rows.get(middle) ?? []), button]);
      }
      if (rows.size < 2) continue;
      for (const [only, ...others] of rows.values())
        if (only && others.length === 0 && !only.textContent?.trim()) alone.push(only.getAttribute('aria-label') ?? '');
    }
    return alone;
  }, frame);

/** Returns the distinct left edges, in pixels, of the text in all visible buttons with the given name. */
export const edgesOf = (page: Page, name: string): Promise<number[]> =>
  page.evaluate((words) => {
    const edges = [...document.querySelectorAll('button')].flatMap((button) => {
      if (button.textContent?.trim() !== words || !button.checkVisibility()) return [];
      const range = document.createRange();
      range.selectNodeContents(button);
      return [Math.round(range.getBoundingClientRect().left)];
    });
    return [...new Set(edges)];
  }, name);

type Message = { lines: number; height: number; width: number; inView: boolean; onTop: boolean };

/** Measures the snackbar with another text, with or without its action. */
export const measureSnackbar = (page: Page, words: string, action: boolean): Promise<Message> =>
  page.evaluate(
    ([text, keep]) => {
      const box = document.querySelector<HTMLElement>('.snackbar')!;
      const span = box.querySelector<HTMLElement>('.snackbar-text span')!;
      span.textContent = text as string;
      const found = [...box.querySelectorAll<HTMLElement>('.snackbar-action')];
      for (const action of found) action.style.display = keep && action === found.at(-1) ? '' : 'none';
      const range = document.createRange();
      range.selectNodeContents(span);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      const { top, bottom, left, right, height, width } = box.getBoundingClientRect();
      const close = [...box.querySelectorAll('button')].at(-1)!;
      const at = close.getBoundingClientRect();
      return {
        lines: tops.size,
        height,
        width,
        inView: top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth,
        onTop: close.contains(document.elementFromPoint((at.left + at.right) / 2, (at.top + at.bottom) / 2)),
      };
    },
    [words, action],
  );
