import { catalogueEdit, type EditMedium } from '@fundus/contract/catalogue/edit';
import { mediaType } from '@fundus/contract/reference/media-types';
import { href } from '@fundus/contract/screens';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Archive, ArchiveRestore, ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isUnknown } from '../../../api/is-unknown.ts';
import { query, useCall } from '../../../api/query.ts';
import { BackLink } from '../../../components/page/BackLink.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { MediaSkeleton } from '../../../components/media/MediaSkeleton.tsx';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { PageTabs } from '../../../components/page/PageTabs.tsx';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useUndo } from '../../../stores/use-undo.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useUnsaved } from '../../../stores/unsaved.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { EditForm } from './record/EditForm.tsx';
import { EditHistory, useRestoreVersion } from './record/EditHistory.tsx';
import { MEDIUM_READS } from '../../../components/media/medium-reads.ts';
import { useTables } from './edit-tables.ts';
import { isPending, useUploads } from '../../../components/uploads/use-uploads.ts';
import './edit-screen.css';
import { loadLater, useLoaded } from '../../../ui/load-later.tsx';

/** Loaded only if the medium is a draft. */
const DraftBox = loadLater(async () => (await import('./record/PublishBox.tsx')).DraftBox);
/** Loaded for the "files" tab. */
const EditFiles = loadLater(async () => (await import('./files/EditFiles.tsx')).EditFiles);

/** The medium is read only once. Later changes are applied only if they are made here, so that unseen changes of other users are not overwritten. */
const ONLY_ONCE = { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

const TABS = ['record', 'files', 'history'] as const;

/** Shows a medium to its editors: record, files and history. The id `new` shows the form of a new medium. */
export function Screen({ params, search, go }: ScreenProps<'medium-editing'>) {
  const { t } = useT();
  const client = useQueryClient();
  const fresh = params.id === 'new';
  const asked = query(catalogueEdit.editMedium, { params: { identifier: params.id } });
  const { data, error } = useQuery({ ...asked, enabled: !fresh, ...ONLY_ONCE });
  /** New medium after its first save. The page moves to the medium's own address once nothing is unsaved. */
  const [made, setMade] = useState<EditMedium | null>(null);
  const medium = data ?? made;
  const tables = useTables();
  const [dirty, setDirty] = useState(false);
  const tab = fresh ? 'record' : (TABS.find((name) => name === new URLSearchParams(search).get('tab')) ?? 'record');
  // The uploads are owned by the page, so that they continue when the tab changes.
  const coming = useUploads(params.id);
  useUnsaved('changes', dirty);
  useUnsaved('uploads', coming.rows.some(isPending));
  useEffect(() => {
    if (!made || dirty) return;
    const online = mediaType(made.record.fn_typ).carrier === 'online';
    go(href('medium-editing', { id: made.identifier }, { tab: online ? 'files' : '' }), { replace: true });
  }, [made, dirty, go]);
  /** Version that has replaced the form's values from outside. Changing it resets the form. */
  const [replaced, setReplaced] = useState(0);

  const keep = (saved: EditMedium): void => {
    client.setQueryData(query(catalogueEdit.editMedium, { params: { identifier: saved.identifier } }).queryKey, saved);
    if (fresh) setMade(saved);
  };
  const replace = (saved: EditMedium): void => {
    keep(saved);
    setReplaced(saved.version);
  };
  const back = useRestoreVersion(replace);
  // Content above and below the tabs appears together, to avoid layout shifts.
  const drafted = !fresh && Boolean(medium?.draft && !medium.retired_at);
  const loaded = useLoaded(drafted ? DraftBox : null);
  const isThere = Boolean(fresh || error || (medium && tables && loaded));
  const title = fresh ? t('edit.new') : (medium?.record.fn_titel ?? t('edit.title'));
  return (
    <div className="wrap edit">
      <BackLink href={href('catalogue-editing')}>{t('edit.list')}</BackLink>
      <PageHeading title={`${title} · ${t('edit.title')}`}>{title}</PageHeading>
      {isThere && medium && <Actions medium={medium} onSaved={keep} />}
      {isThere && medium && drafted && <DraftBox medium={medium} dirty={dirty} onSaved={replace} />}
      {!fresh && isThere && (
        <PageTabs
          label={t('edit.tabs')}
          tabs={TABS.map((name) => ({
            href: href('medium-editing', { id: params.id }, { tab: name === 'record' ? '' : name }),
            label: t(`edit.tab.${name}`),
            current: name === tab,
          }))}
        />
      )}
      {error ? (
        <EmptyState icon={null} title={t(isUnknown(error) ? 'edit.notFound' : 'library.failed')}>
          <p>{t(`error.${error.code}`)}</p>
        </EmptyState>
      ) : !tables || !isThere ? (
        <MediaSkeleton count={4} view="list" />
      ) : (
        <>
          {tab === 'files' && medium && <EditFiles medium={medium} coming={coming} />}
          {tab === 'history' && medium && <EditHistory medium={medium} tables={tables} dirty={dirty} back={back} />}
          {/* Hidden instead of unmounted on other tabs, so that the input is kept. */}
          <div hidden={tab !== 'record'}>
            <EditForm
              key={medium && medium.version >= replaced ? replaced : 0}
              medium={medium ?? null}
              tables={tables}
              onSaved={keep}
              onDirty={setDirty}
            />
          </div>
        </>
      )}
    </div>
  );
}

/** Shows the number and state of a medium, a link to its public page, and a button that retires or restores it. */
function Actions({ medium, onSaved }: { medium: EditMedium; onSaved: (medium: EditMedium) => void }) {
  const { t } = useT();
  const { identifier, version, retired_at } = medium;
  const retire = useCall(catalogueEdit.retireMedium, MEDIUM_READS);
  const undo = useUndo(MEDIUM_READS);
  const broughtBack = (saved: EditMedium): void => {
    onSaved(saved);
    showSnackbar({ text: t('edit.broughtBack'), type: 'success' });
  };
  const run = (retired: boolean): void =>
    retire.mutate(
      { params: { identifier }, body: { version, retired } },
      {
        onSuccess: (saved) => {
          if (!retired) return broughtBack(saved);
          onSaved(saved);
          showSnackbar({
            text: t('edit.retired.done'),
            type: 'success',
            action: undo(
              catalogueEdit.retireMedium,
              { params: { identifier }, body: { version: saved.version, retired: false } },
              { done: broughtBack },
            ),
          });
        },
        onError: (error) => showSnackbar({ text: t(`error.${error.code}`), type: 'error' }),
      },
    );
  return (
    <div className="edit-actions">
      <span className="small-print">{identifier}</span>
      {retired_at ? (
        <span className="edit-flag">{t('edit.retired')}</span>
      ) : (
        <ButtonLink href={href('media', { id: identifier })} icon={<ExternalLink />}>
          {t('edit.view')}
        </ButtonLink>
      )}
      <Button
        flush="phone"
        icon={retired_at ? <ArchiveRestore /> : <Archive />}
        disabled={retire.isPending}
        onClick={() => run(!retired_at)}
      >
        {t(retired_at ? 'edit.bringBack' : 'edit.retire')}
      </Button>
    </div>
  );
}
