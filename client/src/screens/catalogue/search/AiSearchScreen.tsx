import { readSearch, searchQuery, type SearchState } from '@fundus/contract/catalogue/search-state';
import type { FilterField, VectorReply } from '@fundus/contract/catalogue/catalogue';
import { scopeHref } from '../../../components/search/search-scope.ts';
import { mediaType, type MediaType } from '@fundus/contract/reference/media-types';
import { Sparkles, TriangleAlert, X } from 'lucide-react';
import { useMemo } from 'react';
import { useChoice } from '../../../components/media/print/choice.ts';
import { MediaGrid } from '../../../components/media/MediaGrid.tsx';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { QuestionForm } from '../../../components/search/QuestionForm.tsx';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Link } from '../../../ui/Link.tsx';
import './ai-search-screen.css';
import './filters/filters.css';
import { useFilterLabel } from './filters/filter-labels.ts';
import { headline } from './headline.ts';
import { ResultHead } from './ResultHead.tsx';
import { Results } from './Results.tsx';
import { useResultView } from './result-view.ts';
import { searchHref } from './search-state.ts';
import './search-screen.css';
import { useResults } from './use-results.ts';

const SCOPE = 'meaning';

/** Shows results of a question by meaning and words. The address has the whole state. */
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
      {reply && <How reply={reply} state={state} onChange={change} />}
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

/** A new question is interpreted again. */
const withoutIgnored = ({ ignore: _, ...state }: SearchState): SearchState => state;

type HowProps = { reply: VectorReply; state: SearchState; onChange: (next: SearchState) => void };

/** Shows how the question was interpreted, what the results are based on, and why meaning was not used. */
function How({ reply, state, onChange }: HowProps) {
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
      {reply.understood.length > 0 && <RecognisedFilters understood={reply.understood} state={state} onChange={onChange} />}
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

/** Shows the filters found in the question, which can be removed. */
function RecognisedFilters({ understood, state, onChange }: Omit<HowProps, 'reply'> & Pick<VectorReply, 'understood'>) {
  const { t } = useT();
  const label = useFilterLabel(understood.flatMap(({ field, values }) => values.map((value) => ({ field, value }))));
  return (
    <div className="ai-understood">
      <span className="small">{t('ai.how.filters')}</span>
      <ul className="chips" aria-label={t('ai.how.filters')}>
        {understood.map(({ field, values }) => {
          const name = nameOf(field, values, (value) => label(field, value), t);
          return (
            <li key={field}>
              <button
                type="button"
                className="chip"
                aria-label={t('filter.remove', { name })}
                onClick={() => onChange({ ...state, ignore: [...(state.ignore ?? []), field] })}
              >
                {name}
                <X />
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Common names of several media types. */
const TYPE_NAMES: Partial<
  Record<
    MediaType['class'],
    'ai.type.film' | 'ai.type.audio' | 'ai.type.document' | 'ai.type.software' | 'ai.type.book' | 'ai.type.package'
  >
> = {
  video: 'ai.type.film',
  audio: 'ai.type.audio',
  document: 'ai.type.document',
  software: 'ai.type.software',
  book: 'ai.type.book',
  package: 'ai.type.package',
};

/** Returns the name of a filter: several types of a kind as one word, several grades as a range. */
function nameOf(field: FilterField, values: readonly string[], label: (value: string) => string, t: Translate): string {
  const type = TYPE_NAMES[mediaType(values[0]!).class];
  if (field === 'fn_typ' && values.length > 1 && type) return t(type);
  if (field === 'fn_adressat' && values.length > 1) return `${label(values[0]!)}–${values.at(-1)!.slice(2, -1)}`;
  return [...new Set(values.map(label))].join(', ');
}
