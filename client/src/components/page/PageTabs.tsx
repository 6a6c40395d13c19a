import { useLayoutEffect, useRef } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import './page-tabs.css';

type Props = {
  label: string;
  /** `count`: how much stands there, where that is known; `counted` says so in words where the number alone would not be understood. */
  tabs: readonly { href: string; label: string; count?: number | undefined; counted?: string; current: boolean }[];
};

/** Pages that belong together, as a row of links; it scrolls where there is no room. */
export function PageTabs({ label, tabs }: Props) {
  const { locale } = useT();
  const row = useRef<HTMLUListElement>(null);
  const shown = tabs.find(({ current }) => current)?.href;
  // A number that comes later makes its tab wider, and moves the others.
  const counts = tabs.map(({ count }) => count).join();
  useLayoutEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && link) row.current.scrollLeft = link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2;
  }, [shown, counts]);
  return (
    <nav className="page-tabs" aria-label={label}>
      <ul ref={row}>
        {tabs.map((tab) => (
          <li key={tab.href}>
            <Link href={tab.href} aria-current={tab.current ? 'page' : undefined}>
              {tab.label}
              {tab.count !== undefined && (
                <span className="page-tabs-count" data-new={tab.counted !== undefined || undefined}>
                  <span aria-hidden={tab.counted !== undefined || undefined}>{formatNumber(tab.count, locale)}</span>
                  {tab.counted && <span className="sr">{tab.counted}</span>}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
