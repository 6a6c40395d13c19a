import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react';

/** In milliseconds. */
const AT_LATEST = 2_500;

/**
 * What stands far below: drawn when less than a window lies between it and what is seen, and after a while in any case, for those who go through the
 * headings or search the page. Until then a slow phone has its processor for what is seen.
 */
export function WhenNear({ children }: { children: ReactNode }) {
  const [near, setNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const come = (): void => startTransition(() => setNear(true));
    const timer = setTimeout(come, AT_LATEST);
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && come(), { rootMargin: '100% 0px' });
    observer.observe(place.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [near]);
  return near ? children : <div ref={place} data-placeholder="" />;
}
