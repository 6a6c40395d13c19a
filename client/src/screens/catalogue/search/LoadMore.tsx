import { ArrowDownToLine, ArrowUpToLine } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { formatNumber } from '../../../i18n/format.ts';
import type { useResults } from './use-results.ts';
import { useDeferredRender } from '../../../ui/use-rest.ts';
import './search-screen.css';

/** Number of pages from which buttons lead to the start and the end of the list. */
const LONG = 3;

type Counts = { shown: number; total: number; partialTotal: number };

/** Returns how much of the list is shown as text, first for full and then for partial matches. */
function progressText({ shown, total, partialTotal }: Counts, t: Translate, locale: string): string {
  const number = (count: number): string => formatNumber(count, locale);
  if (total === 0) return t('search.shown.partialOnly', { shown: number(shown), all: number(partialTotal) });
  if (shown <= total) return t('search.shown', { shown: number(shown), all: number(total) });
  return t('search.shown.partial', { shown: number(shown - total), count: partialTotal });
}

/**
 * Loads more results near the end of the list. To keep the content below reachable, loading pauses after the End key or the button, and while a card
 * has the keyboard focus.
 */
export function LoadMore({ results }: { results: ReturnType<typeof useResults> }) {
  const { t, locale } = useT();
  const end = useRef<HTMLDivElement>(null);
  const [paused, setPaused] = useState(false);
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError, items, total, partialTotal } = results;
  const pages = results.data?.pages.length ?? 0;
  if (paused && pages < 2) setPaused(false);
  // Waits until rendering is complete, because the end of the page moves until then.
  const auto = useDeferredRender() && !paused && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;

  useEffect(() => {
    const element = end.current;
    if (!element || !auto) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting && !document.activeElement?.matches('article :focus-visible')) void fetchNextPage();
      },
      { rootMargin: '600px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [auto, fetchNextPage]);

  useEffect(() => {
    const pause = ({ key, target }: KeyboardEvent) => {
      if (key === 'End' && !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) setPaused(true);
    };
    addEventListener('keydown', pause);
    return () => removeEventListener('keydown', pause);
  }, []);

  const toEnd = (): void => {
    setPaused(true);
    requestAnimationFrame(() => scrollTo({ top: document.documentElement.scrollHeight }));
  };

  if (!hasNextPage && pages < 2) return null;
  return (
    <>
      <div className="more" ref={end}>
        <p className="quiet small">{progressText({ shown: items.length, total, partialTotal }, t, locale)}</p>
        {hasNextPage && (
          <Button
            variant="line"
            // Not `disabled`, because the button would lose the focus.
            aria-disabled={isFetchingNextPage}
            onClick={() => {
              if (isFetchingNextPage) return;
              setPaused(false);
              void fetchNextPage();
            }}
          >
            {t(isFetchingNextPage ? 'search.loadingMore' : 'search.more')}
          </Button>
        )}
      </div>
      {pages >= LONG && (
        <div className="page-ends">
          <IconButton label={t('search.toTop')} icon={<ArrowUpToLine />} onClick={() => scrollTo({ top: 0 })} />
          <IconButton label={t('search.toEnd')} icon={<ArrowDownToLine />} onClick={toEnd} />
        </div>
      )}
    </>
  );
}
