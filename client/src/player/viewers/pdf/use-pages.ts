import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { storePosition, readPosition } from '../../playback/preferences.ts';

/** Keeps the centre of a scrolled element in place when its content is resized. */
export function useFixedCentre(box: RefObject<HTMLElement | null>, zoom: number): void {
  const before = useRef(zoom);
  useLayoutEffect(() => {
    const element = box.current;
    const ratio = zoom / before.current;
    before.current = zoom;
    if (!element || ratio === 1) return;
    const [halfWidth, halfHeight] = [element.clientWidth / 2, element.clientHeight / 2];
    element.scrollTop = (element.scrollTop + halfHeight) * ratio - halfHeight;
    element.scrollLeft = (element.scrollLeft + halfWidth) * ratio - halfWidth;
  }, [box, zoom]);
}

type Pages = {
  page: number;
  /** Scrolls to a page. Numbers that are out of range lead to the first or last page. */
  show: (page: number) => void;
  /** Updates the page number after scrolling. */
  follow: () => void;
};

/** Returns the number of the page shown in the scroller. Once `ready`, starts at the page stored under `key`. */
export function usePageNavigation(scroller: RefObject<HTMLElement | null>, { count, ready, key }: Around): Pages {
  const [page, setPage] = useState(1);
  const show = (wanted: number): void => {
    const to = Math.min(count, Math.max(1, Math.round(wanted)));
    const element = scroller.current?.querySelector<HTMLElement>(`[data-page="${to}"]`);
    if (!element || !scroller.current) return;
    scroller.current.scrollTop = element.offsetTop - 12;
    setPage(to);
  };
  const follow = (): void => {
    const element = scroller.current!;
    const middle = element.scrollTop + element.clientHeight / 3;
    const pages = [...element.querySelectorAll<HTMLElement>('[data-page]')];
    const topmost = pages.findLast((one) => one.offsetTop <= middle);
    const number = Number(topmost?.dataset.page ?? 1);
    if (number !== page) {
      setPage(number);
      storePosition(key, String(number));
    }
  };
  useEffect(() => {
    if (ready) show(Number(readPosition(key) ?? 1) || 1);
    // Runs only once, when the sizes of the pages are known.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ready, key]);
  return { page, show, follow };
}

type Around = { count: number; ready: boolean; key: string };
