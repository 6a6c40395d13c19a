import type { ReactNode } from 'react';
import { Link } from '../../ui/Link.tsx';
import './home-screen.css';

/** Maximum number of lines in a section next to others. */
export const MAX_LINES = 2;

type Props = { id: string; title: string; more?: { href: string; label: string }; children: ReactNode };

/** Shows a section of the start page. */
export function Row({ id, title, more, children }: Props) {
  return (
    <section className="block" aria-labelledby={`h-${id}`}>
      <div className="block-head">
        <h2 id={`h-${id}`}>{title}</h2>
        {more && <Link href={more.href}>{more.label}</Link>}
      </div>
      {children}
    </section>
  );
}
