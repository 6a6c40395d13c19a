import type { ReactNode } from 'react';
import './empty-state.css';

type Props = {
  icon: ReactNode;
  title: string;
  /** Renders the title. Used if the title is the heading of the page. */
  heading?: (words: string) => ReactNode;
  children?: ReactNode;
};

/** Shows an empty state: what is missing, and how to start. */
export function EmptyState({ icon, title, heading = (words) => <h2>{words}</h2>, children }: Props) {
  return (
    <section className="empty">
      {icon}
      {heading(title)}
      {children}
    </section>
  );
}
