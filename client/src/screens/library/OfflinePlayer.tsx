import type { MediaFile } from '@fundus/contract/files/files';
import { href } from '@fundus/contract/screens';
import { useMemo, useState } from 'react';
import { BackLink } from '../../components/page/BackLink.tsx';
import { formatDate, languageName } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { formatName } from '../../player/playback/media-parts.ts';
import { PlayedMedium } from '../../player/viewers/PlayedMedium.tsx';
import { coverAddress, fileAddress, type OfflineMedium } from '../../stores/offline/offline-cache.ts';
import { Note } from '../../ui/Note.tsx';
import './library-screen.css';
import { SelectField } from '../../ui/fields/SelectField.tsx';

const ignore = (): void => undefined;

/** Plays a medium that is stored on this device. The service worker serves its files. */
export function OfflinePlayer({ medium }: { medium: OfflineMedium }) {
  const { t, locale } = useT();
  const { identifier, title, until, cover } = medium;
  const files = useMemo<MediaFile[]>(
    () =>
      medium.files.map((file) => ({
        ...file,
        // An e-book is stored as a folder.
        href: `${fileAddress(identifier, file.id)}${file.viewer === 'epub' ? '/' : ''}`,
        download_href: null,
      })),
    [medium, identifier],
  );
  const main = files.filter(({ role }) => role === 'main');
  const [chosen, setChosen] = useState(main[0]?.id);
  const shown = useMemo(() => files.filter(({ role, id }) => role !== 'main' || id === chosen), [files, chosen]);
  const nameOf = ({ label, language, mime }: MediaFile, i: number): string =>
    label ?? (language ? languageName(language, locale) : t('offline.part', { number: i + 1, format: formatName(mime) }));
  return (
    <div>
      <BackLink href={href('library', { tab: 'offline' })}>{t('offline.back')}</BackLink>
      <h2 className="offline-title">{title}</h2>
      {main.length > 1 && (
        <SelectField
          label={t('offline.parts')}
          value={chosen ?? ''}
          options={main.map((file, i) => ({ value: file.id, label: nameOf(file, i) }))}
          onChange={setChosen}
        />
      )}
      <PlayedMedium
        key={chosen}
        item={{ title, start_s: null, end_s: null }}
        medium={{ identifier, files: shown, url: null, cover: cover ? coverAddress(identifier) : '' }}
        nothing={<Note tone="bad">{t('offline.broken')}</Note>}
        onPlayback={ignore}
      />
      <p className="small-print">{t('offline.until.chosen', { date: formatDate(until, 'short', locale) })}</p>
    </div>
  );
}
