import { Link } from '../../ui/Link.tsx';
import './crumb.css';

/** Shows a breadcrumb: a link to the parent page, and the name of the current part. */
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
