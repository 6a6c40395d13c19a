import { ownMaterial, type OwnMaterial } from '@fundus/contract/own-material/own-material';
import { href } from '@fundus/contract/screens';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FilePlus2 } from 'lucide-react';
import { useEffect, useState } from 'react';
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
import { GiveBox } from './GiveBox.tsx';
import { MaterialForm } from './MaterialForm.tsx';
import { useTables } from '../edit-tables.ts';
import { isPending, useUploads } from '../files/use-uploads.ts';
import '../edit-screen.css';
import { loadLater } from '../../../../ui/load-later.tsx';

/** Another tab. */
const EditFiles = loadLater(
  async () => (await import('../files/EditFiles.tsx')).EditFiles,
  () => <MediaSkeleton count={3} view="list" />,
);

/** Read when the page is opened; afterwards only what is done here changes it. */
const ONLY_ONCE = { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

const TABS = ['record', 'files'] as const;

/** A teacher's own material: what it says and where it comes from, its files, and giving it to the school. `new` is not there yet. */
export function Screen({ params, search, go }: ScreenProps<'own-material'>) {
  const { t } = useT();
  const { config } = useSession();
  const client = useQueryClient();
  const fresh = params.id === 'new';
  const asked = query(ownMaterial.read, { params: { identifier: params.id } });
  const { data, error } = useQuery({ ...asked, enabled: !fresh, ...ONLY_ONCE });
  /** A new one that has been saved; it moves to its own address as soon as nothing is left to save. */
  const [made, setMade] = useState<OwnMaterial | null>(null);
  const material = data ?? made;
  const tables = useTables();
  const [dirty, setDirty] = useState(false);
  const tab = fresh ? 'record' : (TABS.find((name) => name === new URLSearchParams(search).get('tab')) ?? 'record');
  // Here, above the tabs: files are sent on while the other one is looked at.
  const coming = useUploads(params.id);
  useUnsaved('changes', dirty);
  useUnsaved('uploads', coming.rows.some(isPending));
  useEffect(() => {
    if (made && !dirty) go(href('own-material', { id: made.identifier }, { tab: 'files' }), { replace: true });
  }, [made, dirty, go]);
  const keep = (saved: OwnMaterial): void => {
    client.setQueryData(query(ownMaterial.read, { params: { identifier: saved.identifier } }).queryKey, saved);
    if (fresh) setMade(saved);
  };
  const title = fresh ? t('material.new') : (material?.record.fn_titel ?? t('material.back'));
  // What stands above the tabs comes with them, and they with what stands below: nothing is pushed down.
  const isThere = Boolean(fresh || error || (material && tables));
  const refused = fresh && !config.OwnMaterial;
  return (
    <div className="wrap edit">
      <BackLink href={href('library', { tab: 'own' })}>{t('material.back')}</BackLink>
      <PageHeading title={`${title} · ${t('material.back')}`}>{title}</PageHeading>
      {isThere && material && !fresh && material.state !== 'removed' && <GiveBox material={material} dirty={dirty} onSaved={keep} />}
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
      ) : error ? (
        <EmptyState icon={null} title={t(isUnknown(error) ? 'edit.notFound' : 'library.failed')}>
          <p>{t(`error.${error.code}`)}</p>
        </EmptyState>
      ) : !tables || (!fresh && !material) ? (
        <MediaSkeleton count={4} view="list" />
      ) : (
        <>
          {tab === 'files' && material && <EditFiles medium={material} coming={coming} />}

          {/* On the other tab it is only hidden: what was typed stays. */}
          <div hidden={tab !== 'record'}>
            <MaterialForm material={material} tables={tables} onSaved={keep} onDirty={setDirty} />
          </div>
        </>
      )}
    </div>
  );
}
