import { MAX_BEHIND, type SearchState } from '@fundus/contract/routines/routines';
import { berlinMoment } from '../../i18n/berlin-time.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import './search-index.css';

/** Shows the state of the search index, which is built in or an external cluster. */
export function SearchIndex({ search }: { search: SearchState }) {
  const { t, locale } = useT();
  const { engine, state, health, media, behind, meaning, problem } = search;
  const number = (count: number): string => formatNumber(count, locale);
  const fact = (name: string, value: string, bad = false) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd className={bad ? 'index-bad' : undefined}>{value}</dd>
    </div>
  );
  return (
    <section className="index-state">
      <h2>{t('routines.search')}</h2>
      <dl>
        {fact(t('routines.search.engine'), t(`routines.search.${engine}`))}
        {fact(t('routines.search.state'), t(`routines.search.state.${state}`), state !== 'ready')}
        {health && fact(t('routines.search.health'), t(`routines.search.health.${health}`), health === 'red')}
        {fact(t('routines.search.media'), number(media))}
        {fact(
          t('routines.search.behind'),
          behind < MAX_BEHIND ? number(behind) : t('routines.search.behindMore', { count: MAX_BEHIND - 1 }),
        )}
        {fact(t('routines.search.meaning'), t(`routines.search.meaning.${meaning}`))}
        {problem && fact(t('routines.search.problem'), `${berlinMoment(problem.at, locale)}: ${problem.text}`)}
      </dl>
    </section>
  );
}
