import type { ReactNode } from 'react';
import { ArrowLeft } from 'lucide-react';
import { Link } from '../../ui/Link.tsx';
import './back-link.css';

/** Shows the link back above a page. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className="back-link" href={href}>
      <ArrowLeft className="i-16" />
      {children}
    </Link>
  );
}
