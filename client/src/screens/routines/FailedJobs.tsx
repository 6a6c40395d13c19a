import type { Reply } from '@fundus/contract/endpoint';
import type { MessageKey } from '@fundus/contract/messages';
import { routines, type FailedJob } from '@fundus/contract/routines/routines';
import { useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { query, useCall } from '../../api/query.ts';
import { berlinMoment } from '../../i18n/berlin-time.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import '../../components/lists/rows.css';
import './routines-screen.css';

type Failed = Reply<typeof routines.list>['failed'];

const kindKey = (kind: string): MessageKey => `routines.job.${kind}` as MessageKey;

/** Lists failed jobs, which can be retried (docs/behaviour/common.md#jobs). */
export function FailedJobs({ failed: { items, kinds } }: { failed: Failed }) {
  const { t } = useT();
  const client = useQueryClient();
  const retryAll = useCall(routines.retryJobs);
  const count = kinds.reduce((sum, kind) => sum + kind.count, 0);
  const start = (kind: string) =>
    retryAll.mutate(
      { body: { kind } },
      {
        onSuccess: (reply) => {
          client.setQueryData(query(routines.list).queryKey, reply);
          showSnackbar({ text: t('routines.jobs.retriedAll'), type: 'success' });
        },
        onError: () => showSnackbar({ text: t('error.unavailable'), type: 'error' }),
      },
    );
  if (count === 0) return null;
  return (
    <section className="failed-jobs">
      <h2>{t('routines.jobs')}</h2>
      <p className="small-print">{t('routines.jobs.lead')}</p>
      <div className="failed-kinds">
        {kinds
          .filter(({ retry }) => retry)
          .map((each) => (
            <Button key={each.kind} disabled={retryAll.isPending} onClick={() => start(each.kind)}>
              {t('routines.jobs.retryAll', { kind: t(kindKey(each.kind)), count: each.count })}
            </Button>
          ))}
      </div>
      {items.length < count && <p>{t('routines.jobs.more', { shown: items.length, count })}</p>}
      <table className="rows" aria-label={t('routines.jobs.caption')}>
        <thead>
          <tr>
            <th scope="col">{t('routines.jobs.kind')}</th>
            <th scope="col">{t('routines.jobs.reason')}</th>
            <th scope="col">{t('routines.jobs.failedAt')}</th>
            <th scope="col">{t('routines.jobs.attempts')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {items.map((job) => (
            <Row key={job.id} job={job} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Kinds of jobs that have instructions for when a retry is impossible. */
const FINAL = ['import', 'upload'];

function Row({ job: { id, kind, about, failed_at, attempts, error, lost, retry } }: { job: FailedJob }) {
  const { t, locale } = useT();
  const client = useQueryClient();
  const call = useCall(routines.retryJob);
  const label = t(kindKey(kind));
  const when = berlinMoment(failed_at, locale);
  const start = () =>
    call.mutate(
      { params: { id } },
      {
        onSuccess: (reply) => {
          client.setQueryData(query(routines.list).queryKey, reply);
          showSnackbar({ text: t('routines.jobs.retried'), type: 'success' });
        },
        onError: ({ code }) => {
          const isMissing = code === 'not_found';
          if (isMissing) void client.invalidateQueries({ queryKey: query(routines.list).queryKey });
          showSnackbar({ text: t(isMissing ? 'routines.jobs.gone' : 'error.unavailable'), type: 'error' });
        },
      },
    );
  return (
    <tr>
      <th scope="row">
        {label}
        {about !== null && <span className="small-print routine-error">{about}</span>}
      </th>
      <td data-label={t('routines.jobs.reason')}>
        <span>{lost ? t('routines.jobs.lost') : error}</span>
        {!retry && FINAL.includes(kind) && (
          <span className="small-print routine-error">{t(`routines.jobs.final.${kind}` as MessageKey)}</span>
        )}
      </td>
      <td data-label={t('routines.jobs.failedAt')}>
        <span>{when}</span>
      </td>
      <td data-label={t('routines.jobs.attempts')}>
        <span>{formatNumber(attempts, locale)}</span>
      </td>
      <td className="row-does">
        {retry && (
          <IconButton
            label={`${t('routines.jobs.retry')}: ${label}, ${when}`}
            icon={<RotateCcw />}
            disabled={call.isPending}
            onClick={start}
          />
        )}
      </td>
    </tr>
  );
}
