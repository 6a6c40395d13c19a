import type { AppError } from '@fundus/contract/errors';
import type { ReactNode } from 'react';
import { Bar, Late } from '../../ui/Skeleton.tsx';
import { Failed } from '../page/Failed.tsx';
import { Pager } from './Pager.tsx';
import './paged-list.css';

type PageReply = { total: number; offset: number; limit: number; items: readonly unknown[] };

type Props<R extends PageReply> = {
  /** What `usePage` gives. */
  list: { data?: R | undefined; error: AppError | null; refetch: () => unknown };
  /** What is leafed through, in words. */
  label: string;
  onPage: (page: number) => void;
  /** How many there are, in words; nothing where that is said elsewhere. */
  count?: (reply: R) => ReactNode;
  /** The server counts no further. */
  most?: number;
  /** What stands there until the first page is there: a grey block of this height, or bones of the rows. */
  waiting?: string | ReactNode;
  /** What stands there when there is nothing. */
  empty: ReactNode;
  /** The rows of a page that has some. */
  children: (reply: R) => ReactNode;
};

/** A list shown page by page: waiting, failing, counted, empty or its rows, and leafing through it. */
export function PagedList<R extends PageReply>({ list, label, onPage, count, most, waiting = '20rem', empty, children }: Props<R>) {
  const { data } = list;
  if (!data)
    return list.error ? (
      <Failed error={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <Late>{typeof waiting === 'string' ? <Bar width="100%" height={waiting} /> : waiting}</Late>
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
