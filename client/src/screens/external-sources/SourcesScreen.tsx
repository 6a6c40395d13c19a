import { externalSources, type ExternalSource } from '@fundus/contract/external-sources/external-sources';
import { SOURCE_LIMITS } from '@fundus/contract/external-sources/sources';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Globe, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { ConfirmDialog } from '../../components/forms/ConfirmDialog.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { formatDate } from '../../i18n/format.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Field.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { Note } from '../../ui/Note.tsx';
import { PlaceholderLines } from '../../ui/Skeleton.tsx';
import { SourceDialog } from './SourceDialog.tsx';
import './sources.css';

const READS = { refreshes: [externalSources.list] };

/** Shows the external sources of the district with their state and order. */
export function Screen() {
  const { t } = useT();
  const { data, error, refetch } = useQuery({ ...query(externalSources.list), staleTime: 0 });
  const [editing, setEditing] = useState<ExternalSource | 'new' | null>(null);
  const [removing, setRemoving] = useState<ExternalSource | null>(null);
  const sources = data?.sources ?? [];
  const full = sources.length >= SOURCE_LIMITS.sources;
  return (
    <div className="wrap sources">
      <PageHeading title={t('sources.title')} />
      <p className="quiet">{t('sources.about')}</p>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <PlaceholderLines />}
      {data && sources.length === 0 && <EmptyState icon={<Globe />} title={t('sources.empty')} />}
      {sources.length > 0 && <SourceList sources={sources} onEdit={setEditing} onRemove={setRemoving} />}
      {data && (
        <>
          <Button variant="primary" icon={<Plus />} disabled={full} onClick={() => setEditing('new')}>
            {t('sources.add')}
          </Button>
          {full && <p className="quiet small">{t('sources.full', { max: SOURCE_LIMITS.sources })}</p>}
        </>
      )}
      {editing !== null && <SourceDialog source={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      {removing !== null && <RemoveDialog source={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

type ListProps = {
  sources: readonly ExternalSource[];
  onEdit: (source: ExternalSource) => void;
  onRemove: (source: ExternalSource) => void;
};

function SourceList({ sources, onEdit, onRemove }: ListProps) {
  const { t } = useT();
  const order = useCall(externalSources.order, READS);
  const move = (from: number, to: number) => {
    const ids = sources.map(({ id }) => id);
    const [moved] = ids.splice(from, 1);
    ids.splice(to, 0, moved!);
    const { label } = sources[from]!;
    order.mutate({ body: { ids } }, { onSuccess: () => showSnackbar({ text: t('sources.moved', { label, place: to + 1 }) }) });
  };
  return (
    <>
      <FormProblem>{order.error && t(`error.${order.error.code}`, { name: '' })}</FormProblem>
      <ul className="lines">
        {sources.map((source, i) => (
          <li key={source.id}>
            <div className="sources-about">
              <h2>{source.label}</h2>
              <p className="quiet small">
                {joinFacts([t(`sources.kind.${source.kind}`), new URL(source.address).host])}
                {source.teachers_only && ` · ${t('remote.teachersOnly')}`}
                {source.advertising && ` · ${t('remote.advertising')}`}
                {source.sign_in && ` · ${t('remote.signIn')}`}
              </p>
              {source.enabled && source.check && <CheckLine check={source.check} />}
            </div>
            <Switch source={source} />
            <div className="sources-actions">
              <IconButton
                label={t('sources.up', { label: source.label })}
                icon={<ArrowUp />}
                disabled={i === 0 || order.isPending}
                onClick={() => move(i, i - 1)}
              />
              <IconButton
                label={t('sources.down', { label: source.label })}
                icon={<ArrowDown />}
                disabled={i === sources.length - 1 || order.isPending}
                onClick={() => move(i, i + 1)}
              />
              <IconButton label={t('sources.edit', { label: source.label })} icon={<Pencil />} onClick={() => onEdit(source)} />
              <IconButton label={t('sources.remove', { label: source.label })} icon={<Trash2 />} onClick={() => onRemove(source)} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shows the result of the last availability check. */
function CheckLine({ check: { at, problem, status, since } }: { check: NonNullable<ExternalSource['check']> }) {
  const { t, locale } = useT();
  if (problem === null) return <p className="quiet small">{t('sources.check.good', { day: formatDate(at, 'berlin', locale) })}</p>;
  return (
    <Note tone="bad">
      {t('sources.check.bad', { day: formatDate(since ?? at, 'berlin', locale) })}{' '}
      {t(`sources.problem.${problem}`, { status: status ?? '–' })}
    </Note>
  );
}

/** Shows a switch that enables or disables a source. */
function Switch({ source }: { source: ExternalSource }) {
  const { t } = useT();
  const change = useCall(externalSources.change, READS);
  const { id, has_key: _, check: __, ...values } = source;
  return (
    <Checkbox
      label={t('sources.on')}
      aria-label={`${t('sources.on')}: ${source.label}`}
      checked={source.enabled}
      disabled={change.isPending}
      onChange={(event) =>
        change.mutate(
          { params: { id }, body: { ...values, enabled: event.target.checked } },
          { onError: (error) => showSnackbar({ text: t(`error.${error.code}`, { name: '' }), type: 'error' }) },
        )
      }
    />
  );
}

function RemoveDialog({ source, onClose }: { source: ExternalSource; onClose: () => void }) {
  const { t } = useT();
  const remove = useCall(externalSources.remove, READS);
  const { id, label } = source;
  const done = () => {
    showSnackbar({ text: t('sources.removed', { label }), type: 'success' });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('sources.remove', { label })}
      action={t('sources.remove.action')}
      disabled={remove.isPending}
      onAction={() => remove.mutate({ params: { id } }, { onSuccess: done })}
      onClose={onClose}
    >
      <FormProblem>{remove.error && t(`error.${remove.error.code}`, { name: '' })}</FormProblem>
      <p>{t('sources.remove.ask', { label })}</p>
    </ConfirmDialog>
  );
}
