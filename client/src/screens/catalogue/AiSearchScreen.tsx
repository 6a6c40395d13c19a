import type { VectorReply } from '@fundus/contract/catalogue';
import { href } from '@fundus/contract/screens';
import { Sparkles, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { useChoice } from '../../components/choice.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { MediaGrid, MediaSkeleton } from '../../components/MediaGrid.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { QuestionForm } from '../../components/QuestionForm.tsx';
import type { ScreenProps } from '../../components/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import './ai-search-screen.css';
import { headline } from './headline.ts';
import { More } from './More.tsx';
import { NoResults } from './NoResults.tsx';
import { ResultHead } from './ResultHead.tsx';
import { useResultView } from './result-view.ts';
import { readSearch, searchHref, searchQuery, type SearchState } from './search-state.ts';
import './search-screen.css';
import { useResults } from './use-results.ts';

/** Fetched when somebody begins to choose. */
const ChoiceBar = lazy(async () => ({ default: (await import('../../components/ChoiceBar.tsx')).ChoiceBar }));

const SCOPE = 'ai-search';

/** A question in one's own words, answered by meaning and by words. Everything chosen stands in the address. */
export function Screen({ search, go }: ScreenProps<'ai-search'>) {
  const { t } = useT();
  const state = useMemo(() => readSearch(search), [search]);
  return (
    <div className="wrap">
      {state.q ? (
        <Answer state={state} go={go} />
      ) : (
        <div className="ai-start">
          <PageHeading title={t('ai.title')} />
          <p className="quiet">{t('ai.about')}</p>
          <QuestionForm text="" examples onAsk={(q) => go(href(SCOPE, {}, { q }))} />
        </div>
      )}
    </div>
  );
}

function Answer({ state, go }: { state: SearchState; go: ScreenProps<'ai-search'>['go'] }) {
  const { t } = useT();
  const [view, setView] = useResultView();
  const choice = useChoice();
  const results = useResults(SCOPE, state);
  const change = (next: SearchState) => go(searchHref(SCOPE, next), { replace: true });
  const known = results.data && !results.isPlaceholderData ? results : null;
  const reply = results.data?.pages[0] as VectorReply | undefined;

  return (
    <>
      <div className="ai-ask">
        <QuestionForm text={state.q} onAsk={(q) => go(searchHref(SCOPE, { ...state, q }))} />
      </div>
      <ResultHead
        scope={SCOPE}
        title={headline(state, results.data ? results : null, t)}
        state={state}
        onChange={change}
        view={view}
        onView={setView}
        total={results.total}
        choice={choice}
      />
      {reply && <How reply={reply} state={state} />}
      <p className="sr" role="status">
        {known ? headline(state, known, t) : ''}
      </p>
      {results.error && !results.data ? (
        <EmptyState icon={null} title={t('search.failed')}>
          <p>{t(`error.${results.error.code}`)}</p>
          <Button variant="primary" onClick={() => void results.refetch()}>
            {t('app.retry')}
          </Button>
        </EmptyState>
      ) : !results.data ? (
        <div className="block-s">
          <MediaSkeleton count={12} view={view} />
        </div>
      ) : known && known.items.length === 0 ? (
        <NoResults scope={SCOPE} state={state} ways={undefined} />
      ) : (
        <section aria-label={t('search.hits')} aria-busy={results.isPlaceholderData} className={results.isPlaceholderData ? 'stale' : ''}>
          <h2 className="sr">{t('search.hits')}</h2>
          <div className="block-s">
            <MediaGrid items={results.items} place="search" view={view} eager={4} choice={choice} />
          </div>
          <More results={results} />
        </section>
      )}
      {choice.chosen && (
        <Suspense fallback={null}>
          <ChoiceBar chosen={choice.chosen} choice={choice} items={results.items} />
        </Suspense>
      )}
    </>
  );
}

/** What the answer rests on, and why meaning did not count where it did not. */
function How({ reply, state }: { reply: VectorReply; state: SearchState }) {
  const { t } = useT();
  const { sort: _, ...words } = searchQuery(state);
  return (
    <div className="ai-how">
      {reply.notice && (
        <p className="ai-notice" role="status">
          <TriangleAlert aria-hidden="true" />
          {t(`ai.notice.${reply.notice}`)}
        </p>
      )}
      {reply.total + reply.partialTotal > 0 && (
        <p className="quiet small">
          {reply.meaning && (
            <span>
              <Sparkles aria-hidden="true" /> {t('ai.how.meaning')}
            </span>
          )}
          {reply.words.length > 0 && <span>{t('ai.how.words', { words: reply.words.join(', ') })}</span>}
          <Link href={href('search', {}, words)}>{t('ai.byWords')}</Link>
        </p>
      )}
    </div>
  );
}
