import { Link } from '../../ui/Link.tsx';
import './crumb.css';

/** Where a page stands: the way back to the list it is one of, and what part of it. */
export function Crumb({ label, to, name, part }: { label: string; to: string; name: string; part: string }) {
  return (
    <nav className="crumb" aria-label={label}>
      <Link href={to}>{name}</Link>
      <span className="quiet" aria-hidden="true">
        /
      </span>
      <span className="quiet">{part}</span>
    </nav>
  );
}
