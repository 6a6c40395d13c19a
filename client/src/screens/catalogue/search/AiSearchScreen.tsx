import { readSearch, searchQuery, type SearchState } from '@fundus/contract/catalogue/search-state';
import type { VectorReply } from '@fundus/contract/catalogue/catalogue';
import { scopeHref } from '../../../components/search/search-scope.ts';
import { Sparkles, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { useChoice } from '../../../components/media/print/choice.ts';
import { MediaGrid } from '../../../components/media/MediaGrid.tsx';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { QuestionForm } from '../../../components/search/QuestionForm.tsx';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Link } from '../../../ui/Link.tsx';
import './ai-search-screen.css';
import { headline } from './headline.ts';
import { ResultHead } from './ResultHead.tsx';
import { Results } from './Results.tsx';
import { useResultView } from './result-view.ts';
import { searchHref } from './search-state.ts';
import './search-screen.css';
import { useResults } from './use-results.ts';

const SCOPE = 'meaning';

/** A question in one's own words, answered by meaning and by words. Everything chosen stands in the address. */
export function Screen({ search, go }: ScreenProps<'ai-search'>) {
  const { t } = useT();
  const { config } = useSession();
  const state = useMemo(() => readSearch(search, config), [search, config]);
  return (
    <div className="wrap">
      {state.q ? (
        <Answer state={state} go={go} />
      ) : (
        <div className="ai-start">
          <PageHeading title={t('ai.title')} />
          <p className="quiet">{t('ai.about')}</p>
          <QuestionForm text="" examples onAsk={(q) => go(scopeHref(SCOPE, { q }))} />
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
        empty={false}
        choice={choice}
      />
      {reply && <How reply={reply} state={state} />}
      <p className="sr" role="status">
        {known ? headline(state, known, t) : ''}
      </p>
      <Results scope={SCOPE} state={state} results={results} view={view} choice={choice}>
        <h2 className="sr">{t('search.hits')}</h2>
        <div className="block-s">
          <MediaGrid items={results.items} context="search" view={view} eager={4} choice={choice} />
        </div>
      </Results>
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
          <Link href={scopeHref('search', words)}>{t('ai.byWords')}</Link>
        </p>
      )}
    </div>
  );
}
