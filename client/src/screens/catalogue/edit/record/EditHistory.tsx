import { catalogueEdit, type EditMedium, type FieldChange, type MediumVersion } from '@fundus/contract/catalogue/edit';
import { dateLocale } from '@fundus/contract/locale';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../../../api/query.ts';
import { LeaveDialog } from '../../../../components/forms/LeaveDialog.tsx';
import { MediaSkeleton } from '../../../../components/media/MediaSkeleton.tsx';
import { formatDate, formatDuration } from '../../../../i18n/format.ts';
import { joinFacts } from '../../../../i18n/join-facts.ts';
import { useT, type Translate } from '../../../../i18n/translate.ts';
import { showSnackbar } from '../../../../stores/snackbar.ts';
import { Button } from '../../../../ui/Button.tsx';
import { FormProblem } from '../../../../ui/fields/FormProblem.tsx';
import { MEDIUM_READS } from '../../../../components/media/medium-reads.ts';
import type { Tables } from '../edit-tables.ts';
import '../edit-screen.css';

type Props = {
  medium: EditMedium;
  tables: Tables;
  /** True if there are unsaved changes, which restoring a version would replace. */
  dirty: boolean;
  back: ReturnType<typeof useRestoreVersion>;
};

/** Restores earlier versions. It is used above the tabs, because the reply may arrive while another tab is shown. */
export function useRestoreVersion(onSaved: (medium: EditMedium) => void) {
  const { t } = useT();
  const undo = useCall(catalogueEdit.undoMedium, MEDIUM_READS);
  const run = ({ identifier, version }: EditMedium, to: number): void =>
    undo.mutate(
      { params: { identifier }, body: { version, to } },
      {
        onSuccess: (saved) => {
          onSaved(saved);
          showSnackbar({ text: t('edit.history.done', { number: to }), type: 'success' });
        },
        onError: (refused) => showSnackbar({ text: t(`error.${refused.code}`), type: 'error' }),
      },
    );
  return { run, busy: undo.isPending };
}

/** Shows the history of changes and lets the user restore a version. */
export function EditHistory({ medium, tables, dirty, back }: Props) {
  const { t, locale } = useT();
  const { identifier } = medium;
  const { data, error } = useQuery({ ...query(catalogueEdit.mediumVersions, { params: { identifier } }), staleTime: 0 });
  const [wanted, setWanted] = useState<number | null>(null);
  if (error) return <FormProblem>{t(`error.${error.code}`)}</FormProblem>;
  if (!data) return <MediaSkeleton count={3} view="list" />;
  if (data.items.length === 0) return <p className="quiet">{t('edit.history.none')}</p>;
  const restoreVersion = (to: number) => {
    setWanted(null);
    back.run(medium, to);
  };
  return (
    <>
      <ol className="edit-versions">
        {data.items.map((version, i) => (
          <li key={version.version}>
            <div className="edit-version-head">
              <h2>{t(`edit.version.${version.what}`)}</h2>
              <p className="small-print">{joinFacts([formatVersion(version, t, locale), i === 0 ? t('edit.version.current') : ''])}</p>
              {i > 0 && (
                <Button
                  variant="line"
                  disabled={back.busy}
                  onClick={() => (dirty ? setWanted(version.version) : restoreVersion(version.version))}
                >
                  {t('edit.history.back')}
                </Button>
              )}
            </div>
            {version.changes.length > 0 && (
              <dl className="edit-changes">
                {version.changes.map((change) => (
                  <Change key={change.field} change={change} tables={tables} />
                ))}
              </dl>
            )}
          </li>
        ))}
      </ol>
      <LeaveDialog open={wanted !== null} onStay={() => setWanted(null)} onLeave={() => restoreVersion(wanted!)} />
    </>
  );
}

const formatVersion = ({ at, by }: MediumVersion, t: Translate, locale: string): string => {
  const time = new Intl.DateTimeFormat(dateLocale(locale), { hour: '2-digit', minute: '2-digit' }).format(new Date(at));
  return [by, t('edit.version.at', { date: formatDate(at, 'long', locale), time })].filter(Boolean).join(', ');
};

/** Shows the added and removed values of a list, or the old and the new value of any other field. */
function Change({ change: { field, before, after }, tables }: { change: FieldChange; tables: Tables }) {
  const { t } = useT();
  const lists = Array.isArray(before) && Array.isArray(after);
  const text = (value: unknown): string[] => words(field, value, tables, t);
  const removed = lists ? text(before).filter((one) => !text(after).includes(one)) : text(before);
  const added = lists ? text(after).filter((one) => !text(before).includes(one)) : text(after);
  return (
    <div>
      <dt>{t(`edit.field.${field}`)}</dt>
      <dd>
        {removed.map((one) => (
          <del key={one}>
            <span className="sr">{t('edit.change.before')}: </span>
            {one}
          </del>
        ))}
        {added.map((one) => (
          <ins key={one}>
            <span className="sr">{t('edit.change.after')}: </span>
            {one}
          </ins>
        ))}
        {removed.length + added.length === 0 && <span className="quiet">{t('edit.change.order')}</span>}
      </dd>
    </div>
  );
}

function words(field: FieldChange['field'], value: unknown, tables: Tables, t: Translate): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value === 'boolean') return [t(value ? 'edit.yes' : 'edit.no')];
  if (field === 'sequences')
    return (value as { start_s: number; end_s: number; title: string }[]).map(
      (one) => `${formatDuration(one.start_s)}–${formatDuration(one.end_s)} ${one.title}`,
    );
  if (Array.isArray(value)) return (value as string[]).map((code) => (field === 'fn_schlag' ? code : tables.nameOf(code)));
  if (field === 'duration') return [formatDuration(Number(value))];
  return [field === 'fn_typ' ? tables.nameOf(String(value)) : String(value)];
}
