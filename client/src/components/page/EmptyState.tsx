import type { ReactNode } from 'react';
import './empty-state.css';

type Props = {
  icon: ReactNode;
  title: string;
  /** Draws the title where it is more than a heading of a part, such as the heading of the page. */
  heading?: (words: string) => ReactNode;
  children?: ReactNode;
};

/** Says what will be here or what is missing, and offers the first step. */
export function EmptyState({ icon, title, heading = (words) => <h2>{words}</h2>, children }: Props) {
  return (
    <section className="empty">
      {icon}
      {heading(title)}
      {children}
    </section>
  );
}
