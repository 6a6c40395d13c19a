import type { AppError } from '@fundus/contract/errors';
import type { ReactNode } from 'react';
import { Failed } from '../page/Failed.tsx';
import { MediaSkeleton } from '../media/MediaSkeleton.tsx';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import './shelf.css';

type Props = {
  list: {
    data?: unknown;
    error: AppError | null;
    refetch: () => unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    items: readonly unknown[];
  };
  /** True if the rows form a table instead of a list. */
  table?: boolean;
  /** Content of an empty list. */
  empty: ReactNode;
  children: ReactNode;
};

/** Shows the loaded rows with a "more" button, or a placeholder, error or empty state. */
export function Pages({ list, table = false, empty, children }: Props) {
  const { t } = useT();
  if (list.error && !list.data) return <Failed error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <MediaSkeleton count={4} view="list" />;
  if (list.items.length === 0) return empty;
  return (
    <>
      {table ? children : <ul className="lines shelf">{children}</ul>}
      {list.hasNextPage && (
        <div className="shelf-more">
          <Button variant="line" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t(list.isFetchingNextPage ? 'search.loadingMore' : 'search.more')}
          </Button>
        </div>
      )}
    </>
  );
}
