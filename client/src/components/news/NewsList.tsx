import type { Reply } from '@fundus/contract/endpoint';
import type { AppError } from '@fundus/contract/errors';
import type { news } from '@fundus/contract/news';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Bar, Late } from '../../ui/Skeleton.tsx';
import { Failed } from '../Failed.tsx';
import { Pager } from '../Pager.tsx';
import { NewsItem } from './NewsItem.tsx';
import './news.css';

type Props = {
  /** What was read by `newsPage`. */
  list: { data?: Reply<typeof news.list> | undefined; error: AppError | null; refetch: () => unknown };
  /** The first one over the whole width where it is pinned. */
  large?: boolean;
  /** What stands there while there are none. */
  empty: ReactNode;
  onTurn: (page: number) => void;
};

/** A page of news, and leafing through them. */
export function NewsList({ list: { data, error, refetch }, large = false, empty, onTurn }: Props) {
  const { t } = useT();
  if (!data)
    return error ? (
      <Failed error={error} onRetry={() => void refetch()} />
    ) : (
      <Late>
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
      </Late>
    );
  const [first, ...others] = data.items;
  if (!first) return empty;
  const front = large && data.offset === 0 && first.pinned;
  const rest = front ? others : data.items;
  return (
    <>
      {front && <NewsItem news={first} large />}
      {rest.length > 0 && (
        <ul className="news-grid">
          {rest.map((one, i) => (
            <li key={one.id}>
              <NewsItem news={one} eager={i < 3} />
            </li>
          ))}
        </ul>
      )}
      <Pager {...data} label={t('news.pages')} onTurn={(offset) => onTurn(offset / data.limit + 1)} />
    </>
  );
}
