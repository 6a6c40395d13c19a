import { useEffect, useRef, type ReactNode } from 'react';
import { takeHeadingFocus, usePageTitle } from '../../stores/page.ts';

type Props = {
  title: string;
  className?: string;
  /** The subject of the page, if it can change: another one takes the focus like another page, and so does the first of a visit. */
  subject?: string;
  children?: ReactNode;
};

/** The h1 of a screen. Names the document and takes the focus after a change of page. */
export function PageHeading({ title, className, subject = '', children }: Props) {
  const ref = useRef<HTMLHeadingElement>(null);
  const focusedFor = useRef('');
  usePageTitle(title);
  useEffect(() => {
    if (takeHeadingFocus()) ref.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (subject !== '' && subject !== focusedFor.current) ref.current?.focus({ preventScroll: true });
    focusedFor.current = subject;
  }, [subject]);
  return (
    <h1 ref={ref} tabIndex={-1} className={className}>
      {children ?? title}
    </h1>
  );
}
