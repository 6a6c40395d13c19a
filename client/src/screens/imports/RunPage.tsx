import { imports, type ImportSource } from '@fundus/contract/imports/imports';
import type { ImportReport } from '@fundus/contract/imports/runs';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { Check, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/forms/ConfirmDialog.tsx';
import { query, useCall } from '../../api/query.ts';
import { BackLink } from '../../components/page/BackLink.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { berlinMoment } from '../../i18n/berlin-time.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { PlaceholderLines } from '../../ui/Skeleton.tsx';
import { FormatFields } from './FormatFields.tsx';
import { RunLicences } from './RunLicences.tsx';
import { RunNotes } from './RunNotes.tsx';
import { RunRefusals } from './RunRefusals.tsx';
import { RunSamples } from './RunSamples.tsx';
import { countsOf, formatOf, isRunOpen, runName } from './words.ts';
import './imports.css';

type Props = { id: string; sources: readonly ImportSource[] };

const EVERY = 1_000;
const READS = { refreshes: [imports.run, imports.runs, imports.sources] };

/** Shows an import with its progress, preview or result, and the possible actions. */
export function RunPage({ id, sources }: Props) {
  const { t } = useT();
  const { data, error, refetch } = useQuery({
    ...query(imports.run, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data !== undefined && isRunOpen(state.data) && EVERY,
  });
  return (
    <div className="wrap imports">
      <BackLink href={href('imports')}>{t('imports.run.back')}</BackLink>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <PlaceholderLines />}
      {data && <Run run={data} source={sources.find(({ id: each }) => each === data.source_id) ?? null} />}
    </div>
  );
}

function Run({ run, source }: { run: ImportReport; source: ImportSource | null }) {
  const { t, locale } = useT();
  const cancel = useCall(imports.cancel, READS);
  const take = useCall(imports.take, READS);
  const look = useCall(imports.preview, READS);
  const [asking, setAsking] = useState(false);
  const params = { id: run.id };
  const toTake = run.counts.stored + run.counts.changed;
  const error = cancel.error ?? take.error ?? look.error;
  const mayLook = run.kind === 'file' && (run.state === 'looked' || (run.state === 'failed' && run.look));
  const end = () =>
    cancel.mutate({ params }, { onSuccess: () => !run.look && showSnackbar({ text: t('imports.run.cancelled'), type: 'success' }) });
  return (
    <>
      <PageHeading title={runName(run)} />
      <p className="small-print">
        {joinFacts([formatOf(t, run), run.kind === 'file' && run.source_name, berlinMoment(run.created_at, locale)])}
      </p>
      {run.problem && (
        <FormProblem>
          {t(`imports.problem.${run.problem}`)}
          {run.problem_detail !== '' && ` ${t('imports.problem.detail', { detail: run.problem_detail })}`}
        </FormProblem>
      )}
      <FormProblem>{error && t(`error.${error.code}`, { name: '' })}</FormProblem>
      <div role="status" className="import-state">
        <p>
          <strong>{t(`imports.state.${run.state}`)}</strong>
          {run.counts.read > 0 && `: ${t('imports.run.records', { count: run.counts.read })}`}
        </p>
        {run.counts.read > 0 && <p>{joinFacts(countsOf(t, run))}</p>}
      </div>
      {isRunOpen(run) && <Progress run={run} />}
      {mayLook && <FormatFields key={run.format} run={run} busy={look.isPending} onLook={(body) => look.mutate({ params, body })} />}
      <div className="import-actions">
        {run.state === 'looked' && run.kind === 'file' && (
          <Button
            variant="primary"
            icon={<Check />}
            disabled={toTake === 0 || take.isPending}
            onClick={() => (run.counts.unlicensed > 0 ? setAsking(true) : take.mutate({ params }))}
          >
            {toTake === 0 ? t('imports.run.take.none') : t('imports.run.take', { count: toTake })}
          </Button>
        )}
        {mayLook && run.format !== '' && (
          <Button variant="line" icon={<RotateCcw />} disabled={look.isPending} onClick={() => look.mutate({ params, body: {} })}>
            {t('imports.run.again')}
          </Button>
        )}
        {(isRunOpen(run) || (run.state === 'looked' && run.kind === 'file')) && (
          <Button variant="line" icon={<X />} disabled={cancel.isPending} onClick={end}>
            {t(isRunOpen(run) ? 'imports.run.cancel' : 'imports.run.discard')}
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={t('imports.unlicensed.title')}
          action={t('imports.unlicensed.take')}
          onClose={() => setAsking(false)}
          onAction={() => {
            setAsking(false);
            take.mutate({ params });
          }}
        >
          <p>{t('imports.unlicensed.ask', { count: run.counts.unlicensed })}</p>
        </ConfirmDialog>
      )}
      <RunLicences run={run} />
      <RunSamples samples={run.samples} />
      <RunNotes notes={run.notes} source={source} onSaved={() => mayLook && look.mutate({ params, body: {} })} />
      <RunRefusals run={run} />
    </>
  );
}

function Progress({ run: { progress } }: { run: ImportReport }) {
  const { t } = useT();
  const { done, total } = progress;
  return (
    <progress
      className="import-bar"
      aria-label={t('imports.run.progress')}
      max={total || 1}
      value={total > 0 ? Math.min(done, total) : undefined}
    />
  );
}
