import { ltiVisit, type PickedItem } from '@fundus/contract/lti/lti';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { callWith } from '../../api/call.ts';
import { MediaSkeleton } from '../../components/media/MediaSkeleton.tsx';
import { SmallCover } from '../../components/media/finder/SmallCover.tsx';
import { SubjectChip } from '../../components/media/finder/SubjectChip.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { useT } from '../../i18n/translate.ts';
import type { AppError } from '@fundus/contract/errors';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Field.tsx';
import { FindField } from '../../ui/fields/FindField.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import '../../components/lists/line.css';
import '../../ui/list.css';
import './lti.css';
import type { ChosenItems } from './chosen.ts';

type Props = { chosen: ChosenItems; onChoose: (item: PickedItem, wanted: boolean) => void };
type Page = Awaited<ReturnType<typeof readPage>>;

const readPage = (q: string, offset: number, signal: AbortSignal) => callWith(ltiVisit.search, signal, { query: { q, offset } });

/** Lists all media that the school may use, filtered by the search text. */
export function MediaSelection({ chosen, onChoose }: Props) {
  const { t } = useT();
  const [words, setWords] = useState('');
  const q = useDebounced(words.trim(), 250);
  const found = useInfiniteQuery<Page, AppError>({
    queryKey: ['lti', 'search', q],
    queryFn: ({ pageParam, signal }) => readPage(q, pageParam as number, signal),
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const got = all.reduce((sum, { items }) => sum + items.length, 0);
      return last.items.length > 0 && got < last.total ? got : undefined;
    },
    placeholderData: keepPreviousData,
  });
  const pages = found.data?.pages ?? [];
  const closed = new Set(pages.flatMap((page) => page.closed));
  const items = pages.flatMap((page) => page.items);
  const total = pages[0]?.total ?? 0;
  return (
    <>
      <FindField wide label={t('lti.pick.search')} value={words} maxLength={200} autoComplete="off" onType={setWords} />
      <p className="small-print" role="status">
        {found.data && !found.isFetching ? t('lti.pick.found', { count: total }) : ''}
      </p>
      {found.error && <Failed error={found.error} onRetry={() => void found.refetch()} />}
      {found.isLoading && <MediaSkeleton count={9} view="list" />}
      {found.data && total === 0 && (
        <EmptyState icon={<SearchX />} title={t('lti.pick.none')}>
          <p>{t('lti.pick.none.hint')}</p>
        </EmptyState>
      )}
      <ul className="lines">
        {items.map((item) => {
          const { identifier } = item;
          return (
            <li key={identifier} className="cover-row lti-row">
              <SmallCover item={item} length />
              <div>
                <Checkbox
                  label={item.display.title}
                  hint={closed.has(identifier) ? t('lti.pick.closed') : item.display.subtitle}
                  disabled={closed.has(identifier)}
                  checked={chosen.has(`medium ${identifier}`)}
                  onChange={(event) => onChoose({ kind: 'medium', id: identifier }, event.target.checked)}
                />
                <p className="line-facts">
                  <SubjectChip codes={item.fn_geb} />
                  {item.year && <span>{item.year}</span>}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
      {found.hasNextPage && (
        <Button variant="line" disabled={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('lti.pick.more')}
        </Button>
      )}
    </>
  );
}
