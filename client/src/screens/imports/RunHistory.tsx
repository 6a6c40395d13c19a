import type { ImportRun } from '@fundus/contract/imports/runs';
import { href } from '@fundus/contract/screens';
import { berlinMoment } from '../../i18n/berlin-time.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import { countsOf, formatOf, runName } from './words.ts';
import '../../components/lists/rows.css';
import './imports.css';

/** Shows past imports, the newest first, with links to their reports. */
export function RunHistory({ runs }: { runs: readonly ImportRun[] }) {
  const { t, locale } = useT();
  return (
    <section className="import-part">
      <h2>{t('imports.history')}</h2>
      {runs.length === 0 ? (
        <p className="quiet">{t('imports.history.empty')}</p>
      ) : (
        <table className="rows">
          <thead>
            <tr>
              <th scope="col">{t('imports.history.what')}</th>
              <th scope="col">{t('imports.history.when')}</th>
              <th scope="col">{t('imports.history.outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.id}>
                <th scope="row">
                  <Link href={href('imports', {}, { run: run.id })} aria-label={t('imports.history.open', { name: runName(run) })}>
                    {runName(run)}
                  </Link>
                  <span className="small-print import-under">{joinFacts([run.kind === 'file' && run.source_name, formatOf(t, run)])}</span>
                </th>
                <td>{berlinMoment(run.created_at, locale)}</td>
                <td className={run.state === 'failed' ? 'import-failed' : undefined}>
                  {t(`imports.state.${run.state}`)}
                  {run.counts.read > 0 && <span className="small-print import-under">{joinFacts(countsOf(t, run))}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
