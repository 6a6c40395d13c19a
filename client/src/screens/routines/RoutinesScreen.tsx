import type { MessageKey } from '@fundus/contract/messages';
import { routines, type Routine } from '@fundus/contract/routines/routines';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { query, useCall } from '../../api/query.ts';
import { Failed } from '../../components/page/Failed.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { berlinMoment } from '../../i18n/berlin-time.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { IconButton } from '../../ui/Button.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import '../../components/lists/rows.css';
import { FailedJobs } from './FailedJobs.tsx';
import { SearchIndex } from './SearchIndex.tsx';
import './routines-screen.css';

/** Areas with the name prefixes of their tasks. All other tasks belong to the portal itself. */
const AREAS: Record<string, readonly string[]> = {
  accounts: ['accounts', 'invitations', 'schools', 'yearChange', 'audit', 'limits'],
  media: ['catalogue', 'duplicates', 'externalSources', 'files', 'imports', 'licences', 'library', 'linkChecks', 'ownMaterial', 'reviews'],
  teaching: ['assignments', 'classes', 'medialists', 'sharedMedia', 'lti'],
  services: ['lending', 'marketplace'],
  portal: [],
};
const areaOf = ({ name }: Routine): string => Object.keys(AREAS).find((area) => AREAS[area]!.includes(name.split('.', 1)[0]!)) ?? 'portal';

/** Lists the hourly tasks, failed ones first, which can be run on request (docs/behaviour/common.md#hourly-round). */
export function Screen() {
  const { t, locale } = useT();
  const { data, error, refetch } = useQuery({ ...query(routines.list), staleTime: 0 });
  const items = data?.items ?? [];
  const failed = items.filter(({ state }) => state === 'failed');
  return (
    <div className="wrap routines">
      <PageHeading title={t('routines.title')} />
      <p className="small-print">{t('routines.lead')}</p>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <p>
            {t('routines.queue', { waiting: data.queue.waiting, given_up: data.queue.given_up })}
            {data.queue.oldest !== null && ` ${t('routines.queueOldest', { since: berlinMoment(data.queue.oldest, locale) })}`}
          </p>
          {data.doubted_until !== null && (
            <FormProblem>{t('routines.doubted', { until: berlinMoment(data.doubted_until, locale) })}</FormProblem>
          )}
          {failed.length === 0 ? <p>{t('routines.well')}</p> : <FormProblem>{t('routines.failed', { count: failed.length })}</FormProblem>}
          <FailedJobs failed={data.failed} />
          <SearchIndex search={data.search} />
          <table className="rows">
            <thead>
              <tr>
                <th scope="col">{t('routines.task')}</th>
                <th scope="col">{t('routines.outcome')}</th>
                <th scope="col">{t('routines.last')}</th>
                <th scope="col">{t('routines.duration')}</th>
                <th scope="col">{t('routines.next')}</th>
                <td />
              </tr>
            </thead>
            {failed.length > 0 && (
              <tbody>
                {failed.map((routine) => (
                  <Row key={routine.name} routine={routine} />
                ))}
              </tbody>
            )}
            {Object.keys(AREAS).map((area) => (
              <tbody key={area}>
                <tr className="routine-area">
                  <th scope="rowgroup" colSpan={6}>
                    {t(`routines.area.${area}` as MessageKey)}
                  </th>
                </tr>
                {items
                  .filter((routine) => routine.state !== 'failed' && areaOf(routine) === area)
                  .map((routine) => (
                    <Row key={routine.name} routine={routine} />
                  ))}
              </tbody>
            ))}
          </table>
        </>
      )}
    </div>
  );
}

function Row({ routine: { name, state, last_at, next_at, duration_ms, error, lost } }: { routine: Routine }) {
  const { t, locale } = useT();
  const client = useQueryClient();
  const run = useCall(routines.run);
  const label = t(`routines.step.${name}` as MessageKey);
  const time = (moment: string | null): string => (moment === null ? '–' : berlinMoment(moment, locale));
  const start = () =>
    run.mutate(
      { params: { name } },
      {
        onSuccess: (reply) => {
          client.setQueryData(query(routines.list).queryKey, reply);
          const failed = reply.items.find((each) => each.name === name)?.state === 'failed';
          showSnackbar({ text: t(failed ? 'routines.ranFailed' : 'routines.ran', { name: label }), type: failed ? 'error' : 'success' });
        },
        onError: ({ code }) =>
          showSnackbar({ text: code === 'state_conflict' ? t('routines.busy', { name: label }) : t('error.unavailable'), type: 'error' }),
      },
    );
  return (
    <tr>
      <th scope="row">{label}</th>
      <td data-label={t('routines.outcome')} className={state === 'failed' ? 'routine-failed' : undefined}>
        <span>{t(`routines.state.${state}`)}</span>
        {(lost || error) && <span className="small-print routine-error">{lost ? t('routines.lost') : error}</span>}
      </td>
      <td data-label={t('routines.last')} data-empty={last_at === null || undefined}>
        <span>{time(last_at)}</span>
      </td>
      <td data-label={t('routines.duration')} data-empty={duration_ms === null || undefined}>
        <span>{duration_ms === null ? '–' : t('routines.milliseconds', { count: duration_ms })}</span>
      </td>
      <td data-label={t('routines.next')} data-empty={next_at === null || undefined}>
        <span>{time(next_at)}</span>
      </td>
      <td className="row-does">
        <IconButton
          label={`${t('routines.run')}: ${label}`}
          icon={<Play />}
          disabled={run.isPending || state === 'running'}
          onClick={start}
        />
      </td>
    </tr>
  );
}
