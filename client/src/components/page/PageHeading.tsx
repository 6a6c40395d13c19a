import { useEffect, useRef, type ReactNode } from 'react';
import { takeHeadingFocus, usePageTitle } from '../../stores/page.ts';

/** The h1 of a screen. Names the document and takes the focus after a change of page. */
export function PageHeading({ title, className, children }: { title: string; className?: string; children?: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null);
  usePageTitle(title);
  useEffect(() => {
    if (takeHeadingFocus()) ref.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={ref} tabIndex={-1} className={className}>
      {children ?? title}
    </h1>
  );
}
