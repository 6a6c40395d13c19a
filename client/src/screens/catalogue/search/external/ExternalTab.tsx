import { isDistrictAdmin } from '@fundus/contract/access';
import { SOURCE_LIMITS } from '@fundus/contract/external-sources/sources';
import { href } from '@fundus/contract/screens';
import { Globe } from 'lucide-react';
import { useRef, useState } from 'react';
import { MediaSkeleton } from '../../../../components/media/MediaSkeleton.tsx';
import { EmptyState } from '../../../../components/page/EmptyState.tsx';
import { PageHeading } from '../../../../components/page/PageHeading.tsx';
import type { Go } from '../../../../components/page/screen.ts';
import { SearchField } from '../../../../components/search/SearchField.tsx';
import { suggestionHref } from '../../../../components/search/search-scope.ts';
import { joinFacts } from '../../../../i18n/join-facts.ts';
import { useT, type Translate } from '../../../../i18n/translate.ts';
import { useLargeSearchField } from '../../../../stores/search-bar.ts';
import { useSession } from '../../../../stores/session.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Link } from '../../../../ui/Link.tsx';
import '../../../../components/media/media-grid.css';
import './external-tab.css';
import '../search-screen.css';
import { RemoteCard } from './RemoteCard.tsx';
import type { SourceResult } from './remote-results.ts';
import { externalHref } from '../SearchTabs.tsx';
import { useRemoteSearch } from './use-remote-search.ts';

/** Number of works shown per source before the list is expanded. */
const FIRST = 8;

/** Shows the search in external sources. Sends no request without a query. */
export function ExternalTab({ q, go }: { q: string; go: Go }) {
  const { t } = useT();
  const [turn, setTurn] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  useLargeSearchField(field);
  const words = q.slice(0, SOURCE_LIMITS.words);
  return (
    <>
      <div className="catalogue-bar">
        <SearchField
          scope="search"
          variant="large"
          label={t('remote.field')}
          placeholder={t('remote.field')}
          text={q}
          onSearch={(next) => go(externalHref(next))}
          onOpen={(identifier) => go(suggestionHref('search', identifier))}
          field={field}
        />
      </div>
      <div className="search-head">
        <PageHeading title={words ? t('remote.title', { q: words }) : t('remote.tab')} />
      </div>
      {words ? <Answers key={turn} q={words} onAgain={() => setTurn(turn + 1)} /> : <p className="quiet">{t('remote.empty')}</p>}
    </>
  );
}

function Answers({ q, onAgain }: { q: string; onAgain: () => void }) {
  const { t } = useT();
  const { results, done, error } = useRemoteSearch(q);
  const answered = results?.filter(({ state }) => state !== 'loading').length ?? 0;
  if (results?.length === 0) return <NoSources />;
  const missing =
    done && (error !== null || results?.some(({ state }) => state === 'slow' || state === 'failed' || state === 'collecting'));
  return (
    <>
      {results && (
        <p className="quiet">
          {t('remote.about', {
            sources: results.map(({ source }) => source.label).join(', '),
          })}
        </p>
      )}
      <p className="sr" role="status">
        {done && results ? t('remote.done', { count: answered }) : ''}
      </p>
      {results === null && error === null && <MediaSkeleton count={4} />}
      {results?.map((result) => (
        <SourceResults key={result.source.id} result={result} />
      ))}
      {missing && (
        <div className="remote-again">
          {error && <p role="alert">{`${t('remote.failed')} ${t(`error.${error.code}`)}`}</p>}
          <Button variant="line" onClick={onAgain}>
            {t('remote.again')}
          </Button>
        </div>
      )}
    </>
  );
}

function NoSources() {
  const { t } = useT();
  const { user } = useSession();
  return (
    <EmptyState icon={<Globe />} title={t('remote.none')}>
      {user && isDistrictAdmin(user) && (
        <p>
          <Link href={href('sources')}>{t('remote.none.admin')}</Link>
        </p>
      )}
    </EmptyState>
  );
}

function SourceResults({ result: { source, state, count, sent, works } }: { result: SourceResult }) {
  const { t } = useT();
  const [all, setAll] = useState(false);
  const marks = [
    ...(source.sign_in ? [t('remote.signIn')] : []),
    ...(source.advertising ? [t('remote.advertising')] : []),
    ...(source.teachers_only ? [t('remote.teachersOnly')] : []),
  ];
  const shown = all ? works : works.slice(0, FIRST);
  return (
    <section className="remote-source" aria-busy={state === 'loading'} data-state={state}>
      <div className="remote-head">
        <h2>{source.label}</h2>
        <p className="quiet">{joinFacts([stateText(t, state, count, sent), ...marks])}</p>
      </div>
      {state === 'loading' && <MediaSkeleton count={4} />}
      {state === 'hits' && count > 0 && works.length === 0 && <p className="quiet small">{t('remote.elsewhere')}</p>}
      {shown.length > 0 && (
        <ul className="results grid" data-cards="grid">
          {shown.map((work) => (
            <li key={work.hit.work}>
              <RemoteCard work={work} />
            </li>
          ))}
        </ul>
      )}
      {works.length > shown.length && (
        <Button variant="line" onClick={() => setAll(true)}>
          {t('remote.more', { count: works.length })}
        </Button>
      )}
    </section>
  );
}

function stateText(t: Translate, state: SourceResult['state'], count: number, sent: number): string {
  if (state !== 'hits') return t(`remote.state.${state}`);
  return count > sent && sent > 0 ? t('remote.state.first', { shown: sent, count }) : t('remote.state.hits', { count });
}
