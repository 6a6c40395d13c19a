import { Link } from '../ui/Link.tsx';
import './page-tabs.css';

type Props = {
  label: string;
  tabs: readonly { href: string; label: string; current: boolean }[];
};

/** Pages that belong together, as a row of links; it scrolls where there is no room. */
export function PageTabs({ label, tabs }: Props) {
  return (
    <nav className="page-tabs" aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.href}>
            <Link href={tab.href} aria-current={tab.current ? 'page' : undefined}>
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
