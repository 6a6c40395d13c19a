import type { Reply } from '@fundus/contract/endpoint';
import type { AppError } from '@fundus/contract/errors';
import type { news } from '@fundus/contract/news/news';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Bar } from '../../ui/Skeleton.tsx';
import { PagedList } from '../lists/PagedList.tsx';
import { NewsItem } from './NewsItem.tsx';
import '../../ui/skeleton.css';
import './news.css';

type Props = {
  /** Result of the query `newsPage`. */
  list: { data?: Reply<typeof news.list> | undefined; error: AppError | null; refetch: () => unknown };
  /** True to show a pinned first item at full width. */
  large?: boolean;
  /** Content of an empty list. */
  empty: ReactNode;
  onTurn: (page: number) => void;
};

/** Shows a page of news with a pager. */
export function NewsList({ list, large = false, empty, onTurn }: Props) {
  const { t } = useT();
  return (
    <PagedList list={list} label={t('news.pages')} onPage={onTurn} waiting={<Bones />} empty={empty}>
      {({ items, offset }) => {
        const [first, ...others] = items;
        const front = large && offset === 0 && first?.pinned ? first : null;
        const rest = front ? others : items;
        return (
          <>
            {front && <NewsItem news={front} large />}
            {rest.length > 0 && (
              <ul className="news-grid">
                {rest.map((one, i) => (
                  <li key={one.id}>
                    <NewsItem news={one} eager={i < 3} />
                  </li>
                ))}
              </ul>
            )}
          </>
        );
      }}
    </PagedList>
  );
}

const Bones = () => (
  <div className="news-grid" aria-hidden="true">
    {[0, 1, 2].map((i) => (
      <div key={i} className="news-bones">
        <span className="news-cover bone" />
        <Bar width="80%" height="1.5em" />
        <Bar width="100%" />
        <Bar width="60%" />
      </div>
    ))}
  </div>
);
