import { admission } from '@fundus/contract/access';
import { screens } from '@fundus/contract/screens';
import { useQueries } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { EmptyState } from '../../components/EmptyState.tsx';
import type { ResultScope } from '../../components/search-scope.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Link } from '../../ui/Link.tsx';
import { useFilterLabel } from './filter-labels.ts';
import { chosenFilters, NO_FILTERS, searchHref, withoutValue, type SearchState } from './search-state.ts';
import { countQuery } from './use-results.ts';

type Step = { key: string; text: string; scope: ResultScope; state: SearchState };

/** Never a dead end: the ladder of behaviour.md 5.15, each step with the number it would give. */
export function NoResults({ scope, state, corrected }: { scope: ResultScope; state: SearchState; corrected: string | undefined }) {
  const { t } = useT();
  const { user, config } = useSession();
  const chosen = chosenFilters(state);
  const label = useFilterLabel(chosen);
  const last = chosen.at(-1);

  const steps: Step[] = [];
  if (corrected) steps.push({ key: 'corrected', text: t('search.none.corrected', { q: corrected }), scope, state: { ...state, q: corrected } });
  if (last) {
    const name = label(last.field, last.value);
    steps.push({ key: 'last', text: t('search.none.withoutLast', { name }), scope, state: withoutValue(state, last) });
  }
  if (chosen.length > 1) steps.push({ key: 'filters', text: t('search.none.withoutFilters'), scope, state: { ...state, filters: NO_FILTERS } });
  if (state.c !== 'all') steps.push({ key: 'type', text: t('search.none.allTypes'), scope, state: { ...state, c: 'all' } });
  if (scope === 'search' && admission(screens.csearch, user || null, config) === 'admitted') {
    steps.push({ key: 'catalogue', text: t('search.none.catalogue'), scope: 'csearch', state });
  }
  if (scope === 'search' && state.q && admission(screens['ai-search'], user || null, config) === 'admitted') {
    steps.push({ key: 'meaning', text: t('search.none.meaning'), scope: 'ai-search', state });
  }
  const shorter = state.q.split(/\s+/).filter((word) => word.length > 2);
  if (shorter.length > 1) {
    for (const word of shorter.slice(0, 4)) {
      steps.push({ key: `word:${word}`, text: t('search.none.oneWord', { word }), scope, state: { ...state, q: word, filters: NO_FILTERS } });
    }
  }

  const counts = useQueries({ queries: steps.map((step) => countQuery(step.scope, step.state)) });
  const ways = steps.flatMap((step, i) => {
    const reply = counts[i]?.data;
    const count = reply ? reply.total || reply.partialTotal : 0;
    return count > 0 ? [{ ...step, count }] : [];
  });

  return (
    <EmptyState icon={<SearchX />} title={t('search.none.title')}>
      {ways.length > 0 ? (
        <ul className="ladder">
          {ways.map((way) => (
            <li key={way.key}>
              <Link href={searchHref(way.scope, way.state)}>{way.text}</Link> <span className="quiet">{t('search.count', { count: way.count })}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="quiet">{t('search.none.hints')}</p>
      <p>
        <Link href={searchHref(scope, { q: '', c: 'all', sort: 'relevance', filters: NO_FILTERS })}>{t('search.none.browse')}</Link>
      </p>
    </EmptyState>
  );
}
