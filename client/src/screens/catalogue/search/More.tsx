import { useEffect, useRef } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatNumber } from '../../../i18n/format.ts';
import type { useResults } from './use-results.ts';
import { useRest } from '../../../ui/use-rest.ts';
import './search-screen.css';

/** So many pages come by themselves while scrolling; then the button asks, so that the foot of the page can be reached. */
const BY_ITSELF = 5;

/** Loads more when the end comes near, and always by a button. */
export function More({ results }: { results: ReturnType<typeof useResults> }) {
  const { t, locale } = useT();
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError, items, total, partialTotal } = results;
  const pages = results.data?.pages.length ?? 0;
  // Until the whole page is drawn, its end is not where it will be.
  const auto = useRest() && hasNextPage && !isFetchingNextPage && !isFetchNextPageError && pages < BY_ITSELF;

  useEffect(() => {
    const element = end.current;
    if (!element || !auto) return;
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && void fetchNextPage(), { rootMargin: '600px' });
    observer.observe(element);
    return () => observer.disconnect();
  }, [auto, fetchNextPage]);

  if (!hasNextPage && pages < 2) return null;
  return (
    <div className="more" ref={end}>
      <p className="quiet small">
        {t('search.shown', { shown: formatNumber(items.length, locale), all: formatNumber(total + partialTotal, locale) })}
      </p>
      {hasNextPage && (
        <Button variant="line" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t(isFetchingNextPage ? 'search.loadingMore' : 'search.more')}
        </Button>
      )}
    </div>
  );
}
