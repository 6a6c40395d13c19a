import { useLayoutEffect, useRef } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import './page-tabs.css';

type Props = {
  label: string;
  /** Links to the pages. `count` is the number of entries, if known, and `counted` its text alternative. */
  tabs: readonly { href: string; label: string; count?: number | undefined; counted?: string; current: boolean }[];
};

/** Shows links to related pages in a row, which scrolls horizontally if necessary. */
export function PageTabs({ label, tabs }: Props) {
  const { locale } = useT();
  const row = useRef<HTMLUListElement>(null);
  const shown = tabs.find(({ current }) => current)?.href;
  // A number that loads later changes the width of its tab, so the current tab is scrolled into view again.
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
