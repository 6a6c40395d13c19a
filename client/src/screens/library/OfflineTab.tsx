import type { User } from '@fundus/contract/accounts/accounts';
import { href } from '@fundus/contract/screens';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorDown, Play, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { SmallCover } from '../../components/media/finder/SmallCover.tsx';
import { formatBytes, formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { deleteOfflineMedia } from '../../stores/offline/forget.ts';
import { canStoreMedia, coverAddress, deleteMedium, type OfflineMedium } from '../../stores/offline/offline-cache.ts';
import { forgetEviction, readOfflineMedia } from '../../stores/offline/offline.ts';
import { readSpace } from '../../stores/offline/save-media.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button, ButtonLink, IconButton } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { loadLater } from '../../ui/load-later.tsx';
import { Note } from '../../ui/Note.tsx';
import { PlaceholderLines } from '../../ui/Skeleton.tsx';
import '../../components/lists/line.css';
import '../../components/lists/shelf.css';
import '../../ui/list.css';

const OfflinePlayer = loadLater(async () => (await import('./OfflinePlayer.tsx')).OfflinePlayer, PlaceholderLines);

const KEY = ['offline-media'];
const playHref = (identifier: string): string => href('library', { tab: 'offline' }, { medium: identifier });

/** Lists the media stored on this device, or plays the medium named in the URL. Works without a network. */
export function OfflineTab({ search }: Pick<ScreenProps<'library'>, 'search'>) {
  const { user } = useSession();
  return user ? <OwnOfflineMedia user={user} playing={new URLSearchParams(search).get('medium')} /> : null;
}

function OwnOfflineMedia({ user, playing }: { user: User; playing: string | null }) {
  const { t } = useT();
  const client = useQueryClient();
  const stored = useQuery({ queryKey: [...KEY, user.id], queryFn: () => readOfflineMedia(user), staleTime: 0, retry: false });
  const evicted = stored.data?.evicted === true;
  // The notice about evicted media is shown once.
  useEffect(() => {
    if (evicted) forgetEviction();
  }, [evicted]);
  if (!canStoreMedia()) return <Note>{t('offline.unsupported')}</Note>;
  if (stored.isPending) return <PlaceholderLines />;
  const media = stored.data?.media ?? [];
  const shown = media.find(({ identifier }) => identifier === playing);
  if (shown) return <OfflinePlayer key={shown.identifier} medium={shown} />;

  const refresh = () => client.invalidateQueries({ queryKey: KEY });
  const remove = async ({ identifier, title }: OfflineMedium): Promise<void> => {
    await deleteMedium(identifier);
    await refresh();
    showSnackbar({ text: t('offline.removed', { title }) });
  };
  const removeAll = async (): Promise<void> => {
    await deleteOfflineMedia();
    await refresh();
  };
  return (
    <>
      {evicted && <Note role="status">{t('offline.evicted')}</Note>}
      {media.length === 0 ? (
        <EmptyState icon={<MonitorDown />} title={t('offline.empty')}>
          <p>{t('offline.empty.hint')}</p>
          <ButtonLink variant="line" href={href('search')}>
            {t('offline.empty.search')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <StorageUse media={media} onRemoveAll={() => void removeAll()} />
          <ul className="lines shelf">
            {media.map((medium) => (
              <Row key={medium.identifier} medium={medium} onRemove={() => void remove(medium)} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Shows how much storage the media use, how much is free, and whether the browser may evict them. */
function StorageUse({ media, onRemoveAll }: { media: readonly OfflineMedium[]; onRemoveAll: () => void }) {
  const { t, locale } = useT();
  const space = useQuery({ queryKey: [...KEY, 'space', media.length], queryFn: readSpace, staleTime: 0 }).data;
  const size = formatBytes(
    media.reduce((sum, { bytes }) => sum + bytes, 0),
    locale,
  );
  return (
    <div className="shelf-head">
      <div>
        <p>
          {t('offline.used', { count: media.length, size })} {space && t('offline.free', { free: formatBytes(space.free, locale) })}
        </p>
        <p className="small-print">
          {t('offline.how')} {space && t(space.kept ? 'offline.kept' : 'offline.evictable')}
        </p>
      </div>
      {media.length > 1 && <Button onClick={onRemoveAll}>{t('offline.removeAll')}</Button>}
    </div>
  );
}

function Row({ medium, onRemove }: { medium: OfflineMedium; onRemove: () => void }) {
  const { t, locale } = useT();
  const { identifier, title, bytes, until, licence_to, duration, cover } = medium;
  const date = formatDate(until, 'short', locale);
  return (
    <li className="cover-row shelf-row wide-actions">
      <SmallCover item={cover ? { cover: coverAddress(identifier), duration } : null} length />
      <div className="shelf-text">
        <h2>
          <Link href={playHref(identifier)}>{title}</Link>
        </h2>
        <p className="line-facts">
          <span>{formatBytes(bytes, locale)}</span>
          <span>{t(until === licence_to ? 'offline.until.ends' : 'offline.until.chosen', { date })}</span>
        </p>
      </div>
      <div className="shelf-actions">
        <ButtonLink variant="line" href={playHref(identifier)} icon={<Play />} aria-label={t('offline.play.named', { title })}>
          {t('offline.play')}
        </ButtonLink>
        <IconButton label={t('offline.remove', { title })} icon={<Trash2 />} onClick={onRemove} />
      </div>
    </li>
  );
}
