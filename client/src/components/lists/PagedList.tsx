import type { AppError } from '@fundus/contract/errors';
import type { ReactNode } from 'react';
import { Bar, ShowDelayed } from '../../ui/Skeleton.tsx';
import { Failed } from '../page/Failed.tsx';
import { Pager } from './Pager.tsx';
import './paged-list.css';

type PageReply = { total: number; offset: number; limit: number; items: readonly unknown[] };

type Props<R extends PageReply> = {
  /** Result of `usePage`. */
  list: { data?: R | undefined; error: AppError | null; refetch: () => unknown };
  /** Accessible name of the pager. */
  label: string;
  onPage: (page: number) => void;
  /** Returns the total as text. Omit it if the total is shown elsewhere. */
  count?: (reply: R) => ReactNode;
  /** Limit up to which the server counts the total. */
  most?: number;
  /** Placeholder while loading: the height of a grey block, or an element. */
  waiting?: string | ReactNode;
  /** Content of an empty list. */
  empty: ReactNode;
  /** Renders the rows of a page. */
  children: (reply: R) => ReactNode;
};

/** Shows a paginated list: total, rows and pager, or a placeholder, error or empty state. */
export function PagedList<R extends PageReply>({ list, label, onPage, count, most, waiting = '20rem', empty, children }: Props<R>) {
  const { data } = list;
  if (!data)
    return list.error ? (
      <Failed error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <ShowDelayed>{typeof waiting === 'string' ? <Bar width="100%" height={waiting} /> : waiting}</ShowDelayed>
    );
  const { total, offset, limit, items } = data;
  return (
    <>
      {count && (
        <p className="list-count" role="status">
          {count(data)}
        </p>
      )}
      {items.length > 0 ? children(data) : empty}
      <Pager
        total={most === undefined ? total : Math.min(total, most)}
        offset={offset}
        limit={limit}
        label={label}
        onTurn={(next) => onPage(next / limit + 1)}
      />
    </>
  );
}
