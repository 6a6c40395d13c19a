import { useEffect, useRef, type ReactNode } from 'react';
import { consumeHeadingFocus, usePageTitle } from '../../stores/page.ts';

type Props = {
  title: string;
  className?: string;
  /** Subject of the page, if it can change without navigation. The heading takes the focus when the subject changes. */
  subject?: string;
  children?: ReactNode;
};

/** Shows the h1 of a screen, which takes the focus after navigation. Sets the document title. */
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
