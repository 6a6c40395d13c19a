import type { SearchState } from '@fundus/contract/catalogue/search-state';
import { type ReactNode } from 'react';
import type { SelectionMode } from '../../../components/media/print/choice.ts';
import { MediaSkeleton, type MediaView } from '../../../components/media/MediaSkeleton.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadMore } from './LoadMore.tsx';
import { WiderResults } from './WiderResults.tsx';
import type { useResults } from './use-results.ts';
import './search-screen.css';
import type { NamedFilter } from './filters/understood.ts';
import { loadLater } from '../../../ui/load-later.tsx';

/** Loaded only if nothing was found. */
const NoResults = loadLater(async () => (await import('./NoResults.tsx')).NoResults);
/** Loaded only when selection mode starts. */
const ChoiceBar = loadLater(async () => (await import('../../../components/media/print/ChoiceBar.tsx')).ChoiceBar);

type Props = {
  scope: Parameters<typeof useResults>[0];
  state: SearchState;
  results: ReturnType<typeof useResults>;
  /** Filters that the AI search found in the question. */
  understood?: readonly NamedFilter[];
  view: MediaView;
  choice: SelectionMode;
  /** Renders the results. */
  children: ReactNode;
};

/**
 * Shows the results below their heading: a placeholder, an error, an empty state, or the results with a "more" button. In selection mode, also shows
 * the bar with the bulk actions.
 */
export function Results({ scope, state, results, understood, view, choice, children }: Props) {
  return (
    <>
      <Hits scope={scope} state={state} results={results} view={view} {...(understood && { understood })}>
        {children}
      </Hits>
      {choice.chosen && <ChoiceBar chosen={choice.chosen} choice={choice} items={results.items} />}
    </>
  );
}

function Hits({ scope, state, results, understood, view, children }: Omit<Props, 'choice'>) {
  const { t } = useT();
  const { data, error, isPlaceholderData: stale } = results;
  if (error && !data)
    return (
      <EmptyState icon={null} title={t('search.failed')}>
        <p>{t(`error.${error.code}`)}</p>
        <Button variant="primary" onClick={() => void results.refetch()}>
          {t('app.retry')}
        </Button>
      </EmptyState>
    );
  if (!data)
    return (
      <div className="block-s">
        <MediaSkeleton count={12} view={view} />
      </div>
    );
  if (!stale && results.items.length === 0)
    return <NoResults {...{ scope, state, understood }} fallbacks={scope === 'meaning' ? undefined : results.fallbacks} />;
  return (
    <section aria-label={t('search.hits')} aria-busy={stale} className={stale ? 'search-hits stale' : 'search-hits'} tabIndex={-1}>
      {children}
      <LoadMore results={results} />
      {scope === 'search' && !state.wide && !stale && !results.hasNextPage && <WiderResults state={state} shown={results.total} />}
    </section>
  );
}
