/** Remembers the scroll position of each page. A new page starts at the top unless a position is saved (docs/specification.md#shell). */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { usePlace } from '../../ui/router.tsx';

const positions = new Map<string, number>();
const GIVE_UP_MS = 3000;

export const forgetScroll = (): void => positions.clear();

type Here = { pathname: string; names: readonly string[] };

/** Stores the scroll position of each history step. If `enabled`, the position is also stored by address and restored on a new visit. */
export function useScrollMemory(enabled: boolean): void {
  const place = usePlace();
  const here = useRef<Here>({ pathname: '', names: [] });
  const restoring = useRef(false);

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const isFirst = here.current.names.length === 0;
    const samePage = here.current.pathname === place.pathname;
    const byAddress = place.pathname + place.search;
    // The position of the previous page was saved at its last scroll event. Later events belong to the new page.
    here.current = { pathname: place.pathname, names: enabled ? [place.key, byAddress] : [place.key] };
    const saved = positions.get(place.key) ?? (enabled && !samePage ? positions.get(byAddress) : undefined);
    if (place.move === 'REPLACE' && samePage && !place.top) return;
    if (place.hash && saved === undefined) {
      document.getElementById(decodeURIComponent(place.hash.slice(1)))?.scrollIntoView();
      return;
    }
    // A page that has just loaded is at the top, and reading its position would force a layout.
    if (isFirst && saved === undefined) return;
    return scrollTo(saved ?? 0, restoring);
    // Runs only on a history step, not if the other values change.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [place.key]);

  useEffect(() => {
    const save = () => {
      if (!restoring.current) for (const name of here.current.names) positions.set(name, scrollY);
    };
    addEventListener('scroll', save, { passive: true });
    return () => removeEventListener('scroll', save);
  }, []);
}

/** Scrolls to a position once the page is long enough, unless the user scrolls first. */
function scrollTo(top: number, restoring: { current: boolean }): () => void {
  restoring.current = true;
  const started = performance.now();
  let frame = 0;
  const stop = () => {
    restoring.current = false;
    cancelAnimationFrame(frame);
    for (const event of ['wheel', 'touchmove', 'keydown']) removeEventListener(event, stop);
  };
  const attempt = () => {
    window.scrollTo({ top, behavior: 'instant' });
    if (Math.abs(scrollY - top) < 2 || performance.now() - started > GIVE_UP_MS) frame = requestAnimationFrame(stop);
    else frame = requestAnimationFrame(attempt);
  };
  for (const event of ['wheel', 'touchmove', 'keydown']) addEventListener(event, stop, { passive: true });
  attempt();
  return stop;
}
