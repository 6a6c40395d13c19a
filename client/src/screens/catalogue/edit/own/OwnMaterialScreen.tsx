import { ownMaterial, type OwnMaterial } from '@fundus/contract/own-material/own-material';
import { href } from '@fundus/contract/screens';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FilePlus2 } from 'lucide-react';
import { useState } from 'react';
import { query } from '../../../../api/query.ts';
import { MediaSkeleton } from '../../../../components/media/MediaSkeleton.tsx';
import { BackLink } from '../../../../components/page/BackLink.tsx';
import { EmptyState } from '../../../../components/page/EmptyState.tsx';
import { PageHeading } from '../../../../components/page/PageHeading.tsx';
import { PageTabs } from '../../../../components/page/PageTabs.tsx';
import type { ScreenProps } from '../../../../components/page/screen.ts';
import { useT } from '../../../../i18n/translate.ts';
import { useSession } from '../../../../stores/session.ts';
import { useUnsaved } from '../../../../stores/unsaved.ts';
import { isUnknown } from '../../../../api/is-unknown.ts';
import { ShareBox } from './ShareBox.tsx';
import { MaterialForm } from './MaterialForm.tsx';
import { NewMaterial } from './NewMaterial.tsx';
import { useTables } from '../edit-tables.ts';
import { isPending, useUploads } from '../../../../components/uploads/use-uploads.ts';
import '../edit-screen.css';
import { loadLater } from '../../../../ui/load-later.tsx';

/** Loaded for the "files" tab. */
const EditFiles = loadLater(
  async () => (await import('../files/EditFiles.tsx')).EditFiles,
  () => <MediaSkeleton count={3} view="list" />,
);

/** The material is read only once. Later changes are applied only if they are made here. */
const ONLY_ONCE = { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

const TABS = ['record', 'files'] as const;

/** Shows a teacher's own material: record, origin, files, and sharing with the school. The id `new` shows the form of new material. */
export function Screen({ params, search, go }: ScreenProps<'own-material'>) {
  const { t } = useT();
  const { config } = useSession();
  const client = useQueryClient();
  const fresh = params.id === 'new';
  const asked = query(ownMaterial.read, { params: { identifier: params.id } });
  const { data, error } = useQuery({ ...asked, enabled: !fresh, ...ONLY_ONCE });
  const material = data ?? null;
  const tables = useTables();
  const [dirty, setDirty] = useState(false);
  const tab = fresh ? 'record' : (TABS.find((name) => name === new URLSearchParams(search).get('tab')) ?? 'record');
  // The uploads are owned by the page, so that they continue when the tab changes.
  const coming = useUploads(params.id);
  useUnsaved('changes', dirty);
  useUnsaved('uploads', coming.rows.some(isPending));
  const keep = (saved: OwnMaterial): void => {
    client.setQueryData(query(ownMaterial.read, { params: { identifier: saved.identifier } }).queryKey, saved);
  };
  const title = fresh ? t('material.new') : (material?.record.fn_titel ?? t('material.back'));
  // Content above and below the tabs appears together, to avoid layout shifts.
  const isThere = Boolean(fresh || error || (material && tables));
  const refused = fresh && !config.OwnMaterial;
  return (
    <div className="wrap edit">
      <BackLink href={href('library', { tab: 'own' })}>{t('material.back')}</BackLink>
      <PageHeading title={`${title} · ${t('material.back')}`}>{title}</PageHeading>
      {isThere && material && !fresh && material.state !== 'removed' && <ShareBox material={material} dirty={dirty} onSaved={keep} />}
      {!fresh && isThere && (
        <PageTabs
          label={t('edit.tabs')}
          tabs={TABS.map((name) => ({
            href: href('own-material', { id: params.id }, { tab: name === 'record' ? '' : name }),
            label: t(`edit.tab.${name}`),
            current: name === tab,
          }))}
        />
      )}
      {refused ? (
        <EmptyState icon={<FilePlus2 />} title={t('material.off')} />
      ) : fresh ? (
        <NewMaterial go={go} />
      ) : error ? (
        <EmptyState icon={null} title={t(isUnknown(error) ? 'edit.notFound' : 'library.failed')}>
          <p>{t(`error.${error.code}`)}</p>
        </EmptyState>
      ) : !tables || !material ? (
        <MediaSkeleton count={4} view="list" />
      ) : (
        <>
          {tab === 'files' && <EditFiles medium={material} coming={coming} />}

          {/* Hidden instead of unmounted on the other tab, so that the input is kept. */}
          <div hidden={tab !== 'record'}>
            <MaterialForm material={material} tables={tables} onSaved={keep} onDirty={setDirty} />
          </div>
        </>
      )}
    </div>
  );
}
