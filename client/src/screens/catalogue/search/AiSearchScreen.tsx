import { readSearch, searchQuery, type SearchState } from '@fundus/contract/catalogue/search-state';
import type { VectorReply } from '@fundus/contract/catalogue/catalogue';
import { scopeHref } from '../../../components/search/search-scope.ts';
import { Sparkles, TriangleAlert, X } from 'lucide-react';
import { useMemo } from 'react';
import { useSelectionMode } from '../../../components/media/print/choice.ts';
import { MediaGrid } from '../../../components/media/MediaGrid.tsx';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { QuestionForm } from '../../../components/search/QuestionForm.tsx';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Link } from '../../../ui/Link.tsx';
import './ai-search-screen.css';
import './filters/filters.css';
import { useRecognisedFilters, ignoreReadFilter, type NamedFilter } from './filters/understood.ts';
import { headline } from './headline.ts';
import { ResultHead } from './ResultHead.tsx';
import { Results } from './Results.tsx';
import { useResultView } from './result-view.ts';
import { searchHref } from './search-state.ts';
import './search-screen.css';
import { useResults } from './use-results.ts';

const SCOPE = 'meaning';

/** Shows results of a question, found by meaning and by words. The address contains the whole state. */
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
  const choice = useSelectionMode();
  const results = useResults(SCOPE, state);
  const change = (next: SearchState) => go(searchHref(SCOPE, next), { replace: true });
  const known = results.data && !results.isPlaceholderData ? results : null;
  const reply = results.data?.pages[0] as VectorReply | undefined;
  const understood = useRecognisedFilters(reply);

  return (
    <>
      <div className="ai-ask">
        <QuestionForm text={state.q} onAsk={(q) => go(searchHref(SCOPE, { ...withoutIgnored(state), q }))} />
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
      {reply && <How reply={reply} understood={understood} state={state} onChange={change} />}
      <p className="sr" role="status">
        {known ? headline(state, known, t) : ''}
      </p>
      <Results scope={SCOPE} state={state} results={results} understood={understood} view={view} choice={choice}>
        <h2 className="sr">{t('search.hits')}</h2>
        <div className="block-s">
          <MediaGrid items={results.items} context="search" view={view} eager={4} choice={choice} />
        </div>
      </Results>
    </>
  );
}

/** Returns the state without ignored filters, because a new question is interpreted again. */
const withoutIgnored = ({ ignore: _, ...state }: SearchState): SearchState => state;

type HowProps = { reply: VectorReply; understood: readonly NamedFilter[]; state: SearchState; onChange: (next: SearchState) => void };

/** Shows how the question was interpreted, what the results are based on, and why the meaning was not used, if so. */
function How({ reply, understood, state, onChange }: HowProps) {
  const { t } = useT();
  const { sort: _, ignore: __, ...words } = searchQuery(state);
  return (
    <div className="ai-how">
      {reply.notice && (
        <p className="ai-notice" role="status">
          <TriangleAlert aria-hidden="true" />
          {t(`ai.notice.${reply.notice}`)}
        </p>
      )}
      {understood.length > 0 && <RecognisedFilters understood={understood} state={state} onChange={onChange} />}
      {reply.total + reply.partialTotal > 0 && (
        <p className="quiet small">
          {reply.meaning && (
            <span>
              <Sparkles aria-hidden="true" /> {t('ai.how.meaning')}
            </span>
          )}
          {reply.topic !== '' && reply.topic !== state.q && <span>{t('ai.how.topic', { topic: reply.topic })}</span>}
          <Link href={scopeHref('search', words)}>{t('ai.byWords')}</Link>
        </p>
      )}
    </div>
  );
}

/** Shows the filters found in the question as chips that can be removed. */
function RecognisedFilters({ understood, state, onChange }: Omit<HowProps, 'reply'> & { understood: readonly NamedFilter[] }) {
  const { t } = useT();
  return (
    <div className="ai-understood">
      <span className="small">{t('ai.how.filters')}</span>
      <ul className="chips" aria-label={t('ai.how.filters')}>
        {understood.map(({ field, name }) => (
          <li key={field}>
            <button
              type="button"
              className="chip"
              aria-label={t('filter.remove', { name })}
              onClick={() => onChange(ignoreReadFilter(state, field))}
            >
              {name}
              <X />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
