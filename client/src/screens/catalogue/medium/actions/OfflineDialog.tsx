import type { User } from '@fundus/contract/accounts/accounts';
import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { shiftDay, today } from '@fundus/contract/days';
import type { MediaFile } from '@fundus/contract/files/files';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { HardDrive, Info, Lock, LogOut } from 'lucide-react';
import { useState } from 'react';
import { DateField } from '../../../../components/forms/DateField.tsx';
import { FormDialog } from '../../../../components/forms/FormDialog.tsx';
import { SaveLink, type DownloadSource } from '../../../../components/media/SaveLink.tsx';
import { formatBytes, formatDate } from '../../../../i18n/format.ts';
import { parseDay } from '../../../../i18n/read-day.ts';
import { useT } from '../../../../i18n/translate.ts';
import type { UnstorableKind } from '../../../../player/playback/files-to-store.ts';
import { readSpace } from '../../../../stores/offline/save-media.ts';
import { showSnackbar } from '../../../../stores/snackbar.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Note } from '../../../../ui/Note.tsx';
import { Dialog } from '../../../../ui/overlays/Dialog.tsx';
import { useRouter } from '../../../../ui/router.tsx';
import { useSaveOffline } from './use-save-offline.ts';
import { useStorableFiles } from './use-storable-files.ts';
import '../../../../ui/button.css';
import '../medium.css';

/** Default number of days for which a medium is stored on the device. */
const USUAL_DAYS = 30;
const MAX_DAYS = 365;

type Props = {
  user: User;
  detail: MediaDetail;
  /** Files that play without a connection. */
  files: readonly MediaFile[];
  /** Files the user may download. */
  downloads: readonly MediaFile[];
  saving: DownloadSource;
  onClose: () => void;
};

/** Shows a dialog that stores a medium on this device until a chosen day, at most until its licence ends. */
export function OfflineDialog({ user, detail, files, downloads, saving, onClose }: Props) {
  const { t, locale } = useT();
  const { go } = useRouter();
  const [touched, setTouched] = useState(false);
  const { until, setUntil, first, last, error } = useUntil(detail.valid_to);
  const storable = useStorableFiles(detail, files);
  const space = useQuery({ queryKey: ['offline-media', 'space'], queryFn: readSpace, staleTime: 0, gcTime: 0 }).data;
  const { done, problem, save } = useSaveOffline(user, detail.identifier, (day) => {
    showSnackbar({
      text: t('offline.saved', { title: detail.fn_titel, date: formatDate(day, 'short', locale) }),
      type: 'success',
      action: { label: t('offline.open'), run: () => go(href('library', { tab: 'offline' })) },
    });
    onClose();
  });
  const size = formatBytes(storable.bytes, locale);
  const free = space ? formatBytes(space.free, locale) : '';
  const send = (): void => {
    setTouched(true);
    if (error === null && done === null) save(until);
  };

  if (storable.files.every(({ role }) => role !== 'main') && !storable.reading)
    return <NothingToStore {...{ detail, downloads, saving, onClose }} left={storable.left} />;
  return (
    <FormDialog
      title={t('offline.save.title', { title: detail.fn_titel })}
      action={t('offline.save')}
      disabled={done !== null || storable.reading}
      problem={problem && t(`offline.problem.${problem}`, { size, free })}
      onSend={send}
      onClose={onClose}
    >
      <p className="offline-intro">{t('offline.save.intro')}</p>
      {storable.left.map((kind) => (
        <Note key={kind}>{t(`offline.not.${kind}`)}</Note>
      ))}
      <DateField
        label={t('offline.until')}
        hint={
          detail.valid_to === false
            ? t('offline.until.hint')
            : t('offline.until.licence', { date: formatDate(detail.valid_to, 'short', locale) })
        }
        value={until}
        min={first}
        max={last}
        error={touched ? error : null}
        disabled={done !== null}
        onChange={({ target }) => setUntil(target.value)}
      />
      <ul className="offline-facts">
        <li>
          <HardDrive className="i-16" aria-hidden="true" />
          <span>
            {t('offline.size', { size })} {space && t('offline.free', { free })}
          </span>
        </li>
        <li>
          <Lock className="i-16" aria-hidden="true" /> {t('offline.save.only')}
        </li>
        <li>
          <LogOut className="i-16" aria-hidden="true" /> {t('offline.save.signOut')}
        </li>
        {space && !space.kept && (
          <li>
            <Info className="i-16" aria-hidden="true" /> {t('offline.evictable')}
          </li>
        )}
      </ul>
      {done !== null && <Progress done={done} bytes={storable.bytes} />}
    </FormDialog>
  );
}

/** Returns the chosen day, the allowed range, and the error of the day. */
function useUntil(validTo: MediaDetail['valid_to']) {
  const { t, locale } = useT();
  const first = today(new Date());
  const last = validTo === false ? shiftDay(first, MAX_DAYS) : [validTo, shiftDay(first, MAX_DAYS)].sort()[0]!;
  const [until, setUntil] = useState([shiftDay(first, USUAL_DAYS), last].sort()[0]!);
  const error = !parseDay(until)
    ? t('date.unreadable')
    : until < first
      ? t('offline.until.past')
      : until > last
        ? t('offline.until.late', { date: formatDate(last, 'short', locale) })
        : null;
  return { until, setUntil, first, last, error };
}

function Progress({ done, bytes }: { done: number; bytes: number }) {
  const { t, locale } = useT();
  return (
    <div className="offline-progress" role="status">
      <progress max={Math.max(bytes, 1)} value={done} aria-label={t('offline.saving')} />
      <p>
        {done === 0
          ? t('offline.saving.begin')
          : t('offline.saving.bytes', { done: formatBytes(Math.min(done, bytes), locale), size: formatBytes(bytes, locale) })}
      </p>
    </div>
  );
}

/** Explains why no file of a medium can be stored, and offers the download instead. */
function NothingToStore({ detail, downloads, saving, left, onClose }: Omit<Props, 'user' | 'files'> & { left: readonly UnstorableKind[] }) {
  const { t } = useT();
  const [file] = downloads;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('offline.not.title', { title: detail.fn_titel })}
      closeLabel={t('app.close')}
      foot={
        <>
          <Button variant={file ? 'line' : 'primary'} onClick={onClose}>
            {t('app.close')}
          </Button>
          {file?.download_href && (
            <SaveLink className="btn btn-primary" id={file.id} href={file.download_href} saving={saving} onClick={onClose}>
              {t('card.download')}
            </SaveLink>
          )}
        </>
      }
    >
      {left.map((kind) => (
        <p key={kind}>{t(`offline.not.${kind}`)}</p>
      ))}
      <p className="offline-instead">{t('offline.not.instead')}</p>
    </Dialog>
  );
}
