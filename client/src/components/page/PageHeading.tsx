import { useEffect, useRef, type ReactNode } from 'react';
import { consumeHeadingFocus, usePageTitle } from '../../stores/page.ts';

type Props = {
  title: string;
  className?: string;
  /** Subject of the page, if it can change without navigation; a new subject takes the focus. */
  subject?: string;
  children?: ReactNode;
};

/** Shows the h1 of a screen. Sets the document title and takes the focus after navigation. */
export function PageHeading({ title, className, subject = '', children }: Props) {
  const ref = useRef<HTMLHeadingElement>(null);
  const focusedFor = useRef('');
  usePageTitle(title);
  useEffect(() => {
    if (consumeHeadingFocus()) ref.current?.focus({ preventScroll: true });
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
