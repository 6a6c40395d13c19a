import type { ReactNode } from 'react';
import { ArrowLeft } from 'lucide-react';
import { Link } from '../../ui/Link.tsx';
import './back-link.css';

/** Shows a link above a page that leads back to the previous page. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className="back-link" href={href}>
      <ArrowLeft className="i-16" />
      {children}
    </Link>
  );
}
