/** Where each page was scrolled to. Going somewhere starts at the top unless a saved position exists (spec §2). */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

const positions = new Map<string, number>();
const GIVE_UP_MS = 3000;

/** `kept` pages are remembered by their address as well, others by their step in the history. */
export function useScrollMemory(kept: boolean): void {
  const location = useLocation();
  const type = useNavigationType();
  const href = location.pathname + location.search;
  const before = useRef<{ pathname: string } | null>(null);
  const wanted = useRef<number | null>(null);

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const samePage = before.current?.pathname === location.pathname;
    before.current = { pathname: location.pathname };
    const saved = positions.get(location.key) ?? (kept ? positions.get(href) : undefined);
    if (type === 'REPLACE' && samePage) return;
    if (location.hash && saved === undefined) {
      document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
      return;
    }
    return scrollTo(type === 'POP' || (kept && !samePage) ? (saved ?? 0) : 0, wanted);
    // Only a step in the history moves the page.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [location.key]);

  useEffect(() => {
    const save = () => {
      if (wanted.current !== null) return;
      positions.set(location.key, scrollY);
      if (kept) positions.set(href, scrollY);
    };
    addEventListener('scroll', save, { passive: true });
    return () => removeEventListener('scroll', save);
  }, [location.key, href, kept]);
}

/** Scrolls as soon as the page is long enough; a person who scrolls first is left alone. */
function scrollTo(top: number, wanted: { current: number | null }): () => void {
  wanted.current = top;
  const started = performance.now();
  let frame = 0;
  const stop = () => {
    wanted.current = null;
    cancelAnimationFrame(frame);
    for (const event of ['wheel', 'touchmove', 'keydown']) removeEventListener(event, stop);
  };
  const attempt = () => {
    window.scrollTo({ top, behavior: 'instant' });
    if (Math.abs(scrollY - top) < 2 || performance.now() - started > GIVE_UP_MS) stop();
    else frame = requestAnimationFrame(attempt);
  };
  for (const event of ['wheel', 'touchmove', 'keydown']) addEventListener(event, stop, { passive: true });
  attempt();
  return stop;
}
