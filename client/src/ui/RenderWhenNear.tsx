import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react';

/** Maximum delay in milliseconds until the content is rendered. */
const AT_LATEST = 2_500;

/**
 * Renders content only when it is less than one window height away, or after `AT_LATEST` for users of page search. This speeds up the first view on
 * slow phones.
 */
export function RenderWhenNear({ children }: { children: ReactNode }) {
  const [near, setNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const onNear = (): void => startTransition(() => setNear(true));
    const timer = setTimeout(onNear, AT_LATEST);
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onNear(), { rootMargin: '100% 0px' });
    observer.observe(place.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [near]);
  return near ? children : <div ref={place} data-placeholder="" />;
}
